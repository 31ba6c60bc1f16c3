/** What an act changed, in short texts that hold no secret: for the audit log, which many may read. */

import { isRecord } from "../../base/json.ts";
import type { AuditChange } from "../../contract/audit.ts";

const MOST_FIELDS = 30;
const MOST_TEXT = 200;
const MOST_DEPTH = 3;
/** Secrets are looked for in this much of a text; more of it is never shown. A price file may have megabytes. */
const MOST_LOOKED_AT = 5000;

/** Fields that may hold a secret, whatever they are called around it. Their value is never written, only that it is. */
const SECRET =
  /key|secret|passw|token|code|header|credential|authori[sz]ation|cookie|csrf|cipher|hash|invite_path/i;
/** Names that only look so. */
const PLAIN = new Set(["key_id", "max_tokens", "secret_key_included"]);
/** A long run without a space or a dot is more likely a secret than a name. */
const LONG_RUN = /[A-Za-z0-9_+/=-]{32,}/g;
const MARKED = /\b(sk|pk|rk|ghp|xox[abp]|AIza|parley_pat|Bearer)[-_ ]?[A-Za-z0-9_-]{6,}/g;

/** For a change: each field that was asked for, as it was and as it is wanted. */
export function describeInput(input: unknown, before: unknown): AuditChange[] {
  const then = flatten(before);
  return [...flatten(input)].map(([field, after]) => ({
    field,
    before: then.get(field) ?? null,
    after,
  }));
}

/** For a removal: what was there. */
export function describeRemoval(before: unknown): AuditChange[] {
  return [...flatten(before)]
    .filter(([, value]) => value !== null)
    .map(([field, value]) => ({ field, before: value, after: null }));
}

/** `{ a: { b: 1 } }` -> `a.b: "1"`. Lists become one text each. */
function flatten(value: unknown): Map<string, string | null> {
  const fields = new Map<string, string | null>();
  const visit = (part: unknown, path: string, depth: number): void => {
    if (!isRecord(part) || depth >= MOST_DEPTH) {
      if (path !== "" && fields.size < MOST_FIELDS) fields.set(path, writeValue(part));
      return;
    }
    for (const [name, inner] of Object.entries(part)) {
      const inside = path === "" ? name : `${path}.${name}`;
      visit(
        isSecretName(name) ? mask(inner) : inner,
        inside,
        isSecretName(name) ? MOST_DEPTH : depth + 1,
      );
    }
  };
  visit(value, "", 0);
  return fields;
}

function isSecretName(name: string): boolean {
  return SECRET.test(name) && !PLAIN.has(name);
}

/** Says that there is something, and how many. */
function mask(value: unknown): unknown {
  if (value === null || value === undefined || typeof value === "boolean") return value;
  if (Array.isArray(value)) return `(${value.length} hidden)`;
  if (isRecord(value)) return `(${Object.keys(value).length} hidden)`;
  return "(hidden)";
}

function writeValue(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value, hideNamed);
  const clean = hideMarked(hideAddress(cut(text)));
  return clean.length <= MOST_TEXT ? clean : `${clean.slice(0, MOST_TEXT - 1)}…`;
}

/** Never in the middle of a run, half of which would no longer look like the secret that it is. */
function cut(text: string): string {
  if (text.length <= MOST_LOOKED_AT) return text;
  return text.slice(0, MOST_LOOKED_AT).replace(/[A-Za-z0-9_+/=.:@-]+$/, "");
}

function hideNamed(name: string, value: unknown): unknown {
  return isSecretName(name) ? mask(value) : value;
}

function hideMarked(text: string): string {
  return text.replaceAll(MARKED, "(hidden)").replaceAll(LONG_RUN, "(hidden)");
}

/** Addresses may carry a password before the @, or a key in the query. */
function hideAddress(text: string): string {
  return text
    .replaceAll(/(\w+:\/\/)[^/\s"@]*@/g, "$1(hidden)@")
    .replaceAll(/(\w+:\/\/[^\s"?#]*)[?#][^\s"]*/g, "$1?(hidden)");
}
