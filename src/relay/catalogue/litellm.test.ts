import { describe, expect, test } from "bun:test";
import { parseKeepingText } from "./decimal.ts";
import { type Conversion, convertLitellm, isCostKey } from "./litellm.ts";

/** Through text and back, as a file comes in. */
function convert(rows: Record<string, unknown>): Conversion {
  return convertLitellm(
    parseKeepingText(JSON.stringify(rows), isCostKey) as Record<string, unknown>,
  );
}

const chat = { litellm_provider: "openai", mode: "chat" };
const priced = { ...chat, input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 };
const entryOf = (conversion: Conversion, vendor: string, id: string) =>
  conversion.vendors.get(vendor)?.get(id);

describe("names", () => {
  const cases: readonly (readonly [name: string, provider: string, vendor: string, id: string])[] =
    [
      ["gpt-4o", "openai", "openai", "gpt-4o"],
      ["gemini/gemini-2.5-pro", "gemini", "gemini", "gemini-2.5-pro"],
      ["openrouter/openai/gpt-4o", "openrouter", "openrouter", "openai/gpt-4o"],
      ["vertex_ai/claude@1", "vertex_ai-anthropic_models", "vertex_ai", "claude@1"],
      ["azure/gpt-35-turbo-instruct", "azure_text", "azure", "gpt-35-turbo-instruct"],
      ["davinci-002", "text-completion-openai", "openai", "davinci-002"],
      ["amazon.nova-lite-v1:0", "bedrock_converse", "bedrock", "amazon.nova-lite-v1:0"],
      ["amazon-nova/nova-pro-v1", "amazon_nova", "amazon_nova", "nova-pro-v1"],
    ];
  test.each(cases)("%s of %s", (name, provider, vendor, id) => {
    const conversion = convert({ [name]: { ...priced, litellm_provider: provider } });
    expect(entryOf(conversion, vendor, id)).toMatchObject({ vendor, id });
  });

  test("of two rows for one model, the one that names its vendor wins, in either order", () => {
    const bare = { ...priced, litellm_provider: "deepseek" };
    const named = { ...bare, input_cost_per_token: 5e-7 };
    for (const rows of [
      { "deepseek-chat": bare, "deepseek/deepseek-chat": named },
      { "deepseek/deepseek-chat": named, "deepseek-chat": bare },
    ]) {
      expect(entryOf(convert(rows), "deepseek", "deepseek-chat")?.price?.input).toBe(500_000_000);
    }
  });
});

describe("prices", () => {
  const priceOf = (row: Record<string, unknown>, name = "m") =>
    entryOf(convert({ [name]: { max_input_tokens: 1, ...row } }), "openai", name)?.price;

  test("zero means unknown, never free", () => {
    expect(priceOf({ ...chat, input_cost_per_token: 0, output_cost_per_token: 0 })).toBeUndefined();
    expect(
      priceOf({ ...chat, input_cost_per_token: 1e-6, output_cost_per_token: 0 }),
    ).toBeUndefined();
    expect(priceOf({ ...priced, cache_creation_input_token_cost: 0 })).toEqual({
      input: 1_000_000_000,
      output: 2_000_000_000,
    });
  });

  test("rates that say nothing new are not written", () => {
    const same = { cache_read_input_token_cost: 1e-6, output_cost_per_reasoning_token: 2e-6 };
    expect(priceOf({ ...priced, ...same })).toEqual({
      input: 1_000_000_000,
      output: 2_000_000_000,
    });
  });

  test("an hour's cache write of Claude is twice its input, in every tier", () => {
    const row = {
      ...priced,
      cache_creation_input_token_cost: 1.25e-6,
      cache_creation_input_token_cost_above_1hr: 6e-6,
      input_cost_per_token_above_200k_tokens: 3e-6,
      cache_creation_input_token_cost_above_200k_tokens: 3.75e-6,
    };
    expect(priceOf(row, "claude-x")).toEqual({
      input: 1_000_000_000,
      output: 2_000_000_000,
      cacheWrite5m: 1_250_000_000,
      cacheWrite1h: 2_000_000_000,
      tiers: [
        {
          above: 200_000,
          input: 3_000_000_000,
          cacheWrite5m: 3_750_000_000,
          cacheWrite1h: 6_000_000_000,
        },
      ],
    });
    expect(priceOf(row)?.cacheWrite1h).toBe(6_000_000_000);
  });

  test("a tier of a price that does not exist without it is left out", () => {
    const row = {
      ...priced,
      input_cost_per_token_above_128k_tokens: 4e-6,
      cache_creation_input_token_cost_above_128k_tokens: 5e-7,
    };
    expect(priceOf(row)?.tiers).toEqual([{ above: 128_000, input: 4_000_000_000 }]);
  });

  test("priority and flex prices are no tiers", () => {
    expect(
      priceOf({ ...priced, input_cost_per_token_above_272k_tokens_priority: 9e-6 })?.tiers,
    ).toBeUndefined();
  });

  test("priority and flex prices are classes of service, with tiers of their own", () => {
    const row = {
      ...priced,
      cache_read_input_token_cost: 1e-7,
      input_cost_per_token_above_200k_tokens: 2e-6,
      input_cost_per_token_priority: 2e-6,
      output_cost_per_token_priority: 4e-6,
      cache_read_input_token_cost_priority: 2e-7,
      cache_creation_input_token_cost_priority: 9e-6,
      input_cost_per_token_above_200k_tokens_priority: 8e-6,
      input_cost_per_token_flex: 5e-7,
      output_cost_per_token_flex: 1e-6,
    };
    expect(priceOf(row)?.services).toEqual({
      priority: {
        input: 2_000_000_000,
        output: 4_000_000_000,
        cached: 200_000_000,
        tiers: [{ above: 200_000, input: 8_000_000_000 }],
      },
      flex: { input: 500_000_000, output: 1_000_000_000 },
    });
    expect(priceOf({ ...priced, input_cost_per_token_priority: 2e-6 })?.services).toBeUndefined();
  });

  test("what a fast answer multiplies the price by is kept, what is no number is not", () => {
    const row = { ...priced, provider_specific_entry: { us: 1.1, fast: 6, schema: "titan" } };
    expect(priceOf(row)?.multipliers).toEqual({ us: 1100, fast: 6000 });
    expect(priceOf({ ...priced, provider_specific_entry: { schema: "x" } })).not.toHaveProperty(
      "multipliers",
    );
  });

  test("ranges become a price and its tiers, whatever their order", () => {
    const ranges = [
      { range: [32000.0, 128000.0], input_cost_per_token: 5e-7, output_cost_per_token: 2e-6 },
      { range: [0, 32000.0], input_cost_per_token: 3e-7, output_cost_per_token: 1.5e-6 },
    ];
    expect(priceOf({ ...chat, tiered_pricing: ranges })).toEqual({
      input: 300_000_000,
      output: 1_500_000_000,
      tiers: [{ above: 32_000, input: 500_000_000, output: 2_000_000_000 }],
    });
  });

  const units: readonly (readonly [mode: string, row: Record<string, number>, price: unknown])[] = [
    [
      "audio_transcription",
      { input_cost_per_second: 1e-4, output_cost_per_second: 1e-4 },
      { perSecond: 1e11 },
    ],
    ["audio_speech", { input_cost_per_character: 1.5e-5 }, { perCharacter: 15_000_000_000 }],
    ["image_generation", { input_cost_per_image: 0.04 }, { perImage: 4e13 }],
    [
      "image_generation",
      { output_cost_per_image: 0.13, output_cost_per_image_token: 1.2e-4 },
      { imageOutput: 120_000_000_000 },
    ],
    ["rerank", { input_cost_per_query: 0.002, input_cost_per_token: 0 }, { perRequest: 2e12 }],
    ["embedding", { input_cost_per_token: 2e-8, output_cost_per_token: 0 }, { input: 20_000_000 }],
  ];
  test.each(units)("%s %j", (mode, row, price) => {
    expect(priceOf({ ...chat, mode, ...row })).toEqual(price as never);
  });
});

