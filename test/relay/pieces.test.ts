/** Bills of what is not paid by the plain token: at the table's rate, for what the vendor reports, to the nano-dollar. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { ProviderInput } from "../../src/contract/provider.ts";
import { costOf, readPrice } from "../../src/relay/pricing.ts";
import { readUsage } from "../../src/relay/usage-record.ts";
import { getRequest } from "../../src/store/requests.ts";
import { queries } from "../../src/store/store.ts";
import { lastRequest, post, startRelay, type TestKey, type TestRelay } from "./harness.ts";

let relay: TestRelay;
let key: TestKey;
let vendor: Bun.Server<undefined>;
let answer: () => Response = () => Response.json({});

/** Prices of these names come from the catalogue, by the provider's name. */
const MODELS: Readonly<Record<string, readonly string[]>> = {
  openai: [
    "whisper-1",
    "tts-1",
    "gpt-4o-mini-tts",
    "dall-e-3",
    "gpt-image-1",
    "gpt-4o-transcribe",
    "gpt-5",
    "gpt-5-mini",
    "gpt-4o-audio-preview",
  ],
  cohere: ["rerank-v3.5"],
  jina_ai: ["jina-reranker-v2-base-multilingual"],
};

beforeAll(async () => {
  vendor = Bun.serve({ port: 0, fetch: () => answer() });
  relay = await startRelay();
  for (const [name, models] of Object.entries(MODELS)) {
    const input: ProviderInput = {
      name,
      protocol: "openai-completions",
      base_url: `http://127.0.0.1:${vendor.port}`,
      api_keys: ["k"],
      models: models.map((id) => ({ id })),
    };
    await relay.relay.management.providers.add(input);
  }
});
beforeEach(async () => {
  key = await relay.key({ usd: "100" });
});
afterAll(async () => {
  await relay.stop();
  await vendor.stop(true);
});

/** The newest bill, computed again from nothing but the row and the price that it names. */
async function audited(): Promise<Awaited<ReturnType<typeof lastRequest>>> {
  const shown = await lastRequest(relay, key);
  const row = await getRequest(relay.store, shown.id);
  const price = await queries(relay.store)
    .selectFrom("prices")
    .selectAll()
    .where("id", "=", row.price_id)
    .executeTakeFirstOrThrow();
  expect(costOf(readUsage(row), readPrice(price))).toBe(row.cost_nano);
  return shown;
}

async function bill(
  path: string,
  body: object | FormData,
): Promise<{ cost: number; estimated: boolean }> {
  const response = await fetch(`${relay.url}/v1/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key.key}` },
    body: body instanceof FormData ? body : JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  await response.arrayBuffer();
  const row = await audited();
  expect(row.reserved_nano).toBeGreaterThanOrEqual(row.cost_nano);
  expect(row.entries.find(({ kind }) => kind === "settle")?.price_id).toMatch(/^price/);
  return { cost: row.cost_nano, estimated: row.estimated };
}

const USD = 1_000_000_000;

interface WavFields {
  readonly format?: number;
  /** The format is named at the end, as for 24 bits. */
  readonly extended?: boolean;
  readonly rate?: number;
  readonly bits?: number;
  readonly byteRate?: number;
  readonly sound?: number;
  readonly dataSize?: number;
  /** Bytes of a chunk before and after those that matter. */
  readonly before?: number;
  readonly after?: number;
}

function chunk(name: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(8 + bytes.length + (bytes.length % 2));
  made.set(new TextEncoder().encode(name));
  new DataView(made.buffer).setUint32(4, bytes.length, true);
  made.set(bytes, 8);
  return made;
}

