import { expect, test } from "bun:test";
import { forEachEngine } from "../../test/engines.ts";
import type { Store } from "./store.ts";
import {
  countUsers,
  deleteAccessToken,
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOfUser,
  deleteUser,
  extendSession,
  findAccessToken,
  findSession,
  findUserByName,
  insertAccessToken,
  insertSession,
  insertUser,
  listAccessTokens,
  listUsers,
  touchAccessToken,
  updateUser,
  type UserRow,
} from "./users.ts";

async function insertOwner(store: Store): Promise<UserRow> {
  const user = {
    id: "user_1",
    name: "ada",
    password_hash: "$argon2id$…",
    role: "owner",
    created_at: 1,
  };
  await insertUser(store, user);
  return user;
}

const session = { hash: "s1", user_id: "user_1", csrf: "token", created_at: 1, expires_at: 100 };
const token = {
  id: "t1",
  user_id: "user_1",
  name: "laptop",
  hash: "h1",
  created_at: 1,
  expires_at: null,
  last_used_at: null,
};

forEachEngine("users", (open) => {
  test("are counted, found, listed and changed", async () => {
    const store = await open();
    expect(await countUsers(store)).toBe(0);
    const user = await insertOwner(store);
    expect(await countUsers(store)).toBe(1);
    expect(await findUserByName(store, "ada")).toEqual(user);
    expect(await updateUser(store, user.id, { password_hash: "other" })).toBe(true);
    expect(await updateUser(store, user.id, {})).toBe(true);
    expect(await updateUser(store, "nobody", { role: "member" })).toBe(false);
    expect(await listUsers(store)).toEqual([{ ...user, password_hash: "other" }]);
  });

  test("refuse a name that is taken, on insert and on update", async () => {
    const store = await open();
    const user = await insertOwner(store);
    expect(insertUser(store, { ...user, id: "user_2" })).rejects.toMatchObject({
      code: "conflict",
    });
    await insertUser(store, { ...user, id: "user_3", name: "eve" });
    expect(updateUser(store, "user_3", { name: "ada" })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("are found through their session until it is deleted or swept", async () => {
    const store = await open();
    const user = await insertOwner(store);
    await insertSession(store, session);
    await insertSession(store, { ...session, hash: "s2", expires_at: 200 });
    expect(await findSession(store, "s1")).toEqual({ ...session, user });
    expect(await findSession(store, "s0")).toBeUndefined();
    expect(await deleteExpiredSessions(store, 100)).toBe(1);
    expect(await findSession(store, "s1")).toBeUndefined();
    expect(await extendSession(store, "s2", 300)).toBe(true);
    expect(await deleteExpiredSessions(store, 250)).toBe(0);
    expect(await deleteSession(store, "s2")).toBe(true);
    expect(await deleteSession(store, "s2")).toBe(false);
    await insertSession(store, session);
    expect(await deleteSessionsOfUser(store, user.id)).toBe(1);
  });

  test("are found through their access tokens", async () => {
    const store = await open();
    const user = await insertOwner(store);
    await insertAccessToken(store, token);
    expect(insertAccessToken(store, token)).rejects.toMatchObject({ code: "conflict" });
    expect(await findAccessToken(store, "h1")).toEqual({ ...token, user });
    await touchAccessToken(store, "t1", 50);
    expect(await listAccessTokens(store, user.id)).toEqual([{ ...token, last_used_at: 50 }]);
    expect(await deleteAccessToken(store, "t1")).toBe(true);
    expect(await deleteAccessToken(store, "t1")).toBe(false);
    expect(await findAccessToken(store, "h1")).toBeUndefined();
  });

  test("take their sessions and tokens with them", async () => {
    const store = await open();
    const user = await insertOwner(store);
    await insertSession(store, session);
    await insertAccessToken(store, token);
    expect(await deleteUser(store, user.id)).toBe(true);
    expect(await findSession(store, "s1")).toBeUndefined();
    expect(await findAccessToken(store, "h1")).toBeUndefined();
  });
});
