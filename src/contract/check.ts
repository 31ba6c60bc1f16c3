/** A check of an endpoint that is no provider yet: what it speaks, what works, and the provider it would make. */

import { z } from "@hono/zod-openapi";
import { problem } from "./problem.ts";
import { QuirksInput } from "./quirks.ts";
import { Sentence } from "./sentence.ts";
import { ModelId } from "./text.ts";

export const CheckInput = z
  .strictObject({
    url: z.string().trim().min(1).max(2000).openapi({
      description: "Any form of the address: host, `{base}`, `{base}/v1`, a whole endpoint.",
      example: "https://api.example.com/v1",
    }),
    api_key: z
      .string()
      .max(10_000)
      .regex(/^[\x21-\x7e]*$/, problem("broken_paste"))
      .optional()
      .openapi({ description: "Sent to this address only, and kept nowhere." }),
    model: ModelId.optional().openapi({
      description: "Model to ask. Absent: a cheap one of those the endpoint lists.",
    }),
  })
  .openapi("CheckInput");
export type CheckInput = z.infer<typeof CheckInput>;

/** What is tried, in the order it is told. */
export const CHECK_NAMES = [
  "speaks it",
  "answer",
  "usage",
  "cached tokens",
  "stream",
  "end of streams",
  "usage of streams",
  "model list",
  "context size",
  "wrong key",
  "embeddings",
  "content in parts",
  "developer role",
  "output limit",
  "tool round trip",
  "parallel tools",
  "vision",
  "structured output",
  "usual options",
  "begun answer",
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

export const CheckStep = z
  .object({
    protocol: z.string().nullable().openapi({ description: "Null: about the address as a whole." }),
    name: z.enum(CHECK_NAMES),
    ok: z.boolean(),
    detail: Sentence,
    quirks: z.array(z.string()).openapi({ description: "Flags without which it would not work." }),
    ms: z.number(),
  })
  .openapi("CheckStep");
export type CheckStep = z.infer<typeof CheckStep>;

const CheckedModel = z.object({
  id: z.string(),
  price_in: z.string().optional(),
  price_out: z.string().optional(),
  price_cached: z.string().optional(),
  free: z.boolean().optional(),
  catalogue: z.boolean().optional().openapi({
    description: "true: the price is this vendor's in the catalogue, and may be left to it.",
  }),
});

/** What `POST /providers` would be given, without the key. */
export const CheckedProvider = z
  .object({
    name: z.string(),
    protocol: z.string(),
    base_url: z.string(),
    models: z.array(CheckedModel),
    quirks: QuirksInput.optional(),
  })
  .openapi("CheckedProvider");
export type CheckedProvider = z.infer<typeof CheckedProvider>;

export const CheckedEndpoint = z
  .object({
    protocol: z.string(),
    base_url: z.string(),
    model: z.string(),
    context: z
      .number()
      .nullable()
      .openapi({ description: "Most tokens of a prompt; null: unknown." }),
    provider: CheckedProvider,
    listed: z.array(CheckedModel).openapi({
      description: "Models this endpoint lists, at most 500, with their prices where known.",
    }),
    priced: z.boolean().openapi({
      description: "False: the price is unknown, and the command has a gap to fill.",
    }),
    command: z.string().openapi({ description: "Command line that adds it, without the key." }),
  })
  .openapi("CheckedEndpoint");
export type CheckedEndpoint = z.infer<typeof CheckedEndpoint>;

export const CheckReport = z
  .object({
    ok: z.boolean().openapi({ description: "At least one protocol answers." }),
    url: z.string(),
    summary: Sentence,
    steps: z.array(CheckStep),
    endpoints: z
      .array(CheckedEndpoint)
      .openapi({ description: "What answers, the one to prefer first." }),
    models: z.array(z.string()).openapi({ description: "Models the endpoint lists, at most 500." }),
  })
  .openapi("CheckReport");
export type CheckReport = z.infer<typeof CheckReport>;

/** One line of the report as a stream: each step as it ends, then the whole report. */
export const CheckLine = z
  .union([z.object({ step: CheckStep }), z.object({ report: CheckReport })])
  .openapi("CheckLine");
export type CheckLine = z.infer<typeof CheckLine>;

/** For whoever waits for a check. */
export interface CheckWatch {
  readonly onStep?: (step: CheckStep) => void;
  /** Breaks the check off. */
  readonly signal?: AbortSignal;
}
