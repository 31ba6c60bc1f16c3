import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type FakeVendor, startFakeVendor } from "../../test/fakes/vendor/server.ts";
import { DIALECTS } from "./dialects/index.ts";
import { messages } from "./dialects/messages/index.ts";
import { responses } from "./dialects/responses/index.ts";
import { makePassedHeaders } from "./passed-headers.ts";
import { sendUpstream } from "./upstream.ts";

const key = { "x-api-key": "k", "anthropic-version": "2023-06-01" };
const pass = (own: Record<string, string>, client: Record<string, string>) =>
  makePassedHeaders({
    headers: { ...key, ...own },
    own,
    passed: messages.passedHeaders ?? [],
  })(new Headers(client));

describe("a messages client's headers before a vendor of messages", () => {
  test("its beta features and its version of the wire reach the vendor", () => {
    const client = { "Anthropic-Beta": "files-1, mcp-2", "anthropic-version": "2026-10-21" };
    expect(pass({}, client)).toEqual({
      "x-api-key": "k",
      "anthropic-version": "2026-10-21",
      "anthropic-beta": "files-1,mcp-2",
    });
  });

  test("what a person has set on the provider stays, beta features add up", () => {
    const own = { "Anthropic-Beta": "context-1m", "anthropic-version": "2024-01-01" };
    const client = { "anthropic-beta": "files-1,context-1m", "anthropic-version": "2026-10-21" };
    const merged = new Headers(pass(own, client));
    expect(merged.get("anthropic-beta")).toBe("context-1m,files-1");
    expect(merged.get("anthropic-version")).toBe("2024-01-01");
  });

  test("nothing else of the client travels along, its key least of all", () => {
    const client = {
      "x-api-key": "theirs",
      authorization: "Bearer x",
      cookie: "c",
      "x-other": "y",
    };
    expect(pass({}, client)).toEqual(key);
    expect(pass({}, { ...client, "anthropic-beta": "a" })).toEqual({
      ...key,
      "anthropic-beta": "a",
    });
  });

  test("the same object comes for the same values, and the vendor's own for none", () => {
    const headers = { ...key };
    const of = makePassedHeaders({ headers, own: {}, passed: messages.passedHeaders ?? [] });
    expect(of(new Headers())).toBe(headers);
    expect(of(new Headers({ "anthropic-beta": "a" }))).toBe(
      of(new Headers({ "anthropic-beta": "a" })),
    );
    expect(of(new Headers({ "anthropic-beta": "x".repeat(9000) }))).toBe(headers);
    for (let i = 0; i < 1000; i++) of(new Headers({ "anthropic-beta": `b${i}` }));
    expect(of(new Headers({ "anthropic-beta": "a" }))["anthropic-beta"]).toBe("a");
  });
});

describe("at the vendor", () => {
  let vendor: FakeVendor;
  beforeAll(async () => {
    vendor = await startFakeVendor();
  });
  afterAll(() => vendor.stop());

  test("the headers arrive", async () => {
    const body = { model: "m", max_tokens: 5, messages: [{ role: "user", content: "hi" }] };
    const headers = pass({}, { "anthropic-beta": "a,b", "anthropic-version": "2026-10-21" });
    const url = messages.operationUrl(`${vendor.url}/v1`, "chat", "m", false);
    await sendUpstream({ url, headers, body: JSON.stringify(body), stream: false });
    expect(vendor.requests.at(-1)?.headers).toMatchObject({
      "anthropic-beta": "a,b",
      "anthropic-version": "2026-10-21",
      "x-api-key": "k",
    });
  });
});

test("dialects pass no header that carries a key", () => {
  const names = DIALECTS.flatMap((dialect) => dialect.passedHeaders ?? []).map(({ name }) => name);
  expect(names.toSorted()).toEqual(["anthropic-beta", "anthropic-version", "openai-beta"]);
  expect(responses.passedHeaders).toEqual([{ name: "openai-beta", list: true }]);
});