describe("by the piece", () => {
  test("pictures, as many as came", async () => {
    answer = () => Response.json({ created: 1, data: [{ url: "a" }, { url: "b" }] });
    expect(await bill("images/generations", { model: "dall-e-3", prompt: "x", n: 3 })).toEqual({
      cost: 2 * 0.04 * USD,
      estimated: false,
    });
  });

  test("characters that were spoken, each once however it is encoded", async () => {
    answer = () => new Response(new Uint8Array(9), { headers: { "content-type": "audio/mpeg" } });
    const input = "Grüße 🎉";
    expect(await bill("audio/speech", { model: "tts-1", voice: "a", input })).toEqual({
      cost: 7 * 15_000,
      estimated: false,
    });
  });

  test("queries, as the vendor counts them, else by their documents", async () => {
    answer = () => Response.json({ results: [], meta: { billed_units: { search_units: 3 } } });
    const ask = {
      model: "rerank-v3.5",
      query: "q",
      documents: Array.from({ length: 250 }, String),
    };
    expect(await bill("rerank", ask)).toEqual({ cost: 3 * 0.002 * USD, estimated: false });
    answer = () => Response.json({ results: [] });
    expect((await bill("rerank", ask)).cost).toBe(3 * 0.002 * USD);
    expect((await bill("rerank", { ...ask, documents: ["a"] })).cost).toBe(0.002 * USD);
  });

  test("a reranker that is paid by the token is billed its tokens", async () => {
    answer = () => Response.json({ results: [], usage: { total_tokens: 20 } });
    const ask = { model: "jina-reranker-v2-base-multilingual", query: "q", documents: ["a"] };
    expect(await bill("rerank", ask)).toEqual({ cost: 20 * 18, estimated: false });
  });

  describe("seconds that were heard", () => {
    const form = (name: string, bytes: Uint8Array<ArrayBuffer>): FormData => {
      const made = new FormData();
      made.set("model", "whisper-1");
      made.set("file", new File([bytes], name));
      return made;
    };
    /** 20,000 bytes of 8 kHz, 8 bits, unless told otherwise: two and a half seconds. */
    const wav = (fields: WavFields = {}): Uint8Array<ArrayBuffer> => {
      const { format = 1, rate = 8000, bits = 8, sound = 20_000, extended } = fields;
      const { byteRate = (rate * bits) / 8, dataSize = sound, before = 0, after = 0 } = fields;
      const fmt = chunk("fmt ", new Uint8Array(extended ? 40 : 16));
      const head = new DataView(fmt.buffer);
      head.setUint16(8, extended ? 0xff_fe : format, true);
      head.setUint16(10, 1, true);
      head.setUint32(12, rate, true);
      head.setUint32(16, byteRate, true);
      head.setUint16(20, bits / 8, true);
      head.setUint16(22, bits, true);
      if (extended) head.setUint16(32, format, true);
      const data = chunk("data", new Uint8Array(sound));
      new DataView(data.buffer).setUint32(4, dataSize, true);
      const list = (size: number) => (size === 0 ? [] : [chunk("LIST", new Uint8Array(size))]);
      const body = [...list(before), fmt, data, ...list(after)];
      const size = body.reduce((sum, part) => sum + part.length, 4);
      const start = chunk("RIFF", new TextEncoder().encode("WAVE"));
      new DataView(start.buffer).setUint32(4, size, true);
      return new Uint8Array(Buffer.concat([start, ...body]));
    };
    const mp3 = new Uint8Array(160_000);

    test.each([
      ["as its usage says", { text: "a", usage: { type: "duration", seconds: 12 } }, 12],
      ["as a verbose answer says", { text: "a", duration: 8.47, segments: [] }, 8.47],
      ["as an older one says", { text: "a", duration: "3.5" }, 3.5],
      [
        "as Mistral says beside its tokens",
        { text: "a", usage: { prompt_audio_seconds: 23, prompt_tokens: 4, completion_tokens: 6 } },
        23,
      ],
    ])("%s", async (_how, body, seconds) => {
      answer = () => Response.json(body);
      expect(await bill("audio/transcriptions", form("a.mp3", mp3))).toEqual({
        cost: Math.round(seconds * 100_000),
        estimated: false,
      });
    });

    test("as the recording is long, where the answer does not say: exactly, or estimated", async () => {
      answer = () => new Response("hello", { headers: { "content-type": "text/plain" } });
      expect(await bill("audio/translations", form("a.wav", wav()))).toEqual({
        cost: 2.5 * 100_000,
        estimated: false,
      });
      expect(await bill("audio/translations", form("a.mp3", mp3))).toEqual({
        cost: 10 * 100_000,
        estimated: true,
      });
    });

    const plain = () => new Response("hello", { headers: { "content-type": "text/plain" } });

    test.each<[string, WavFields, number]>([
      ["with chunks around the sound, one of an odd size", { before: 301, after: 26 }, 2.5],
      ["16 bits", { bits: 16, rate: 16_000, sound: 64_000 }, 2],
      ["floats", { format: 3, bits: 32, sound: 64_000 }, 2],
      ["24 bits", { extended: true, bits: 24, sound: 48_000 }, 2],
      ["of a telephone", { format: 7, sound: 8000 }, 1],
    ])("a WAV file is measured: %s", async (_what, fields, seconds) => {
      answer = plain;
      expect(await bill("audio/transcriptions", form("a.wav", wav(fields)))).toEqual({
        cost: Math.round(seconds * 100_000),
        estimated: false,
      });
    });

    test.each<[string, WavFields]>([
      ["a byte rate that its samples contradict", { byteRate: 4_000_000_000 }],
      ["more sound than the file has", { dataSize: 4_000_000_000 }],
      ["less sound than follows", { dataSize: 20 }],
      ["no sound, and then some", { dataSize: 0 }],
      ["sound hidden in another chunk", { sound: 20, after: 20_000 }],
      ["samples of a size that their format cannot have", { format: 7, bits: 64 }],
      ["samples that nobody can hear", { rate: 400_000_000 }],
      ["compressed sound", { format: 0x11 }],
    ])("a transcription is not had for nothing by a WAV file with %s", async (_lie, fields) => {
      answer = plain;
      const bytes = wav(fields);
      expect(await bill("audio/transcriptions", form("a.wav", bytes))).toEqual({
        cost: Math.ceil((bytes.length / 16_000) * 1000) * 100,
        estimated: true,
      });
    });

    test("a WAV file of a million empty chunks, or cut short, is guessed too", async () => {
      answer = plain;
      const start = wav().slice(0, 12);
      const empty = new Uint8Array(1_000_000 * 8);
      const many = new Uint8Array(Buffer.concat([start, empty, wav().slice(12)]));
      for (const bytes of [many, wav().slice(0, 30), start, wav().slice(0, 44)])
        expect((await bill("audio/transcriptions", form("a.wav", bytes))).estimated).toBe(true);
    });

    describe("a recording that Parley cannot measure is refused, not transcribed for nothing", () => {
      const far = "https://example.com/ten-hours.mp3";
      const send = async (model: string, fields: Readonly<Record<string, string | File>>) => {
        const made = new FormData();
        made.set("model", model);
        for (const [name, value] of Object.entries(fields)) made.set(name, value);
        return fetch(`${relay.url}/v1/audio/transcriptions`, {
          method: "POST",
          headers: { authorization: `Bearer ${key.key}` },
          body: made,
        });
      };

      test.each<[string, Readonly<Record<string, string | File>>, string]>([
        ["an address", { url: far }, "url"],
        ["Mistral's address", { file_url: far }, "file_url"],
        ["a file that the vendor keeps", { file_id: "f-1" }, "file_id"],
        ["an address for a file", { file: far }, "file"],
        ["an address beside a small file", { file: new File(["a"], "a.mp3"), url: far }, "url"],
        ["an address, verbosely", { url: far, response_format: "verbose_json" }, "url"],
        ["nothing", {}, "file"],
      ])("%s", async (_what, fields, param) => {
        let asked = 0;
        answer = () => {
          asked++;
          return plain();
        };
        const response = await send("whisper-1", fields);
        expect(response.status).toBe(400);
        const { error } = (await response.json()) as { error: { message: string; param: string } };
        expect(error.param).toBe(param);
        expect(error.message).toContain(`\`${param}\``);
        expect(asked).toBe(0);
      });

      test("but goes on where tokens are paid, and a prompt may name an address", async () => {
        const usage = { type: "tokens", input_tokens: 100, output_tokens: 20 };
        answer = () => Response.json({ text: "a", usage });
        expect((await send("gpt-4o-transcribe", { url: far })).status).toBe(200);
        expect((await audited()).estimated).toBe(false);
        const file = new File([mp3], "a.mp3");
        expect((await send("whisper-1", { file, prompt: far })).status).toBe(200);
      });
    });
  });
});

