/** Models by the public names that clients ask for. */

import { z } from "@hono/zod-openapi";
import { Price } from "./price.ts";

export const Model = z
  .object({
    id: z.string(),
    targets: z
      .array(
        z.object({
          provider: z.string(),
          upstream_id: z.string(),
          free: z.boolean(),
          price: Price,
        }),
      )
      .openapi({ description: "Where the model is served, in the order it is tried." }),
  })
  .openapi("Model");
export type Model = z.infer<typeof Model>;

export const ModelList = z.object({ models: z.array(Model) }).openapi("ModelList");
export type ModelList = z.infer<typeof ModelList>;
