/** The one shape of every error of the management API. */

import { z } from "@hono/zod-openapi";
import { sentenceFields } from "./sentence.ts";

export const ErrorBody = z
  .object({
    error: z.object({
      message: z
        .string()
        .openapi({ description: "A sentence for people: what is wrong and what to do." }),
      ...sentenceFields,
      type: z.string(),
      param: z.string().nullable().openapi({ description: "The field at fault, as a path." }),
      code: z.string().nullable().openapi({ description: "See docs/reference/errors.md." }),
      problems: z
        .array(z.object({ path: z.string(), message: z.string(), ...sentenceFields }))
        .optional()
        .openapi({ description: "Every problem of the input, when it is the input's fault." }),
      request_id: z.string().openapi({ description: "Finds the request in the log." }),
    }),
  })
  .openapi("Error");
export type ErrorBody = z.infer<typeof ErrorBody>;
