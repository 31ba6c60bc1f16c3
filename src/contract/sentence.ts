/** A sentence for people, in English and by its name. */

import { z } from "@hono/zod-openapi";
import type { Sentence as Said, SentenceName } from "../base/sentence.ts";

export type { SentenceName };

const Name = z
  .custom<SentenceName>((value) => typeof value === "string")
  .openapi({
    type: "string",
    description: "Stable name of the sentence, for translations. null: words of somebody else.",
    example: "too_small",
  });
const Params = z.record(z.string(), z.union([z.string(), z.number()])).openapi({
  description: "What stands in it.",
  example: { minimum: 1 },
});

export const Sentence = z
  .object({
    message: z.string().openapi({ description: "In English." }),
    sentence: Name.nullable(),
    params: Params,
  })
  .openapi("Sentence") satisfies z.ZodType<Said>;
export type Sentence = z.infer<typeof Sentence>;

/** Beside a `message`. Absent: it has no name. */
export const sentenceFields = { sentence: Name.nullable().optional(), params: Params.optional() };
