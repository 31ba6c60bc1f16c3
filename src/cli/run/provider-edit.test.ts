import { describe, expect, test } from "bun:test";
import { failureOf, line, runCommand as run } from "../../../test/cli-fake-api.ts";
import { UsageError } from "../usage-error.ts";

const PRICE = {
  id: "price_1",
  catalogue: null,
  input_usd: "1.00",
  output_usd: "2.00",
  cached_usd: "0.50",
  cache_write_usd: "1.00",
  cache_write_1h_usd: "1.00",
  reasoning_usd: "2.00",
  tiers: [],
};
const TARGET = {
  priority: 0,
  weight: 1,
  health: { breaker: "closed", retry_in_ms: 0, latency_ms: null },
};
const PROVIDER = {
  name: "up",
  protocol: "openai-completions",
  base_url: "http://127.0.0.1:9/v1",
  keys: [{ id: "vk_1", tail: "wxyz", state: "ready", until: null }],
  headers: [],
  quirks: {},
  health: { state: "untried", latency_ms: null },
  model_count: 3,
  builtin: false,
  created_at: "2026-01-01T00:00:00.000Z",
};
const MODELS = [
  { id: "a", upstream_id: "a-1", ...TARGET, free: false, price: PRICE },
  { id: "b", upstream_id: "b", ...TARGET, free: true, price: PRICE },
  {
    id: "d",
    upstream_id: "d",
    ...TARGET,
    free: false,
    price: { ...PRICE, catalogue: "2026-01-01-abcdef12" },
  },
];
const LISTED = { "GET /api/relay/providers/up/models": { models: MODELS, next: null, total: 3 } };
const ADD = { "POST /api/relay/providers": PROVIDER, ...LISTED };

