/** The keys that clients call models with: `sk-parley-<public id>-<secret>`. */

import { z } from "@hono/zod-openapi";
import { Nano, UsdInput, UsdText } from "./amount.ts";
import { Before, Limit, Next, Total } from "./paging.ts";
import { problem } from "./problem.ts";
import { AddressRange, DisplayName, ModelId, Time, TimeInput } from "./text.ts";

export const KEY_STATUSES = ["active", "disabled", "expired", "revoked"] as const;

export const Key = z
  .object({
    id: z.string().openapi({ description: "Public id; what logs and pages show." }),
    name: z.string(),
    account: z.string().openapi({ description: "Name of the account that pays." }),
    models: z.array(z.string()).nullable().openapi({ description: "null: every model." }),
    rpm: z.int().nullable().openapi({ description: "Requests per minute." }),
    tpm: z.int().nullable().openapi({ description: "Tokens per minute." }),
    concurrency: z.int().nullable().openapi({ description: "Calls at the same time." }),
    limit_nano: Nano.nullable().openapi({ description: "Most the key may ever spend." }),
    limit_usd: UsdText.nullable(),
    spent_nano: Nano,
    spent_usd: UsdText,
    expires_at: Time.nullable(),
    ips: z.array(z.string()).nullable().openapi({ description: "null: from anywhere." }),
    cache_seconds: z.int().nullable().openapi({
      description: "How long an answer serves the very same request again; null: never.",
    }),
    status: z.enum(KEY_STATUSES),
    created_at: Time,
    last_used_at: Time.nullable(),
  })
  .openapi("Key");
export type Key = z.infer<typeof Key>;

const limit = z.int().min(1).max(1_000_000_000);

/** What may be chosen and changed later. Absent or null on creation: no such limit. */
const limits = {
  models: z
    .array(ModelId)
    .min(1, problem("empty_limit"))
    .max(1000)
    .nullable()
    .optional()
    .openapi({ description: "Public model names the key may use." }),
  rpm: limit.nullable().optional().openapi({ description: "Requests per minute." }),
  tpm: limit.nullable().optional().openapi({ description: "Tokens per minute." }),
  concurrency: limit.nullable().optional().openapi({ description: "Calls at the same time." }),
  limit_usd: UsdInput.nullable()
    .optional()
    .openapi({ description: "Most the key may ever spend, in US dollars." }),
  expires_at: TimeInput.nullable().optional(),
  ips: z
    .array(AddressRange)
    .min(1, problem("empty_limit"))
    .max(1000)
    .nullable()
    .optional()
    .openapi({ description: "Addresses and CIDR ranges the key may be used from." }),
  cache_seconds: z
    .int()
    .min(1)
    .max(2_592_000)
    .nullable()
    .optional()
    .openapi({ description: "Seconds an answer may serve the very same request again." }),
};

export const KeyInput = z
  .strictObject({
    name: DisplayName,
    account: z
      .string()
      .min(1)
      .optional()
      .openapi({ description: "Name of the account that pays. Absent: `default`." }),
    ...limits,
  })
  .openapi("KeyInput");
export type KeyInput = z.infer<typeof KeyInput>;

/** Absent: unchanged. null: the limit is taken away. */
export const KeyPatch = z
  .strictObject({
    name: DisplayName.optional(),
    disabled: z
      .boolean()
      .optional()
      .openapi({ description: "A disabled key is refused until it is enabled again." }),
    ...limits,
  })
  .openapi("KeyPatch", { description: "Absent: unchanged. null: the limit is taken away." });
export type KeyPatch = z.infer<typeof KeyPatch>;

export const KeyCreated = Key.extend({
  key: z.string().openapi({ description: "The key itself. Shown this once, never again." }),
}).openapi("KeyCreated");
export type KeyCreated = z.infer<typeof KeyCreated>;

export const KeyFilter = z.strictObject({
  account: z.string().optional().openapi({ description: "Name of an account." }),
  status: z.enum(KEY_STATUSES).optional(),
  search: z.string().max(200).optional().openapi({
    description:
      "Part of a name or a public id, in any case. What is called exactly so comes first, then what begins so.",
  }),
  order: z.enum(["oldest", "newest"]).optional().openapi({ description: "Absent: oldest first." }),
  limit: Limit,
  before: Before,
});
export type KeyFilter = z.infer<typeof KeyFilter>;

export const KeyList = z
  .object({ keys: z.array(Key), next: Next, total: Total })
  .openapi("KeyList");
export type KeyList = z.infer<typeof KeyList>;

const MOST_IDS = 200;

export const KeyUsageFilter = z.strictObject({
  ids: z
    .string()
    .transform((text) => text.split(",").filter((id) => id !== ""))
    .refine((ids) => ids.length <= MOST_IDS, problem("too_many", { maximum: MOST_IDS }))
    .openapi({ type: "string", description: "Public ids of keys, separated by commas." }),
});
export type KeyUsageFilter = z.infer<typeof KeyUsageFilter>;

/** For the small line beside each key. */
export const KeyUsage = z
  .object({
    step_ms: z.int(),
    times: z
      .array(Time)
      .openapi({ description: "Where each step begins; 24 hours, oldest first." }),
    keys: z.array(
      z.object({
        id: z.string(),
        requests: z.array(z.int()).openapi({ description: "Calls in each step." }),
      }),
    ),
  })
  .openapi("KeyUsage");
export type KeyUsage = z.infer<typeof KeyUsage>;
