import { expect, test } from "bun:test";
import { forEachEngine } from "../../test/engines.ts";
import { NOW, requestRow, writeEntry } from "../../test/store-rows.ts";
import { listLedgerEntries } from "./ledger.ts";
import {
  CLOSE_REQUEST,
  OPEN_REQUEST,
  REQUEST_BODIES,
  closeRequestValues,
  getRequest,
  getRequestBodies,
  openRequestValues,
  requestBodiesValues,
  type RequestRow,
} from "./requests.ts";

/** Every column different, so that two swapped values cannot hide. */
const full: RequestRow = {
  id: "req_1",
  at: NOW,
  finished_at: NOW + 1,
  key_id: "key",
  account_id: "account",
  endpoint: "endpoint",
  model: "model",
  provider: "provider",
  upstream_model: "upstream",
  stream: 1,
  status: 200,
  error_code: "error",
  end_reason: "reason",
  prompt_tokens: 2,
  cached_tokens: 3,
  completion_tokens: 4,
  reasoning_tokens: 5,
  usage_json: '{"cacheWrite":1}',
  estimated: 6,
  reserved_nano: 7_000_000_000_000,
  cost_nano: 8_000_000_000_000,
  price_id: "price",
  attempts_json: null,
  attempts: 9,
  first_token_ms: 10.25,
  upstream_ms: 11.5,
  overhead_ms: 0.125,
  total_ms: 12.75,
  client_ip: "::1",
};

const opened: RequestRow = requestRow({
  id: full.id,
  at: full.at,
  key_id: full.key_id,
  account_id: full.account_id,
  endpoint: full.endpoint,
  model: full.model,
  provider: "first choice",
  upstream_model: "first model",
  stream: full.stream,
  reserved_nano: 70,
  price_id: "first price",
  client_ip: full.client_ip,
});

forEachEngine("hot statements", (open) => {
  test("open a request with what is known by then", async () => {
    const store = await open();
    store.writer.write(OPEN_REQUEST, openRequestValues(full));
    await store.writer.committed();
    expect(await getRequest(store, full.id)).toEqual({
      ...opened,
      provider: full.provider,
      upstream_model: full.upstream_model,
      reserved_nano: full.reserved_nano,
      price_id: full.price_id,
    });
  });

  test("close an open request, with what failing over changed", async () => {
    const store = await open();
    store.writer.write(OPEN_REQUEST, openRequestValues(opened));
    await store.writer.committed();
    store.writer.write(CLOSE_REQUEST, closeRequestValues(full));
    await store.writer.committed();
    expect(await getRequest(store, full.id)).toEqual(full);
  });

  test("close a request that was never opened, or was opened in the same batch", async () => {
    const store = await open();
    store.writer.write(CLOSE_REQUEST, closeRequestValues(full));
    const second = { ...full, id: "req_2" };
    store.writer.write(OPEN_REQUEST, openRequestValues(second));
    store.writer.write(CLOSE_REQUEST, closeRequestValues(second));
    await store.writer.committed();
    expect(await getRequest(store, full.id)).toEqual(full);
    expect(await getRequest(store, "req_2")).toEqual(second);
  });

  test("append to the ledger", async () => {
    const store = await open();
    const entry = {
      at: NOW,
      account_id: "account",
      key_id: "key",
      kind: "settle",
      source: "held",
      target: "revenue",
      amount_nano: 9_007_199_254_740_991,
      request_id: "req",
      price_id: "price",
      estimated: 1,
      note: 'it\'s \\ a "note"; drop table ledger_entries; --',
    };
    writeEntry(store, entry);
    await store.writer.committed();
    const [line] = await listLedgerEntries(store, { limit: 10 });
    expect(line).toMatchObject(entry);
  });

  test("store texts, even with a NUL in them", async () => {
    const store = await open();
    const bodies = {
      request_id: "req",
      request_text: '{"a":"§ 日本 🎈"}',
      response_text: "a'b\0c",
    };
    store.writer.write(REQUEST_BODIES, requestBodiesValues(bodies));
    await store.writer.committed();
    const found = await getRequestBodies(store, "req");
    expect(found?.request_text).toBe(bodies.request_text);
    expect(found?.response_text).toMatch(/^a'b.c$/su);
    expect(await getRequestBodies(store, "none")).toBeUndefined();
  });
});
