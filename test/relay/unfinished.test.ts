/**
 * Whole answers that name no reason why they ended. The official clients take them (the field may be null), a body that
 * arrived whole was not cut, and vendors bill for it: so it passes, complete, with its own bill.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import {
  chat,
  errorOf,
  lastRequest,
  post,
  PRICE,
  startRelay,
  type TestKey,
  type TestRelay,
} from "./harness.ts";

type Wire = Record<string, unknown>;

let relay: TestRelay;
let key: TestKey;
let vendor: Bun.Server<undefined>;
/** What the vendor says to each path. */
const answers: Record<string, (usage: boolean, reason: unknown) => Wire> = {
  "chat/completions": (usage, reason) => ({
    id: "c",
    object: "chat.completion",
    created: 1,
    model: "up",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: "one two three" },
        ...field("finish_reason", reason),
      },
    ],
    ...(usage && { usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } }),
  }),
  responses: (usage, reason) => ({
    id: "r",
    object: "response",
    created_at: 1,
    model: "up",
    ...field("status", reason),
    output: [
      {
        type: "message",
        id: "m",
        role: "assistant",
        content: [{ type: "output_text", text: "one two three", annotations: [] }],
      },
    ],
    ...(usage && { usage: { input_tokens: 7, output_tokens: 3, total_tokens: 10 } }),
  }),
  messages: (usage, reason) => ({
    id: "m",
    type: "message",
    role: "assistant",
    model: "up",
    content: [{ type: "text", text: "one two three" }],
    ...field("stop_reason", reason),
    ...(usage && { usage: { input_tokens: 7, output_tokens: 3 } }),
  }),
  generateContent: (usage, reason) => ({
    candidates: [
      {
        content: { role: "model", parts: [{ text: "one two three" }] },
        ...field("finishReason", reason),
      },
    ],
    modelVersion: "up",
    ...(usage && {
      usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3, totalTokenCount: 10 },
    }),
  }),
};
const field = (name: string, value: unknown): Wire =>
  value === undefined ? {} : { [name]: value };
let hasUsage = true;
let reason: unknown;
let override: unknown;

beforeAll(async () => {
  vendor = Bun.serve({
    port: 0,
    fetch(request) {
      const path = Object.keys(answers).find((name) =>
        new URL(request.url).pathname.endsWith(name),
      );
      return Response.json(override ?? answers[path ?? ""]?.(hasUsage, reason));
    },
  });
  relay = await startRelay();
  key = await relay.key();
  for (const protocol of PROTOCOLS) {
    await relay.relay.management.providers.add({
      name: protocol,
      protocol,
      base_url: `http://127.0.0.1:${vendor.port}`,
      api_keys: ["k"],
      models: [{ id: protocol, upstream_id: "up", ...PRICE }],
    });
  }
});
afterAll(async () => {
  await relay.stop();
  await vendor.stop(true);
});

const PROTOCOLS = [
  "openai-completions",
  "openai-responses",
  "anthropic-messages",
  "google-generative-ai",
] as const;

/** The official clients, each asked for the text of an answer. */
const CLIENTS: Record<string, (model: string) => Promise<string | null | undefined>> = {
  "openai chat": async (model) => {
    const client = new OpenAI({ baseURL: `${relay.url}/v1`, apiKey: key.key, maxRetries: 0 });
    const messages = [{ role: "user" as const, content: "hi" }];
    return (await client.chat.completions.create({ model, messages })).choices[0]?.message.content;
  },
  "openai responses": async (model) => {
    const client = new OpenAI({ baseURL: `${relay.url}/v1`, apiKey: key.key, maxRetries: 0 });
    return (await client.responses.create({ model, input: "hi" })).output_text;
  },
  anthropic: async (model) => {
    const client = new Anthropic({ baseURL: relay.url, apiKey: key.key, maxRetries: 0 });
    const messages = [{ role: "user" as const, content: "hi" }];
    const { content } = await client.messages.create({ model, max_tokens: 20, messages });
    return content[0]?.type === "text" ? content[0].text : undefined;
  },
  google: async (model) => {
    const client = new GoogleGenAI({ apiKey: key.key, httpOptions: { baseUrl: relay.url } });
    return (await client.models.generateContent({ model, contents: "hi" })).text;
  },
};

describe.each(Object.entries(CLIENTS))("the %s client", (_name, ask) => {
  test.each(PROTOCOLS)(
    "takes an answer without a reason from %s, billed as it says",
    async (model) => {
      for (const value of [undefined, null]) {
        reason = value;
        hasUsage = true;
        expect(await ask(model)).toBe("one two three");
        expect(await lastRequest(relay, key)).toMatchObject({
          end_reason: "complete",
          status: 200,
          estimated: false,
          cost_nano: 7 * 1000 + 3 * 2000,
        });
      }
    },
  );

  test.each(PROTOCOLS)("and one without usage too from %s, counted here", async (model) => {
    reason = undefined;
    hasUsage = false;
    expect(await ask(model)).toBe("one two three");
    expect(await lastRequest(relay, key)).toMatchObject({
      end_reason: "complete",
      estimated: true,
      completion_tokens: 3,
    });
  });
});

test("a choice without a message is no answer: it costs nothing", async () => {
  override = { id: "c", object: "chat.completion", choices: [{ index: 0, finish_reason: "stop" }] };
  try {
    const response = await post(relay, key, chat({ model: "openai-completions" }));
    expect(await errorOf(response)).toMatchObject({ status: 502, code: "upstream_error" });
    expect(await lastRequest(relay, key)).toMatchObject({ cost_nano: 0 });
  } finally {
    override = undefined;
  }
});