describe("by tokens of their own price", () => {
  test("of pictures made and shown", async () => {
    answer = () =>
      Response.json({
        created: 1,
        data: [{ b64_json: "" }],
        usage: {
          input_tokens: 350,
          output_tokens: 4160,
          total_tokens: 4510,
          input_tokens_details: { text_tokens: 50, image_tokens: 300 },
        },
      });
    expect(await bill("images/generations", { model: "gpt-image-1", prompt: "x" })).toEqual({
      cost: 50 * 5000 + 300 * 10_000 + 4160 * 40_000,
      estimated: false,
    });
  });

  test("of a streamed picture", async () => {
    const usage = { input_tokens: 10, output_tokens: 100, total_tokens: 110 };
    const event = { type: "image_generation.completed", b64_json: "", usage };
    answer = () =>
      new Response(`event: x\ndata: ${JSON.stringify(event)}\n\n`, {
        headers: { "content-type": "text/event-stream" },
      });
    expect(
      await bill("images/generations", { model: "gpt-image-1", prompt: "x", stream: true }),
    ).toEqual({
      cost: 10 * 5000 + 100 * 40_000,
      estimated: false,
    });
  });

  test("of speech, estimated from its text, since no vendor reports it", async () => {
    answer = () => new Response(new Uint8Array(9), { headers: { "content-type": "audio/mpeg" } });
    const input = "a ".repeat(75);
    const { cost, estimated } = await bill("audio/speech", {
      model: "gpt-4o-mini-tts",
      voice: "a",
      input,
    });
    expect(estimated).toBe(true);
    // Ten seconds of speech, and the text.
    expect(cost - Math.ceil((10 * 1250) / 60) * 12_000).toBeLessThan(150 * 2500);
    expect(cost).toBeGreaterThan(Math.ceil((10 * 1250) / 60) * 12_000);
  });

  test("of a transcription", async () => {
    const usage = {
      type: "tokens",
      input_tokens: 100,
      output_tokens: 20,
      input_token_details: { text_tokens: 10, audio_tokens: 90 },
    };
    answer = () => Response.json({ text: "a", usage });
    const form = new FormData();
    form.set("model", "gpt-4o-transcribe");
    form.set("file", new File([new Uint8Array(99)], "a.mp3"));
    expect((await bill("audio/transcriptions", form)).cost).toBe(100 * 2500 + 20 * 10_000);
  });
});

