/**
 * The people who manage this Parley. A new one is given a link, works once, with which they choose a password; nobody
 * else ever knows it. There is always an owner who can sign in.
 */

import { AppError } from "../../base/errors.ts";
import { timeId } from "../../base/ids.ts";
import { sentence } from "../../base/sentence.ts";
import { inTurn } from "../../base/turns.ts";
import type { Member, MemberInput, MemberInvited, MemberPatch } from "../../contract/member.ts";
import { type InviteRow, listInvites, replaceInvite, takeInvite } from "../../store/invites.ts";
import type { Store } from "../../store/store.ts";
import {
  deleteSessionsOfUser,
  deleteUser,
  insertUser,
  listUsers,
  updateUser,
  type UserRow,
} from "../../store/users.ts";
import { publicUser } from "./authenticate.ts";
import { hashPassword } from "./passwords.ts";
import { hashSecret, makeSecret } from "./secret.ts";

const INVITE_MS = 7 * 24 * 3600 * 1000;

export async function listMembers(store: Store): Promise<Member[]> {
  const [users, invites] = await Promise.all([listUsers(store), listInvites(store)]);
  return users.map((user) => toMember(user, invites));
}

/** Throws AppError("not_found"). */
export async function getMember(store: Store, id: string): Promise<Member> {
  const member = (await listMembers(store)).find((known) => known.id === id);
  if (!member) throw new AppError("not_found", sentence("no_member", { id }));
  return member;
}

/** Throws AppError("conflict") if the name is taken. */
export async function addMember(
  store: Store,
  { name, role }: MemberInput,
  now: number,
): Promise<MemberInvited> {
  // Nobody knows this one; it is there so that signing in takes as long as for others.
  const password_hash = await hashPassword(makeSecret());
  const user: UserRow = { id: timeId("usr", now), name, password_hash, role, created_at: now };
  await orNameTaken(() => insertUser(store, user));
  return invite(store, user, now);
}

/** A new link for somebody who lost the old one, or the password. The password in use works until the link is used. */
export async function inviteAgain(store: Store, id: string, now: number): Promise<MemberInvited> {
  return invite(store, await getUser(store, id), now);
}

async function invite(store: Store, user: UserRow, now: number): Promise<MemberInvited> {
  const code = makeSecret();
  const row = {
    hash: hashSecret(code),
    user_id: user.id,
    created_at: now,
    expires_at: now + INVITE_MS,
  };
  await replaceInvite(store, row);
  // Behind the #: browsers do not send that part, so it stands in no log.
  const fragment = new URLSearchParams({ name: user.name, code });
  return { ...toMember(user, [row]), invite_path: `/join#${fragment.toString()}` };
}

/** Throws AppError("forbidden") for a link that is unknown, used or too old. */
export async function join(
  store: Store,
  code: string,
  password: string,
  now: number,
): Promise<UserRow> {
  const password_hash = await hashPassword(password);
  const found = await takeInvite(store, hashSecret(code));
  if (!found || found.expires_at <= now) {
    throw new AppError("forbidden", sentence("invitation_used"), { param: "code" });
  }
  await updateUser(store, found.user_id, { password_hash });
  await deleteSessionsOfUser(store, found.user_id);
  return { ...(await getUser(store, found.user_id)), password_hash };
}

/** Throws AppError("conflict") when no owner would be left. */
export function changeMember(store: Store, id: string, patch: MemberPatch): Promise<Member> {
  return inTurn(store, async () => {
    if (patch.role !== undefined && patch.role !== "owner") await checkOwnerLeft(store, id);
    await orNameTaken(() => updateUser(store, id, withoutAbsent(patch)));
    return getMember(store, id);
  });
}

/** Ends the person's sessions and access tokens too. Throws AppError("conflict") when no owner would be left. */
export function removeMember(store: Store, id: string): Promise<void> {
  return inTurn(store, async () => {
    await checkOwnerLeft(store, id);
    if (!(await deleteUser(store, id))) await getMember(store, id);
  });
}

/** Throws AppError("conflict") if the name is taken. */
export async function renameUser(store: Store, id: string, name: string): Promise<void> {
  await orNameTaken(() => updateUser(store, id, { name }));
}

/** An owner who has not used the invitation yet cannot help anybody, so does not count. */
async function checkOwnerLeft(store: Store, leaving: string): Promise<void> {
  const member = await getMember(store, leaving);
  if (member.role !== "owner") return;
  const others = (await listMembers(store)).filter(
    ({ id, role, invite_expires_at }) =>
      id !== leaving && role === "owner" && invite_expires_at === null,
  );
  if (others.length > 0) return;
  throw new AppError("conflict", sentence("last_owner", { name: member.name }), { param: "role" });
}

async function getUser(store: Store, id: string): Promise<UserRow> {
  const user = (await listUsers(store)).find((known) => known.id === id);
  if (!user) throw new AppError("not_found", sentence("no_member", { id }));
  return user;
}

function toMember(user: UserRow, invites: readonly InviteRow[]): Member {
  const pending = invites.find(({ user_id }) => user_id === user.id);
  return {
    ...publicUser(user),
    created_at: new Date(user.created_at).toISOString(),
    invite_expires_at: pending ? new Date(pending.expires_at).toISOString() : null,
  };
}

function withoutAbsent({ name, role }: MemberPatch): Partial<Pick<UserRow, "name" | "role">> {
  return { ...(name === undefined ? {} : { name }), ...(role === undefined ? {} : { role }) };
}

async function orNameTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "conflict") throw error;
    throw new AppError(
      "conflict",
      error.sentence ?? error.message,
      { param: "name" },
      { cause: error },
    );
  }
}
