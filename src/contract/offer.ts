/** Vendor keys in the environment and model servers on this machine: offered, never silently used. */

import { z } from "@hono/zod-openapi";

export const Offer = z
  .object({
    name: z.string().openapi({ description: "Name the provider would get." }),
    kind: z.enum(["env", "local"]),
    source: z.string().openapi({ description: "Name of the variable, or address of the server." }),
    protocol: z.string(),
    base_url: z.string(),
    command: z.string().openapi({ description: "Command line that accepts the offer." }),
  })
  .openapi("Offer");
export type Offer = z.infer<typeof Offer>;

export const OfferList = z.object({ offers: z.array(Offer) }).openapi("OfferList");
export type OfferList = z.infer<typeof OfferList>;