describe("relay provider add", () => {
  test("sends what the flags say", async () => {
    const { calls } = await run(
      [
        ...line(
          "relay provider add up --protocol vendorA-completions --base-url http://127.0.0.1:9/v1 --api-key k1 --api-key k2",
        ),
        ...line(
          "--model a --model b=c --price-in 0.15 --price-out 2 --price-cached 0.075 --header",
        ),
        "X-Tenant: a: b",
      ],
      ADD,
    );
    const prices = { price_in: "0.15", price_out: "2", price_cached: "0.075" };
    expect(calls.slice(0, 1)).toEqual([
      {
        method: "POST",
        path: "/api/relay/providers",
        body: {
          name: "up",
          protocol: "vendorA-completions",
          base_url: "http://127.0.0.1:9/v1",
          api_keys: ["k1", "k2"],
          headers: { "X-Tenant": "a: b" },
          models: [
            { id: "a", upstream_id: undefined, ...prices },
            { id: "b", upstream_id: "c", ...prices },
          ],
        },
      },
    ]);
  });

  test("takes prices of sound, pictures and pieces", async () => {
    const { calls } = await run(
      line(
        "relay provider add openai --model a --price-in 1 --price-out 2 --price-audio-in 10 --price-audio-out 20 " +
          "--price-image-in 3 --price-image-out 4 --price-per-request 0.001 --price-per-second 0.0001",
      ),
      ADD,
    );
    expect(calls[0]?.body).toMatchObject({
      models: [
        {
          id: "a",
          price_in: "1",
          price_out: "2",
          price_audio_in: "10",
          price_audio_out: "20",
          price_image_in: "3",
          price_image_out: "4",
          price_per_request: "0.001",
          price_per_second: "0.0001",
        },
      ],
    });
    const drawn = await run(
      line("relay provider add openai --model d --price-per-image 0.04"),
      ADD,
    );
    const body = JSON.parse(JSON.stringify(drawn.calls[0]?.body)) as { models: unknown };
    expect(body.models).toEqual([{ id: "d", price_per_image: "0.04" }]);
  });

  test("fills protocol and address from the preset named by the provider or by --preset", async () => {
    const { calls } = await run(line("relay provider add ollama --model llama --free"), ADD);
    expect(calls[0]?.body).toMatchObject({
      protocol: "openai-completions",
      base_url: "http://127.0.0.1:11434/v1",
    });
    const named = await run(
      line("relay provider add second --preset openai --api-key k --model m --free"),
      ADD,
    );
    expect(named.calls[0]?.body).toMatchObject({
      name: "second",
      base_url: "https://api.openai.com/v1",
    });
  });

  test("leaves the price to the catalogue when none is given", async () => {
    const { calls } = await run(line("relay provider add openai --model gpt-5-mini"), ADD);
    const body = JSON.parse(JSON.stringify(calls[0]?.body)) as { models: unknown };
    expect(body.models).toEqual([{ id: "gpt-5-mini" }]);
  });

  test("sends quirks as the check of an endpoint words them", async () => {
    const { calls } = await run(
      line(
        "relay provider add openai --model m --free --quirk no_prefill --quirk rejected_fields=seed,user",
      ),
      ADD,
    );
    expect(calls[0]?.body).toMatchObject({
      quirks: { no_prefill: true, rejected_fields: ["seed", "user"] },
    });
  });

  test("flags win over the preset", async () => {
    const { calls } = await run(
      line("relay provider add openai --base-url http://proxy/v1 --model m --free"),
      ADD,
    );
    expect(calls[0]?.body).toMatchObject({ base_url: "http://proxy/v1" });
  });

  test.each([
    ["relay provider add mine --model a --free", "--protocol and --base-url must be given"],
    ["relay provider add mine --preset nobody --model a --free", "--preset must be one of openai"],
    ["relay provider add openai", "--model gpt-5-mini --price-in 0.25"],
    ["relay provider add openai --model a --price-in 1", "both --price-in and --price-out"],
    ["relay provider add openai --model a --price-reasoning 1", "both --price-in and --price-out"],
    ["relay provider add openai --model a --price-audio-in 1", "both --price-in and --price-out"],
    ["relay provider add openai --model a --free --price-per-image 1", "either --free or prices"],
    ["relay provider add openai --model a --free --price-in 1", "either --free or prices"],
    ["relay provider add openai --model =a --free", "--model must be ID or ID=UPSTREAM_ID"],
    ["relay provider add openai --model a --free --header nope", '--header must be "NAME: VALUE"'],
    [
      "relay provider add openai --model a --free --api-key env:PARLEY_TEST_NO_SUCH",
      "PARLEY_TEST_NO_SUCH is not set",
    ],
  ])("%s -> %s", async (text, message) => {
    const failure = await failureOf(run(line(text), ADD));
    expect(failure).toBeInstanceOf(UsageError);
    expect(failure.message).toContain(message);
  });
});

function sent(calls: readonly { readonly method: string; readonly body: unknown }[]): unknown {
  return calls.find(({ method }) => method === "PATCH")?.body;
}

describe("relay provider edit", () => {
  const answers = {
    ...LISTED,
    "PATCH /api/relay/providers/up": PROVIDER,
  };

  test("sends only a new price when only a price changes", async () => {
    const { calls } = await run(
      line("relay provider edit up --model a --price-in 3 --price-out 4"),
      answers,
    );
    expect(sent(calls)).toEqual({
      prices: [{ id: "a", price_in: "3", price_out: "4" }],
    });
  });

  test("takes quirks away with none", async () => {
    const { calls } = await run(line("relay provider edit up --quirk none"), answers);
    expect(sent(calls)).toEqual({ quirks: {} });
  });

  test("only what joins and what leaves is sent, and the answer shows all", async () => {
    const { calls, text } = await run(
      line("relay provider edit up --model c=c-1 --free --remove-model b"),
      answers,
    );
    expect(sent(calls)).toEqual({
      add_models: [{ id: "c", upstream_id: "c-1", free: true }],
      remove_models: ["b"],
    });
    expect(text).toContain("a-1");
  });

  test("says what is missing", async () => {
    expect((await failureOf(run(line("relay provider edit up"), answers))).message).toContain(
      "Say what to change",
    );
    expect(
      (await failureOf(run(line("relay provider edit up --price-in 1 --price-out 1"), answers)))
        .message,
    ).toContain("--model");
  });
});
