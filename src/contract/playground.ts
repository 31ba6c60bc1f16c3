/** Trying models from the console, on behalf of a key whose secret nobody but its holder knows. */

import { z } from "@hono/zod-openapi";

export const PlaygroundInput = z
  .strictObject({
    key: z.string().min(1).openapi({
      description: "Public id of the key that pays, and whose limits and models count.",
    }),
    request: z
      .looseObject({ model: z.string().min(1) })
      .openapi({ description: "The body of `POST /v1/chat/completions`." }),
  })
  .openapi("PlaygroundInput");
export type PlaygroundInput = z.infer<typeof PlaygroundInput>;
