/** Models by the public names that clients ask for. */

import { z } from "@hono/zod-openapi";
import { nameFilter, Next, QueryFlag, Total } from "./paging.ts";
import { Price } from "./price.ts";
import { Handle } from "./text.ts";

export const ModelFacts = z
  .object({
    vendor: z.string().openapi({ description: "Whose entry of the catalogue this is." }),
    id: z.string().openapi({ description: "Name of the entry." }),
    mode: z.string().openapi({ description: "What it is for: `chat`, `embedding`, …" }),
    context: z.int().nullable().openapi({ description: "Most tokens of a prompt." }),
    max_output: z.int().nullable().openapi({ description: "Most tokens of an answer." }),
    can: z
      .array(z.string())
      .openapi({ description: "What it is known to do: `tools`, `vision`, …" }),
  })
  .openapi("ModelFacts", { description: "What the catalogue knows; null: it does not say." });
export type ModelFacts = z.infer<typeof ModelFacts>;

export const TargetHealth = z
  .object({
    breaker: z.enum(["closed", "open", "half-open"]).openapi({
      description: "`open`: it keeps failing and is left alone; `half-open`: one call may try it.",
    }),
    retry_in_ms: z.int().openapi({ description: "Until it may be tried again; 0: now." }),
    latency_ms: z
      .number()
      .nullable()
      .openapi({ description: "Usual time to the first event; null: no call has succeeded yet." }),
  })
  .openapi("TargetHealth", { description: "Since this Parley started." });
export type TargetHealth = z.infer<typeof TargetHealth>;

export const Priority = z.int().min(0).max(1000);
export const Weight = z.int().min(0).max(1000);

export const ModelTarget = z
  .object({
    provider: z.string(),
    upstream_id: z.string(),
    priority: z.int().openapi({ description: "Lower ones are tried first." }),
    weight: z.int().openapi({
      description:
        "Share of the calls among targets of one priority; 0: when nothing else is left.",
    }),
    free: z.boolean(),
    price: Price,
    health: TargetHealth,
  })
  .openapi("ModelTarget");
export type ModelTarget = z.infer<typeof ModelTarget>;

export const Model = z
  .object({
    id: z.string().openapi({ description: "A name that ends in `*` serves all that begin so." }),
    alias_of: z.string().nullable().openapi({ description: "null: a name of its own." }),
    aliases: z
      .array(z.string())
      .openapi({ description: "Names that stand for this one, at most the first 20." }),
    alias_count: z.int().openapi({ description: "How many stand for this one in all." }),
    fallbacks: z
      .array(z.string())
      .openapi({ description: "Models to try, in order, when all targets have failed." }),
    facts: ModelFacts.nullable(),
    targets: z.array(ModelTarget).openapi({
      description:
        "Where the model is served, in the order it is tried. In a list, the first five of them.",
    }),
    target_count: z.int().openapi({ description: "How many serve it in all." }),
  })
  .openapi("Model");
export type Model = z.infer<typeof Model>;

export const ModelFilter = z.strictObject({
  ...nameFilter("a name"),
  aliases: QueryFlag.optional().openapi({ description: "false: without names for other models." }),
  patterns: QueryFlag.optional().openapi({ description: "false: without names that end in `*`." }),
});
export type ModelFilter = z.infer<typeof ModelFilter>;

export const ModelList = z
  .object({ models: z.array(Model), next: Next, total: Total })
  .openapi("ModelList");
export type ModelList = z.infer<typeof ModelList>;

/** What is not named stays where it is. */
export const TargetsInput = z
  .strictObject({
    targets: z
      .array(
        z.strictObject({
          provider: Handle,
          priority: Priority.optional(),
          weight: Weight.optional(),
        }),
      )
      .min(1)
      .max(1000),
  })
  .openapi("TargetsInput", { description: "What is not named stays where it is." });
export type TargetsInput = z.infer<typeof TargetsInput>;
