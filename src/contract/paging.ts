/** Long lists come newest first in pages: `limit` rows, and a `next` cursor to give back as `before`. */

import { z } from "@hono/zod-openapi";
import { problem } from "./problem.ts";
import { TimeInput } from "./text.ts";

/** Query parameters arrive as text. */
const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, problem("must_be_whole"))
  .transform(Number);

export const Limit = wholeNumber
  .refine(
    (limit) => limit >= 1 && limit <= 1000,
    problem("not_between", { minimum: 1, maximum: 1000 }),
  )
  .optional()
  .openapi({
    type: "integer",
    minimum: 1,
    maximum: 1000,
    description: "Most rows to answer with. Absent: 50.",
  });

export const Before = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .openapi({ description: "The `next` of the page before this one. Absent: the newest rows." });

/** The cursor of a list that is in the order of names. */
export const BeforeName = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .openapi({ description: "The `next` of the page before this one. Absent: the first rows." });

/** The filter of a list that is in the order of names. */
export function nameFilter(what: string) {
  return {
    search: z
      .string()
      .max(200)
      .optional()
      .openapi({
        description: `Part of ${what}, in any case. What is called exactly so comes first, then what begins so.`,
      }),
    limit: Limit,
    before: BeforeName,
  };
}

/** How many rows there are. */
export const Total = z.int().openapi({ description: "How many match, on all pages together." });

export const Since = TimeInput.optional().openapi({
  description: "Only rows at or after this time.",
});
export const Until = TimeInput.optional().openapi({ description: "Only rows before this time." });

export const Next = z
  .string()
  .nullable()
  .openapi({ description: "Give it as `before` for the next page; null: this is the last one." });

/** A number in a query. */
export const QueryNumber = wholeNumber.openapi({ type: "integer" });

/** Yes or no in a query. */
export const QueryFlag = z
  .enum(["true", "false"], problem("must_be_boolean"))
  .transform((text) => text === "true")
  .openapi({ type: "boolean" });
