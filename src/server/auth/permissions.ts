/**
 * What each role may do, by route. The first line that fits a request decides; a route that no line names is read by
 * viewers and changed by admins.
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
  const least = leastRole(method, path);
  if (isAtLeast(role, least)) return;
  throw new AppError(
    "forbidden",
    sentence(least === "owner" ? "needs_owner" : "needs_admin", { role }),
  );
}

function isBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}
