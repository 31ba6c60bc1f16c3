import { createRoute } from "@hono/zod-openapi";
import { CheckInput, CheckReport } from "../../contract/check.ts";
import { jsonAnswer, jsonBody } from "../../contract/route.ts";
import { makeRouter } from "./router.ts";

const run = createRoute({
  method: "post",
  path: "/check",
  tags: ["providers"],
  summary: "Try an endpoint and tell what works there",
  description:
    "Tries the forms of its address and every protocol with small calls, which cost what the endpoint charges for " +
    "them. Takes from a second to three minutes. Nothing is stored.",
  request: jsonBody(CheckInput),
  responses: {
    200: jsonAnswer(
      "What was tried. An endpoint that does not work is an answer too.",
      CheckReport,
    ),
  },
});

export const checkRoutes = makeRouter().openapi(run, async (c) =>
  c.json(await c.env.relay.checks.run(c.req.valid("json")), 200),
);
