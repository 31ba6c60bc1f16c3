/** What every router of the relay's management API shares. */

import { OpenAPIHono } from "@hono/zod-openapi";
import type { RelayManagement } from "../../contract/management.ts";

/** Given with each request by whoever mounts the routes, so that the routes themselves hold no state. */
export interface ManageEnv {
  Bindings: {
    readonly relay: RelayManagement;
    /** Where the request comes from, reverse proxies that we trust seen through. */
    readonly origin: { readonly address: string };
  };
}

/** Problems of inputs are rendered by the application that mounts it. */
export function makeRouter(): OpenAPIHono<ManageEnv> {
  return new OpenAPIHono<ManageEnv>();
}
