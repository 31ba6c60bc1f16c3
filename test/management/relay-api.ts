/** The management API over the real relay, every answer held against its contract. */

import { expect } from "bun:test";
import type { z } from "@hono/zod-openapi";
import { configSchema } from "../../src/base/config.ts";
import { silentLog } from "../../src/base/log.ts";
import { openRelay, type Relay } from "../../src/relay/relay.ts";
import type { Store } from "../../src/store/store.ts";
import { makeTestApi, type TestApi } from "./api.ts";
import { makeTestHome } from "./store.ts";

export type Ask = <Schema extends z.ZodType>(
  schema: Schema,
  method: string,
  path: string,
  body?: unknown,
) => Promise<z.infer<Schema>>;

export interface RelayApi {
  readonly relay: Relay;
  readonly api: TestApi;
  readonly ask: Ask;
}

export async function openApi(store: Store, home = makeTestHome()): Promise<RelayApi> {
  const config = { ...configSchema.parse({}), home, secretKey: undefined };
  const relay = await openRelay({ store, config, log: silentLog });
  const api = makeTestApi(store, { relay: relay.management });
  const ask: Ask = async (schema, method, path, body) => {
    const answer = await api.asLocal<unknown>(method, `/api/relay${path}`, body);
    // Parsing is strict about what is there; the comparison is strict about what is not.
    const parsed = schema.safeParse(answer.body);
    if (!parsed.success)
      throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}\n${parsed.error}`);
    expect<unknown>(parsed.data).toEqual(answer.body);
    return parsed.data;
  };
  return { relay, api, ask };
}
