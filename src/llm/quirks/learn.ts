/**
 * From a vendor's refusal to the quirk that makes the next try succeed. The relay tries once more with it and remembers
 * it for the provider and the model.
 */

import { isRecord } from "../../base/json.ts";
import type { UpstreamFailure } from "../dialect.ts";
import { recordsOf } from "../extras.ts";
import { applyQuirks } from "./apply.ts";
import { mayDrop } from "./droppable.ts";
import { findField } from "./field-path.ts";
import type { Quirks } from "./flags.ts";
import { readRefusedNames } from "./refusal.ts";

type Body = Readonly<Record<string, unknown>>;

/** One thing a refusal may mean; undefined: it does not mean that. */
type Rule = (failure: UpstreamFailure, body: Body) => Quirks | undefined;

/** In their order: what has a flag of its own comes before fields that are left out. */
const RULES: readonly Rule[] = [
  readPrefill,
  readRole,
  readStringContent,
  readSingleCalls,
  readFormat,
  readPlainSchema,
  readField,
];

/**
 * `requestText` is the text that was refused, whatever the dialect. Undefined when the refusal means nothing that may be
 * changed: a wrong value, a missing right, or a field the client depends on (see `droppable.ts`).
 */
export function learnFromRefusal(
  failure: UpstreamFailure,
  requestText: string,
): Quirks | undefined {
  if (failure.status !== 400 && failure.status !== 422) return undefined;
  const body = parseBody(requestText);
  if (body === undefined) return undefined;
  for (const rule of RULES) {
    const learned = rule(failure, body);
    if (learned === undefined) continue;
    // The text must come out different, or a retry is vain.
    return applyQuirks(requestText, learned) === requestText ? undefined : learned;
  }
  return undefined;
}

function parseBody(text: string): Body | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

// ---- conversation --------------------------------------------------------------------------------------------------

const PREFILL =
  /prefill|ends? with a user|last (?:message|role|turn) (?:must|should) be|expected last role|(?:cannot|can't|not) end with (?:an? )?assistant/i;

function readPrefill({ message }: UpstreamFailure): Quirks | undefined {
  return PREFILL.test(message) ? { no_prefill: true } : undefined;
}

/** Where a refusal begins to list what it would have taken. */
const CHOICES =
  /expected (?:one of|`|'|")|supported values|(?:must|should) be one of|(?<=\bnot )one of|input should be/i;
/** Groq says of which role it speaks, whatever it finds wrong. */
const ASIDE = /for 'role: ?\w+' the following/gi;

function readRole(failure: UpstreamFailure, body: Body): Quirks | undefined {
  const message = failure.message.replaceAll(ASIDE, "");
  if (/developer instruction is not enabled/i.test(message)) return { no_system_role: true };
  const roles = recordsOf(body["messages"]).map((turn) => turn["role"]);
  const isRefused = (role: string): boolean =>
    roles.includes(role) && refusesRole(message, failure.param ?? "", role);
  if (isRefused("developer")) return { no_developer_role: true };
  return isRefused("system") ? { no_system_role: true } : undefined;
}

function refusesRole(message: string, param: string, role: string): boolean {
  const at = message.search(CHOICES);
  const said = at < 0 ? message : message.slice(0, at);
  const choices = at < 0 ? "" : message.slice(at);
  if (new RegExp(`["'\`]${role}["'\`]`).test(choices)) return false;
  const refusal = new RegExp(
    `(?:unexpected|unknown|invalid|unsupported|unrecogni[sz]ed)\\b[^.]{0,20}["'\`:\\s]${role}\\b|` +
      `does not support ["'\`]?${role}\\b|\\b${role}["'\`]? (?:role )?(?:is |are )?(?:not\\b|unsupported)`,
    "i",
  );
  if (refusal.test(said)) return true;
  return choices !== "" && /\brole\b/.test(`${said} ${param}`);
}

const STRING_CONTENT =
  /(?:invalid type: sequence|expected|must be|should be|cannot unmarshal array).{0,60}\b(?:a (?:valid )?string|str type|type string)|str type expected|(?:only|must be) (?:plain )?(?:text|string)s? content|did not match any variant of untagged enum \w*content/i;

function readStringContent({ message }: UpstreamFailure): Quirks | undefined {
  // "a string or an array of objects" takes both, and arguments are strings everywhere: something else is wrong there.
  if (/string or (?:an? )?(?:array|list)|arguments|tool_call/i.test(message)) return undefined;
  const isAbout = /content|messages/i.test(message) && STRING_CONTENT.test(message);
  return isAbout ? { string_content: true } : undefined;
}

function readSingleCalls({ message }: UpstreamFailure): Quirks | undefined {
  return /only supports? single tool.?calls|(?:multiple|parallel) tool.?calls (?:are|is) not supported/i.test(
    message,
  )
    ? { no_parallel_tool_calls: true }
    : undefined;
}

// ---- fields --------------------------------------------------------------------------------------------------------

const REFUSES =
  /unsupported|not (?:supported|allowed|permitted|available|implemented)|does not support|unavailable|unknown|unrecogni[sz]ed|must be 'json_schema'|extra (?:inputs|fields)/i;

function readFormat(failure: UpstreamFailure, body: Body): Quirks | undefined {
  const { message, param } = failure;
  const format = body["response_format"];
  if (!isRecord(format)) return undefined;
  const isAbout = /response.?format|json.?schema|json.?object|json mode|structured output/i.test(
    `${message} ${param ?? ""}`,
  );
  // A schema that is wrong in itself is the client's to mend.
  if (!isAbout || !REFUSES.test(message) || /invalid schema|in context=/i.test(message))
    return undefined;
  return format["type"] === "json_schema"
    ? { no_response_schema: true }
    : format["type"] === "json_object"
      ? { no_json_mode: true }
      : undefined;
}

/** Gemini names keywords of a schema, or the field that would take any. */
const SCHEMA_PLACE =
  /\b(?:parameters|response_?schema|parameters_?json_?schema|response_?json_?schema)\b/i;

function readPlainSchema({ message }: UpstreamFailure, body: Body): Quirks | undefined {
  if (!("contents" in body)) return undefined;
  const named = [...message.matchAll(/unknown name "([^"]+)"(?: at '([^']*)')?/gi)];
  return named.some(([whole]) => SCHEMA_PLACE.test(whole))
    ? { gemini_plain_schema: true }
    : undefined;
}

function readField(failure: UpstreamFailure, body: Body): Quirks | undefined {
  for (const name of readRefusedNames(failure)) {
    const found = findField(body, name);
    if (found === undefined) continue;
    if (/^stream_options\b/.test(found.path)) return { no_stream_usage: true };
    if (found.path === "max_completion_tokens") return { max_tokens_field: "max_tokens" };
    // The messages dialect has no other name for it, and looks alike.
    if (found.path === "max_tokens") return readLimit(failure);
    return mayDrop(found) ? { rejected_fields: [found.path] } : undefined;
  }
  return undefined;
}

function readLimit({ message, code }: UpstreamFailure): Quirks | undefined {
  const isOther = /max_completion_tokens/.test(message) || code === "unsupported_parameter";
  return isOther ? { max_tokens_field: "max_completion_tokens" } : undefined;
}
