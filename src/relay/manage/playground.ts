import { createRoute, z } from "@hono/zod-openapi";
import { PlaygroundInput } from "../../contract/playground.ts";
import { jsonBody } from "../../contract/route.ts";
import { makeRouter } from "./router.ts";

const chat = createRoute({
  method: "post",
  path: "/playground",
  tags: ["playground"],
  summary: "Ask a model on behalf of a key",
  description:
    "What `POST /v1/chat/completions` answers to the holder of the key: the same limits, models, log and bill. The " +
    "key's secret is not needed and not told. The call's id is in `x-parley-request-id`.",
  request: jsonBody(PlaygroundInput),
  responses: {
    200: {
      description: "The answer; a stream of events when `request.stream` is true.",
      content: { "text/event-stream": { schema: z.string() } },
    },
  },
});

export const playgroundRoutes = makeRouter().openapi(chat, (c) =>
  c.env.relay.playground.chat(c.req.valid("json"), {
    address: c.env.origin.address,
    signal: c.req.raw.signal,
  }),
);