describe("of a chat", () => {
  const chat =
    (usage: object, more: object = {}) =>
    () =>
      Response.json({
        id: "c",
        object: "chat.completion",
        created: 1,
        model: "m",
        choices: [
          { index: 0, message: { role: "assistant", content: "a" }, finish_reason: "stop" },
        ],
        usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100, ...usage },
        ...more,
      });
  const turn = [{ role: "user", content: "x" }];
  const cost = async (body: object): Promise<number> => {
    await (await post(relay, key, { messages: turn, ...body })).text();
    return (await audited()).cost_nano;
  };

  test("an answer by priority or flex is billed so, and a usual one as usual", async () => {
    const usual = 1000 * 1250 + 100 * 10_000;
    for (const [tier, times] of [
      ["priority", 2],
      ["flex", 0.5],
      ["default", 1],
      ["scale", 1],
    ] as const) {
      answer = chat({}, { service_tier: tier });
      expect([tier, await cost({ model: "gpt-5", service_tier: tier })]).toEqual([
        tier,
        times * usual,
      ]);
    }
  });

  test("an answer without usage is billed by the class that was asked for", async () => {
    answer = chat({ prompt_tokens: null }, {});
    const usual = await cost({ model: "gpt-5" });
    expect(usual).toBeGreaterThan(0);
    expect(await cost({ model: "gpt-5", service_tier: "priority" })).toBe(2 * usual);
    expect(await cost({ model: "gpt-5", service_tier: "auto" })).toBe(usual);
  });

  test("sound that was heard and spoken is billed as sound", async () => {
    answer = chat({
      prompt_tokens_details: { audio_tokens: 900 },
      completion_tokens_details: { audio_tokens: 80 },
    });
    expect(await cost({ model: "gpt-4o-audio-preview" })).toBe(
      100 * 2500 + 900 * 40_000 + 20 * 10_000 + 80 * 80_000,
    );
  });

  test("a priority answer of a translated call is billed so too", async () => {
    answer = chat({}, { service_tier: "priority" });
    await (
      await post(
        relay,
        key,
        { model: "gpt-5", max_tokens: 9, messages: turn },
        { path: "/v1/messages" },
      )
    ).text();
    expect((await audited()).cost_nano).toBe(2 * (1000 * 1250 + 100 * 10_000));
  });
});

