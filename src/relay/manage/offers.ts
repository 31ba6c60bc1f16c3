import { createRoute } from "@hono/zod-openapi";
import { OfferList } from "../../contract/offer.ts";
import { jsonAnswer } from "../../contract/route.ts";
import { makeRouter } from "./router.ts";

const list = createRoute({
  method: "get",
  path: "/offers",
  tags: ["providers"],
  summary: "List vendor keys and model servers found on this machine",
  responses: {
    200: jsonAnswer("What could be added as a provider. Nothing of it is in use.", OfferList),
  },
});

export const offerRoutes = makeRouter().openapi(list, async (c) =>
  c.json({ offers: await c.env.relay.offers.list() }, 200),
);
