/** Who may manage this installation: first-run setup, sign-in, sessions. */

import { z } from "@hono/zod-openapi";
import { ROLES } from "./role.ts";
import { DisplayName, Handle, Time } from "./text.ts";

export const Role = z.enum(ROLES).openapi({
  description:
    "`viewer` reads everything but secrets, `admin` also changes everything but members, backups and how long the audit " +
    "log is kept, `owner` does all.",
});
export type Role = z.infer<typeof Role>;

export const User = z.object({ id: z.string(), name: z.string(), role: Role }).openapi("User");
export type User = z.infer<typeof User>;

const NewPassword = z.string().min(10).max(200);

/** Any length is read, so that a wrong password is never told apart by its form. */
const GivenPassword = z.string().max(1000);

export const SetupState = z
  .object({
    needed: z.boolean().openapi({ description: "true: nobody owns this Parley yet." }),
    signed_in: z.boolean().openapi({ description: "true: this caller is known and may go on." }),
  })
  .openapi("SetupState");
export type SetupState = z.infer<typeof SetupState>;

export const SetupInput = z
  .strictObject({
    code: z.string().min(1).max(100).openapi({ description: "Printed when Parley starts." }),
    name: Handle,
    password: NewPassword,
  })
  .openapi("SetupInput");
export type SetupInput = z.infer<typeof SetupInput>;

export const SignInInput = z
  .strictObject({ name: DisplayName, password: GivenPassword })
  .openapi("SignInInput");
export type SignInInput = z.infer<typeof SignInInput>;

export const PasswordInput = z
  .strictObject({
    current_password: GivenPassword.optional().openapi({
      description: "Absent only on the machine itself, for a forgotten password.",
    }),
    new_password: NewPassword,
  })
  .openapi("PasswordInput");
export type PasswordInput = z.infer<typeof PasswordInput>;

export const ProfileInput = z.strictObject({ name: Handle }).openapi("ProfileInput");
export type ProfileInput = z.infer<typeof ProfileInput>;

export const JoinInput = z
  .strictObject({
    code: z.string().min(1).max(200).openapi({ description: "From the link of the invitation." }),
    password: NewPassword,
  })
  .openapi("JoinInput");
export type JoinInput = z.infer<typeof JoinInput>;

export const Session = z
  .object({
    user: User,
    via: z.enum(["cookie", "token", "local"]).openapi({
      description: "How this caller is known. `local`: the owner of this machine's Parley.",
    }),
    csrf_token: z.string().nullable().openapi({
      description: "Send it as `x-csrf-token` with every change; null: none is needed.",
    }),
    expires_at: Time.nullable(),
  })
  .openapi("Session");
export type Session = z.infer<typeof Session>;
