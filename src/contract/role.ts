/** What people may do, from the most to the least. This file loads no schema library; the schema is in session.ts. */
export const ROLES = ["owner", "admin", "viewer"] as const;

export type RoleName = (typeof ROLES)[number];

/** True when the role may do at least what `least` may. */
export function isAtLeast(role: RoleName, least: RoleName): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(least);
}