describe("rows that are not taken", () => {
  const leftOut: readonly (readonly [name: string, row: Record<string, unknown>])[] = [
    [
      "high/1024-x-1024/gpt-image-1",
      { ...chat, mode: "image_generation", input_cost_per_image: 1 },
    ],
    ["azure/eu/gpt-4o", { ...priced, litellm_provider: "azure" }],
    ["bedrock/us-west-2/claude", { ...priced, litellm_provider: "bedrock" }],
    ["together-ai-4.1b-8b", { ...priced, litellm_provider: "together_ai" }],
    ["ollama/llama3", { ...priced, litellm_provider: "ollama" }],
    ["sora", { ...priced, mode: "video_generation" }],
    ["nothing-known", { ...chat, input_cost_per_token: 0 }],
  ];
  test.each(leftOut)("%s", (name, row) => {
    const conversion = convert({ [name]: row });
    expect([...conversion.vendors]).toEqual([]);
    expect(conversion.leftOut.map((skipped) => skipped.name)).toEqual([name]);
  });

  test("the table's notes about itself are passed over", () => {
    const notes = { sample_spec: { ...chat, max_tokens: "text" }, rules: { list: [] } };
    expect(convert({ ...notes, m: priced })).toMatchObject({ problems: [], leftOut: [] });
  });

  test("an absurd price leaves out its row and says so", () => {
    const { vendors, absurd, problems } = convert({
      far: { ...priced, input_cost_per_token: 0.01 },
      upside: { ...priced, input_cost_per_token: 1e-4, output_cost_per_token: 1e-8 },
      endless: { ...priced, output_cost_per_token: 1e30 },
      embed: { ...chat, mode: "embedding", input_cost_per_token: 1e-4 },
      good: priced,
    });
    expect([...(vendors.get("openai")?.keys() ?? [])]).toEqual(["good"]);
    expect(absurd.map(({ name }) => name)).toEqual(["far", "upside", "endless", "embed"]);
    expect(problems).toEqual([]);
  });

  test("malformed values are problems, all of them", () => {
    const { problems } = convert({
      a: { ...priced, input_cost_per_token: -1e-6, output_cost_per_token: "cheap" },
      b: { ...priced, max_input_tokens: "many" },
      c: "not a row",
      d: { ...priced, cache_read_input_token_cost: { usd: 1 } },
    });
    expect(problems.map(({ path }) => path)).toEqual([
      "a.input_cost_per_token",
      "a.output_cost_per_token",
      "b.max_input_tokens",
      "c",
      "d.cache_read_input_token_cost",
    ]);
  });
});