describe("at a price that a person gave", () => {
  const add = (name: string, prices: object) =>
    relay.relay.management.providers.add({
      name,
      protocol: "openai-completions",
      base_url: `http://127.0.0.1:${vendor.port}`,
      models: [{ id: name, ...prices }],
    });

  test("pictures and requests, beside tokens or without", async () => {
    await add("drawer", { price_per_image: "0.07" });
    const { targets } = await relay.relay.management.models.get("drawer");
    expect(targets[0]?.price).toMatchObject({ input_usd: "0.00", pieces: { image_usd: "0.07" } });
    answer = () => Response.json({ created: 1, data: [{}] });
    expect((await bill("images/generations", { model: "drawer", prompt: "x" })).cost).toBe(
      0.07 * USD,
    );
    await add("ranker", { price_in: 1, price_out: 1, price_per_request: "0.000000001" });
    answer = () => Response.json({ results: [], usage: { total_tokens: 2 } });
    expect((await bill("rerank", { model: "ranker", query: "q", documents: [] })).cost).toBe(2001);
  });

  test("a priority answer is not billed as a usual one once a number was changed", async () => {
    const prices = [{ id: "gpt-5-mini", price_in: 1, price_out: 3 }];
    await relay.relay.management.providers.update("openai", { prices });
    const message = { role: "assistant", content: "a" };
    const usage = { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    const messages = [{ role: "user", content: "x" }];
    const cost = async (service_tier: string): Promise<number> => {
      answer = () => Response.json({ id: "c", choices, usage, service_tier });
      await (await post(relay, key, { model: "gpt-5-mini", service_tier, messages })).text();
      return (await audited()).cost_nano;
    };
    expect(await cost("default")).toBe(10 * 1000 + 4 * 3000);
    // $0.45 instead of $0.25, and $3.60 instead of $2, in the catalogue.
    expect(await cost("priority")).toBe(1.8 * (10 * 1000 + 4 * 3000));
  });

  test("sound in tokens", async () => {
    await add("talker", { price_in: 1, price_out: 2, price_audio_in: 10, price_audio_out: 20 });
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 4,
      total_tokens: 14,
      prompt_tokens_details: { audio_tokens: 6 },
      completion_tokens_details: { audio_tokens: 3 },
    };
    const message = { role: "assistant", content: "a" };
    answer = () =>
      Response.json({ id: "c", choices: [{ index: 0, message, finish_reason: "stop" }], usage });
    const messages = [{ role: "user", content: "x" }];
    await (await post(relay, key, { model: "talker", messages })).text();
    expect((await audited()).cost_nano).toBe(4 * 1000 + 6 * 10_000 + 2000 + 3 * 20_000);
  });
});

