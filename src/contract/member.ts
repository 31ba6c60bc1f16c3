/** The people who manage this Parley, and what each may do. */

import { z } from "@hono/zod-openapi";
import { Role } from "./session.ts";
import { Handle, Time } from "./text.ts";

export const Member = z
  .object({
    id: z.string(),
    name: z.string(),
    role: Role,
    created_at: Time,
    invite_expires_at: Time.nullable().openapi({
      description: "A link to choose a password waits to be used until then; null: there is none.",
    }),
  })
  .openapi("Member");
export type Member = z.infer<typeof Member>;

export const MemberList = z.object({ members: z.array(Member) }).openapi("MemberList");
export type MemberList = z.infer<typeof MemberList>;

export const MemberInput = z.strictObject({ name: Handle, role: Role }).openapi("MemberInput");
export type MemberInput = z.infer<typeof MemberInput>;

export const MemberPatch = z
  .strictObject({ name: Handle.optional(), role: Role.optional() })
  .openapi("MemberPatch");
export type MemberPatch = z.infer<typeof MemberPatch>;

export const MemberInvited = Member.extend({
  invite_path: z.string().openapi({
    description:
      "Path of the page where the person chooses a password, on this Parley. Works once. Shown this once, never again.",
    example: "/join#name=grace&code=…",
  }),
}).openapi("MemberInvited");
export type MemberInvited = z.infer<typeof MemberInvited>;
