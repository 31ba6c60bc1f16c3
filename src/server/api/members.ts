/** Who manages this Parley, and with which role. */

import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import {
  Member,
  MemberInput,
  MemberInvited,
  MemberList,
  MemberPatch,
} from "../../contract/member.ts";
import { jsonAnswer, jsonBody, pathParam } from "../../contract/route.ts";
import { LOCAL_OWNER } from "../auth/caller.ts";
import {
  addMember,
  changeMember,
  getMember,
  inviteAgain,
  listMembers,
  removeMember,
} from "../auth/members.ts";
import { noOwnerError } from "../auth/setup.ts";
import type { ApiEnv } from "./env.ts";

const tags = ["members"];
const identified = pathParam("id", "Id of the member.");

const list = createRoute({
  method: "get",
  path: "/members",
  tags,
  summary: "List the members",
  responses: { 200: jsonAnswer("The people who manage this Parley, oldest first.", MemberList) },
});

const add = createRoute({
  method: "post",
  path: "/members",
  tags,
  summary: "Invite a member",
  request: jsonBody(MemberInput),
  responses: {
    201: jsonAnswer("The member, with the link that is not shown again.", MemberInvited),
  },
});

const get = createRoute({
  method: "get",
  path: "/members/{id}",
  tags,
  summary: "Show a member",
  request: identified,
  responses: { 200: jsonAnswer("The member.", Member) },
});

const change = createRoute({
  method: "patch",
  path: "/members/{id}",
  tags,
  summary: "Change a member's name or role",
  request: { ...identified, ...jsonBody(MemberPatch) },
  responses: { 200: jsonAnswer("The member as they are now.", Member) },
});

const remove = createRoute({
  method: "delete",
  path: "/members/{id}",
  tags,
  summary: "Remove a member, with sessions and access tokens",
  request: identified,
  responses: { 204: { description: "They can no longer sign in." } },
});

const inviteRoute = createRoute({
  method: "post",
  path: "/members/{id}/invite",
  tags,
  summary: "Make a new link to choose a password",
  request: identified,
  responses: {
    200: jsonAnswer("The member, with the link that is not shown again.", MemberInvited),
  },
});

export const memberRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(list, async (c) => c.json({ members: await listMembers(c.env.guard.store) }, 200))
  .openapi(add, async (c) => {
    const { guard, clock } = c.env;
    // The first member is the owner, who comes with the setup code.
    if (c.get("identity").user.id === LOCAL_OWNER.id) throw noOwnerError();
    return c.json(await addMember(guard.store, c.req.valid("json"), clock.now()), 201);
  })
  .openapi(get, async (c) =>
    c.json(await getMember(c.env.guard.store, c.req.valid("param").id), 200),
  )
  .openapi(change, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await changeMember(c.env.guard.store, id, c.req.valid("json")), 200);
  })
  .openapi(remove, async (c) => {
    await removeMember(c.env.guard.store, c.req.valid("param").id);
    return c.body(null, 204);
  })
  .openapi(inviteRoute, async (c) => {
    const { guard, clock } = c.env;
    return c.json(await inviteAgain(guard.store, c.req.valid("param").id, clock.now()), 200);
  });
