/** The log of calls: one row each. */

import { z } from "@hono/zod-openapi";
import { Nano, UsdInput, UsdText } from "./amount.ts";
import { LedgerEntry } from "./ledger.ts";
import { Before, Limit, Next, QueryFlag, QueryNumber, Since, Until } from "./paging.ts";
import { Time } from "./text.ts";

const milliseconds = z.number().nullable();

export const RequestRow = z
  .object({
    id: z.string(),
    at: Time,
    key: z.string().openapi({ description: "Public id of the key." }),
    key_name: z.string().openapi({ description: "Name of the key, as it is now." }),
    account: z.string().openapi({ description: "Name of the account." }),
    endpoint: z.string(),
    model: z.string().openapi({ description: "As the client asked for it." }),
    provider: z.string().nullable(),
    upstream_model: z.string().nullable(),
    stream: z.boolean(),
    status: z.int().nullable().openapi({ description: "HTTP status; null: still in flight." }),
    error_code: z.string().nullable(),
    end_reason: z.string().nullable().openapi({ description: "How the call ended." }),
    prompt_tokens: z.int(),
    cached_tokens: z.int(),
    completion_tokens: z.int(),
    reasoning_tokens: z.int(),
    estimated: z.boolean(),
    reserved_nano: Nano,
    cost_nano: Nano,
    cost_usd: UsdText,
    price_id: z.string().nullable(),
    attempts: z.int().openapi({ description: "Calls made to vendors." }),
    first_token_ms: milliseconds,
    upstream_ms: milliseconds,
    overhead_ms: milliseconds.openapi({ description: "Time spent in Parley itself." }),
    total_ms: milliseconds,
    client_ip: z.string().nullable(),
    finished_at: Time.nullable(),
  })
  .openapi("RequestRow");
export type RequestRow = z.infer<typeof RequestRow>;

export const RequestFilter = z.strictObject({
  limit: Limit,
  before: Before,
  key: z.string().optional().openapi({ description: "Public id of a key." }),
  account: z.string().optional().openapi({ description: "Name of an account." }),
  model: z.string().optional(),
  provider: z.string().optional(),
  status: QueryNumber.optional().openapi({ description: "HTTP status." }),
  errors: QueryFlag.optional().openapi({
    description: "true: only failed calls; false: only good ones.",
  }),
  min_cost_usd: UsdInput.optional().openapi({ description: "Only calls that cost this or more." }),
  since: Since,
  until: Until,
});
export type RequestFilter = z.infer<typeof RequestFilter>;

export const RequestPage = z
  .object({ requests: z.array(RequestRow), next: Next })
  .openapi("RequestPage");
export type RequestPage = z.infer<typeof RequestPage>;

export const RequestTry = z
  .object({
    provider: z.string(),
    model: z.string().openapi({ description: "As the vendor names it." }),
    status: z.int().openapi({ description: "HTTP status that the failure stands for." }),
    error: z.string().openapi({ description: "Code of the error." }),
    message: z.string().openapi({ description: "The vendor's own words." }),
    ms: z.number().openapi({ description: "From its begin to its failure." }),
  })
  .openapi("RequestTry");
export type RequestTry = z.infer<typeof RequestTry>;

const count = (what: string) => z.int().optional().openapi({ description: what });

export const RequestUsage = z
  .object({
    cache_write_tokens: count("Prompt tokens written to the vendor's cache."),
    cache_write_1h_tokens: count("Of these, the ones kept for an hour."),
    audio_input_tokens: count("Prompt tokens of sound."),
    image_input_tokens: count("Prompt tokens of pictures."),
    audio_output_tokens: count("Completion tokens of sound."),
    image_output_tokens: count("Completion tokens of pictures."),
    images: count("Pictures made."),
    queries: count("Queries answered by a reranker."),
    milliseconds: count("Length of the sound that was heard."),
    characters: count("Characters spoken."),
    service: z.string().optional().openapi({
      description:
        "Class of service that the vendor gave, such as `priority`. Absent: its usual one.",
    }),
    multipliers: z.array(z.string()).optional().openapi({
      description: "What may multiply the whole price, in the vendor's words, such as `fast`.",
    }),
  })
  .openapi("RequestUsage", {
    description:
      "What was billed beside the plain token counts: with them and the price it names, the call's cost can be computed again.",
  });
export type RequestUsage = z.infer<typeof RequestUsage>;

export const CostLine = z
  .object({
    billed: z
      .enum([
        "input",
        "audio_input",
        "image_input",
        "cached",
        "cache_write",
        "cache_write_1h",
        "output",
        "reasoning",
        "audio_output",
        "image_output",
        "queries",
        "images",
        "characters",
        "seconds",
      ])
      .openapi({ description: "What was paid for: tokens of a kind, or units." }),
    quantity: z.number().openapi({ description: "How many of them." }),
    rate_nano: z.int().openapi({ description: "Nano-dollars per million of them." }),
    amount_nano: z.int().openapi({ description: "With every multiplier of the price in it." }),
  })
  .openapi("CostLine");
export type CostLine = z.infer<typeof CostLine>;

export const RequestDetail = RequestRow.extend({
  cost_lines: z.array(CostLine).openapi({
    description:
      "The cost taken apart, by the price the call was made at. They add up to `cost_nano`.",
  }),
  usage: RequestUsage.nullable().openapi({
    description: "What was billed beside the plain token counts; null: nothing.",
  }),
  tries: z.array(RequestTry).openapi({
    description:
      "Calls to vendors that failed, in their order. Fewer than `attempts`: the one after them gave the answer.",
  }),
  entries: z.array(LedgerEntry),
  bodies: z
    .object({ request: z.string(), response: z.string() })
    .nullable()
    .openapi({ description: "null unless `relay.log.bodies` was on." }),
}).openapi("RequestDetail");
export type RequestDetail = z.infer<typeof RequestDetail>;