describe("what the log keeps of it", () => {
  const ask = async (model: string, usage: object, more: object = {}) => {
    answer = () =>
      Response.json({
        id: "c",
        choices: [
          { index: 0, message: { role: "assistant", content: "a" }, finish_reason: "stop" },
        ],
        usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100, ...usage },
        ...more,
      });
    await (await post(relay, key, { model, messages: [{ role: "user", content: "x" }] })).text();
    return audited();
  };

  test("nothing of an ordinary call", async () => {
    const row = await ask("gpt-5", {});
    expect(row.usage).toBeNull();
    expect((await getRequest(relay.store, row.id)).usage_json).toBeNull();
  });

  test("sound, and the class of service", async () => {
    const details = {
      prompt_tokens_details: { audio_tokens: 900 },
      completion_tokens_details: { audio_tokens: 80 },
    };
    const spoken = await ask("gpt-4o-audio-preview", details);
    expect(spoken.usage).toEqual({ audio_input_tokens: 900, audio_output_tokens: 80 });
    expect((await ask("gpt-5", {}, { service_tier: "priority" })).usage).toEqual({
      service: "priority",
    });
  });

  test("pictures, seconds, characters and queries", async () => {
    answer = () => Response.json({ created: 1, data: [{ url: "a" }] });
    await bill("images/generations", { model: "dall-e-3", prompt: "x" });
    expect((await lastRequest(relay, key)).usage).toEqual({ images: 1 });
    answer = () => Response.json({ text: "a", duration: 8.47 });
    const form = new FormData();
    form.set("model", "whisper-1");
    form.set("file", new File([new Uint8Array(160_000)], "a.mp3"));
    await bill("audio/transcriptions", form);
    expect((await lastRequest(relay, key)).usage).toEqual({ milliseconds: 8470 });
    answer = () => new Response(new Uint8Array(9), { headers: { "content-type": "audio/mpeg" } });
    await bill("audio/speech", { model: "tts-1", voice: "a", input: "Hello" });
    expect((await lastRequest(relay, key)).usage).toEqual({ characters: 5 });
    answer = () => Response.json({ results: [], meta: { billed_units: { search_units: 1 } } });
    await bill("rerank", { model: "rerank-v3.5", query: "q", documents: ["a"] });
    expect((await lastRequest(relay, key)).usage).toEqual({ queries: 1 });
  });

  test("what was written to a vendor's cache, and for how long", async () => {
    await relay.relay.management.providers.add({
      name: "anthropic",
      protocol: "anthropic-messages",
      base_url: `http://127.0.0.1:${vendor.port}`,
      api_keys: ["k"],
      models: [{ id: "claude-sonnet-4-5" }],
    });
    answer = () =>
      Response.json({
        id: "m",
        type: "message",
        role: "assistant",
        model: "m",
        content: [{ type: "text", text: "a" }],
        stop_reason: "end_turn",
        usage: {
          input_tokens: 10,
          output_tokens: 5,
          cache_read_input_tokens: 7,
          cache_creation_input_tokens: 300,
          cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 200 },
        },
      });
    await (
      await post(
        relay,
        key,
        { model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "x" }] },
        { path: "/v1/messages" },
      )
    ).text();
    const row = await audited();
    expect(row.usage).toEqual({ cache_write_tokens: 300, cache_write_1h_tokens: 200 });
    expect(row.cost_nano).toBe(10 * 3000 + 7 * 300 + 100 * 3750 + 200 * 6000 + 5 * 15_000);
  });
});

test("after all of this the ledger still verifies", async () => {
  expect((await relay.relay.management.ledger.verify()).details).toEqual([]);
});
