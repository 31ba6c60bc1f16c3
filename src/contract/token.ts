/** Personal access tokens: a person's own key to the management API. */

import { z } from "@hono/zod-openapi";
import { DisplayName, Time, TimeInput } from "./text.ts";

export const Token = z
  .object({
    id: z.string(),
    name: z.string(),
    created_at: Time,
    expires_at: Time.nullable(),
    last_used_at: Time.nullable(),
  })
  .openapi("Token");
export type Token = z.infer<typeof Token>;

export const TokenInput = z
  .strictObject({
    name: DisplayName,
    expires_at: TimeInput.nullable().optional().openapi({ description: "Absent or null: never." }),
  })
  .openapi("TokenInput");
export type TokenInput = z.infer<typeof TokenInput>;

export const TokenCreated = Token.extend({
  token: z.string().openapi({ description: "The token itself. Shown this once, never again." }),
}).openapi("TokenCreated");
export type TokenCreated = z.infer<typeof TokenCreated>;

export const TokenList = z.object({ tokens: z.array(Token) }).openapi("TokenList");
export type TokenList = z.infer<typeof TokenList>;
