/**
 * What each role may do, by route. The first line that fits a request decides; a route that no line names is read by
 * viewers and changed by admins. A few fields need more than their route.
 */

import { AppError } from "../../base/errors.ts";
import { sentence } from "../../base/sentence.ts";
import { isAtLeast, type RoleName } from "../../contract/role.ts";

type Kind = "read" | "change" | "any";

interface Rule {
  readonly kind: Kind;
  /** This path and everything below it. */
  readonly path: string;
  readonly least: RoleName;
}

const RULES: readonly Rule[] = [
  // A person's own matters.
  { kind: "any", path: "/api/session", least: "viewer" },
  { kind: "any", path: "/api/tokens", least: "viewer" },
  // What holds every secret.
  { kind: "any", path: "/api/backup", least: "owner" },
  { kind: "change", path: "/api/members", least: "owner" },
  // Asks a question with a body; changes nothing.
  { kind: "change", path: "/api/relay/trace", least: "viewer" },
  { kind: "read", path: "/api", least: "viewer" },
  { kind: "change", path: "/api", least: "admin" },
];

const FIELDS: readonly {
  readonly path: string;
  readonly field: string;
  readonly least: RoleName;
}[] = [
  // Whoever could shorten it could erase the record of their own acts.
  { path: "/api/settings/retention", field: "audit_days", least: "owner" },
];

/** POST routes that change nothing. */
const QUESTIONS: readonly string[] = ["/api/relay/trace"];

export function isChange(method: string, path: string): boolean {
  return method !== "GET" && method !== "HEAD" && !QUESTIONS.includes(path);
}

export function leastRole(method: string, path: string): RoleName {
  const kind = method === "GET" || method === "HEAD" ? "read" : "change";
  const rule = RULES.find(
    (known) => (known.kind === "any" || known.kind === kind) && isBelow(path, known.path),
  );
  return rule?.least ?? "owner";
}

/** Throws AppError("forbidden") that names the role which may. */
export function checkPermission(role: RoleName, method: string, path: string): void {
  checkRole(role, leastRole(method, path));
}

/** The same for what a change says, once it is read. */
export function checkFields(role: RoleName, path: string, body: object): void {
  for (const rule of FIELDS)
    if (rule.path === path && Object.hasOwn(body, rule.field))
      checkRole(role, rule.least, rule.field);
}

function checkRole(role: RoleName, least: RoleName, param?: string): void {
  if (isAtLeast(role, least)) return;
  throw new AppError(
    "forbidden",
    sentence(least === "owner" ? "needs_owner" : "needs_admin", { role }),
    param === undefined ? {} : { param },
  );
}

function isBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}
