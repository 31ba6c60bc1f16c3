/** Names that stand for models, what is tried when a model fails, and what would happen to a call. */

import { z } from "@hono/zod-openapi";
import { Nano, UsdText } from "./amount.ts";
import { ModelTarget } from "./model.ts";
import { nameFilter, Next, QueryFlag, Total } from "./paging.ts";
import { problem } from "./problem.ts";
import { Sentence } from "./sentence.ts";
import { ModelId, Time } from "./text.ts";

export const Route = z
  .object({
    name: z.string(),
    alias_of: z.string().nullable().openapi({ description: "The model this name stands for." }),
    fallbacks: z.array(z.string()),
    missing: z
      .array(z.string())
      .openapi({ description: "Names it leads to that no provider serves any more." }),
    created_at: Time,
  })
  .openapi("Route");
export type Route = z.infer<typeof Route>;

export const RouteFilter = z.strictObject({
  ...nameFilter("a name"),
  missing: QueryFlag.optional().openapi({
    description: "true: only those that lead to a name no provider serves.",
  }),
});
export type RouteFilter = z.infer<typeof RouteFilter>;

export const RouteList = z
  .object({ routes: z.array(Route), next: Next, total: Total })
  .openapi("RouteList");
export type RouteList = z.infer<typeof RouteList>;

export const RouteInput = z
  .strictObject({
    alias_of: ModelId.optional().openapi({ description: "Absent: the name is a model's own." }),
    fallbacks: z
      .array(ModelId)
      .max(20)
      .optional()
      .openapi({ description: "Models to try, in order. Absent: none." }),
  })
  .refine(
    ({ alias_of, fallbacks = [] }) => alias_of !== undefined || fallbacks.length > 0,
    problem("route_says_nothing"),
  )
  .openapi("RouteInput", { description: "Replaces what was set for this name." });
export type RouteInput = z.infer<typeof RouteInput>;

export const TraceInput = z
  .strictObject({
    model: ModelId,
    key: z.string().max(100).optional().openapi({
      description: "Public id of a key. Absent: as for a key without limits.",
    }),
    operation: z
      .enum(["chat", "completions", "embeddings", "count-tokens"])
      .optional()
      .openapi({ description: "Absent: `chat`." }),
    prompt_cache_key: z
      .string()
      .max(1000)
      .optional()
      .openapi({ description: "Calls with the same one go to the same target." }),
    prompt_tokens: z.int().min(0).max(1_000_000_000).optional().openapi({
      description: "Size of the prompt, for the money that would be held. Absent: 1000.",
    }),
    max_tokens: z.int().min(1).max(1_000_000_000).optional().openapi({
      description: "Output limit the client would give. Absent: none.",
    }),
  })
  .openapi("TraceInput");
export type TraceInput = z.infer<typeof TraceInput>;

export const TraceCandidate = ModelTarget.extend({
  model: z.string().openapi({ description: "The asked model, or the fallback that brings it." }),
  usable: z.boolean().openapi({ description: "False: it would be passed over now." }),
  keys: z.int().openapi({ description: "Vendor keys there are." }),
  usable_keys: z.int().openapi({ description: "Those that are not set aside." }),
  reasons: z
    .array(Sentence)
    .openapi({ description: "Why it stands here, and why it would be passed over." }),
  hold_nano: Nano,
}).openapi("TraceCandidate");
export type TraceCandidate = z.infer<typeof TraceCandidate>;

export const Trace = z
  .object({
    model: z.string(),
    resolved: z.string().nullable().openapi({
      description: "The model or pattern that the name leads to; null: to none.",
    }),
    allowed: z.boolean().openapi({ description: "The call would be let in now." }),
    problems: z.array(Sentence).openapi({ description: "Why it would be refused." }),
    candidates: z
      .array(TraceCandidate)
      .openapi({ description: "In the order they would be tried." }),
    left_out: z
      .array(z.object({ provider: z.string(), model: z.string(), reason: Sentence }))
      .openapi({ description: "Targets that cannot serve such a call at all." }),
    hold_nano: Nano.openapi({ description: "Money that would be held while the call runs." }),
    hold_usd: UsdText,
  })
  .openapi("Trace");
export type Trace = z.infer<typeof Trace>;
