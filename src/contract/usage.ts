/** Calls, tokens, money and times, added up over time; and what an account paid in a month. */

import { z } from "@hono/zod-openapi";
import { isZone } from "../base/zone.ts";
import { Nano, UsdText } from "./amount.ts";
import { QueryNumber, Since, Until } from "./paging.ts";
import { problem } from "./problem.ts";
import { Time } from "./text.ts";

const Percentiles = z
  .object({ p50: z.number(), p95: z.number(), p99: z.number() })
  .openapi("Percentiles", { description: "Milliseconds, right to 2 %." });

export const UsageSums = z
  .object({
    requests: z.int().openapi({ description: "Calls that have ended, refused ones too." }),
    errors: z.int().openapi({ description: "Those answered with a status of 400 or more." }),
    prompt_tokens: z.int(),
    cached_tokens: z.int(),
    completion_tokens: z.int(),
    reasoning_tokens: z.int(),
    cost_nano: Nano,
    total_ms: Percentiles.nullable(),
    overhead_ms: Percentiles.nullable().openapi({ description: "Time spent in Parley itself." }),
    first_token_ms: Percentiles.nullable(),
  })
  .openapi("UsageSums");
export type UsageSums = z.infer<typeof UsageSums>;

export const UsageFilter = z.strictObject({
  since: Since.openapi({
    description: "Absent: an hour ago by minutes, a day ago by hours, thirty days ago by days.",
  }),
  until: Until.openapi({ description: "Absent: now." }),
  bucket: z
    .enum(["minute", "hour", "day"])
    .optional()
    .openapi({ description: "Steps of time. Absent: `hour`." }),
  zone: z.string().max(100).refine(isZone, problem("not_time_zone")).optional().openapi({
    description: "Whose clocks the hours and days are of: a name of the IANA list. Absent: UTC.",
    example: "Europe/Berlin",
  }),
  group: z
    .enum(["model", "key", "provider", "account", "none"])
    .optional()
    .openapi({ description: "Absent: `none`." }),
  top: QueryNumber.refine(
    (top) => top >= 1 && top <= 50,
    problem("not_between", { minimum: 1, maximum: 50 }),
  )
    .optional()
    .openapi({ description: "Most groups to tell apart. Absent: 10." }),
  key: z.string().optional().openapi({ description: "Only calls with this key." }),
  account: z.string().optional().openapi({ description: "Only calls of this account." }),
  model: z.string().optional(),
  provider: z.string().optional(),
});
export type UsageFilter = z.infer<typeof UsageFilter>;

export const Usage = z
  .object({
    bucket: z.enum(["minute", "hour", "day"]),
    since: Time,
    until: Time,
    times: z.array(Time).openapi({ description: "Begin of each step." }),
    sums: UsageSums,
    series: z
      .array(
        z.object({
          group: z.string().nullable().openapi({
            description: "As the log names it; null: calls without one, or all.",
          }),
          name: z.string().nullable().openapi({
            description: "As people call it, where that is another name: of a key.",
          }),
          rest: z.boolean().openapi({ description: "The smaller groups together." }),
          sums: UsageSums,
          steps: z.array(UsageSums).openapi({ description: "One for each of `times`." }),
        }),
      )
      .openapi({ description: "The most calls first." }),
  })
  .openapi("Usage");
export type Usage = z.infer<typeof Usage>;

export const StatementFilter = z.strictObject({
  month: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, problem("not_month"))
    .optional()
    .openapi({ description: "In UTC. Absent: this month.", example: "2026-01" }),
});
export type StatementFilter = z.infer<typeof StatementFilter>;

export const Statement = z
  .object({
    account: z.string(),
    month: z.string(),
    opening_nano: Nano.openapi({ description: "Balance when the month began." }),
    closing_nano: Nano.openapi({ description: "Balance when it ended, or now." }),
    spent_nano: Nano.openapi({ description: "What its calls cost the account." }),
    spent_usd: UsdText,
    kinds: z.array(z.object({ kind: z.string(), entries: z.int(), amount_nano: Nano })),
    models: z.array(
      z.object({
        provider: z.string().nullable(),
        model: z.string().nullable(),
        requests: z.int(),
        amount_nano: Nano,
        amount_usd: UsdText,
      }),
    ),
  })
  .openapi("Statement");
export type Statement = z.infer<typeof Statement>;
