/** Members with each role, signed in as a browser and with a personal access token. */

import type { Member, MemberInvited } from "../../src/contract/member.ts";
import type { RoleName } from "../../src/contract/role.ts";
import type { Session } from "../../src/contract/session.ts";
import type { TokenCreated } from "../../src/contract/token.ts";
import { signedIn, type TestApi } from "./api.ts";

export interface Person {
  readonly member: Member;
  /** Headers of a signed-in browser. */
  readonly browser: Record<string, string>;
  /** Headers of a program with the person's own token. */
  readonly program: Record<string, string>;
}

export const MEMBER_PASSWORD = "another good password";

/** The owner must have signed up. */
export async function addPerson(api: TestApi, name: string, role: RoleName): Promise<Person> {
  const invited = await api.asLocal<MemberInvited>("POST", "/api/members", { name, role });
  if (invited.status !== 201) throw new Error(JSON.stringify(invited.body));
  const { invite_path, ...member } = invited.body;
  const joined = await api.call<Session>("POST", "/api/join", {
    body: { code: codeOf(invite_path), password: MEMBER_PASSWORD },
  });
  const browser = signedIn(joined);
  const made = await api.call<TokenCreated>("POST", "/api/tokens", {
    body: { name: "test" },
    headers: browser,
  });
  return { member, browser, program: { authorization: `Bearer ${made.body.token}` } };
}

export function codeOf(invitePath: string): string {
  return new URLSearchParams(invitePath.split("#")[1]).get("code") ?? "";
}
