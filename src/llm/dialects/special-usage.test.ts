/** What vendors report beside plain tokens, in every dialect, whole and streamed. */

import { describe, expect, test } from "bun:test";
import { type SseFrame, writeSse } from "../../base/sse.ts";
import type { Dialect, SpecialUsage, Usage } from "../dialect.ts";
import { chatCompletions } from "./chat-completions/index.ts";
import { generateContent } from "./generate-content/index.ts";
import { messages } from "./messages/index.ts";
import { responses } from "./responses/index.ts";

type Wire = Readonly<Record<string, unknown>>;

const chatAnswer = (usage: Wire, more: Wire = {}): Wire => ({
  id: "c",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: "a" },
      delta: { content: "a" },
      finish_reason: "stop",
    },
  ],
  usage: { prompt_tokens: 50, completion_tokens: 20, total_tokens: 70, ...usage },
  ...more,
});
const item = {
  type: "message",
  id: "m",
  role: "assistant",
  content: [{ type: "output_text", text: "a" }],
};
const response = (usage: Wire, more: Wire = {}): Wire => ({
  id: "r",
  object: "response",
  created_at: 1,
  model: "m",
  status: "completed",
  output: [item],
  usage: { input_tokens: 50, output_tokens: 20, total_tokens: 70, ...usage },
  ...more,
});
const message = (usage: Wire): Wire => ({
  id: "m",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "text", text: "a" }],
  stop_reason: "end_turn",
  usage: { input_tokens: 50, output_tokens: 20, ...usage },
});
const content = (usage: Wire): Wire => ({
  candidates: [{ content: { role: "model", parts: [{ text: "a" }] }, finishReason: "STOP" }],
  modelVersion: "m",
  usageMetadata: { promptTokenCount: 50, candidatesTokenCount: 20, totalTokenCount: 70, ...usage },
});
const tokens = (modality: string, tokenCount: number) => ({ modality, tokenCount });

const CASES: [string, Dialect, Wire, SpecialUsage | undefined][] = [
  ["a usual answer", chatCompletions, chatAnswer({}, { service_tier: "default" }), undefined],
  [
    "an answer by priority",
    chatCompletions,
    chatAnswer({}, { service_tier: "priority" }),
    { service: "priority" },
  ],
  [
    "a flexible answer",
    chatCompletions,
    chatAnswer({}, { service_tier: "flex" }),
    { service: "flex" },
  ],
  [
    "sound on both sides",
    chatCompletions,
    chatAnswer({
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 9 },
      completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 7 },
    }),
    { audioInput: 9, audioOutput: 7 },
  ],
  [
    "details that name no sound",
    chatCompletions,
    chatAnswer({
      prompt_tokens_details: { audio_tokens: 0 },
      completion_tokens_details: { audio_tokens: 0 },
    }),
    undefined,
  ],
  [
    "an answer by priority",
    responses,
    response({}, { service_tier: "priority" }),
    { service: "priority" },
  ],
  ["a usual answer", responses, response({}, { service_tier: "auto" }), undefined],
  [
    "pictures",
    responses,
    response({
      input_tokens_details: { image_tokens: 5 },
      output_tokens_details: { image_tokens: 6 },
    }),
    { imageInput: 5, imageOutput: 6 },
  ],
  [
    "a usual answer",
    messages,
    message({ service_tier: "standard", inference_geo: "global" }),
    undefined,
  ],
  ["a fast answer", messages, message({ speed: "fast" }), { multipliers: ["fast"] }],
  [
    "a fast one of one country",
    messages,
    message({ speed: "fast", inference_geo: "us" }),
    { multipliers: ["fast", "us"] },
  ],
  [
    "an answer by priority",
    messages,
    message({ service_tier: "priority" }),
    { service: "priority" },
  ],
  [
    "text only",
    generateContent,
    content({ promptTokensDetails: [tokens("TEXT", 50)], trafficType: "ON_DEMAND" }),
    undefined,
  ],
  [
    "sound, part of it from the cache, and a picture",
    generateContent,
    content({
      cachedContentTokenCount: 10,
      promptTokensDetails: [tokens("TEXT", 10), tokens("AUDIO", 40)],
      cacheTokensDetails: [tokens("AUDIO", 10)],
      candidatesTokensDetails: [tokens("IMAGE", 20)],
    }),
    { audioInput: 30, imageOutput: 20 },
  ],
  [
    "an answer by priority",
    generateContent,
    content({ trafficType: "ON_DEMAND_PRIORITY" }),
    { service: "priority" },
  ],
  ["a flexible answer", generateContent, content({ serviceTier: "FLEX" }), { service: "flex" }],
];

/** The stream that says the same. */
function framesOf(dialect: Dialect, answer: Wire): SseFrame[] {
  const frame = (data: Wire, event: string | null = null): SseFrame => {
    const text = JSON.stringify(data);
    return { raw: writeSse(text, event ?? undefined), event, data: text };
  };
  if (dialect === responses) {
    const delta = { type: "response.output_text.delta", output_index: 0, item_id: "m", delta: "a" };
    return [
      frame({ type: "response.created", response: { ...answer, output: [], usage: null } }),
      frame({ type: "response.output_item.added", output_index: 0, item }),
      frame(delta),
      frame({ type: "response.completed", response: answer }),
    ];
  }
  if (dialect === messages) {
    const { usage, content: _content, ...head } = answer;
    return [
      frame({ type: "message_start", message: { ...head, content: [], usage } }, "message_start"),
      frame(
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        "content_block_start",
      ),
      frame(
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "a" } },
        "content_block_delta",
      ),
      frame({ type: "content_block_stop", index: 0 }, "content_block_stop"),
      frame(
        { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 20 } },
        "message_delta",
      ),
      frame({ type: "message_stop" }, "message_stop"),
    ];
  }
  return [frame(answer)];
}

describe.each(CASES)("%s", (_what, dialect, answer, special) => {
  const expected = expect.objectContaining({ prompt: 50, completion: 20 }) as Usage;
  const text = JSON.stringify(answer);
  const check = (usage: Usage | undefined): void => {
    expect(usage).toEqual(expected);
    expect(usage?.special).toEqual(special as SpecialUsage);
  };

  test(`of ${dialect.name}, passed through`, () => {
    check(dialect.sniffResponse("chat", text).usage);
  });

  test(`of ${dialect.name}, translated`, () => {
    check(dialect.codec.readResponse(text).usage);
  });

  test(`of ${dialect.name}, streamed and passed through`, () => {
    const body = {
      model: "m",
      max_tokens: 5,
      messages: [{ role: "user", content: "x" }],
      input: "x",
      contents: [{ parts: [{ text: "x" }] }],
      stream: true,
    };
    const inbound = dialect.parseRequest("chat", JSON.stringify(body), {
      model: "m",
      stream: true,
    });
    const sniffer = dialect.makeSniffer(inbound, "m");
    for (const frame of framesOf(dialect, answer)) sniffer.step(frame);
    check(sniffer.usage);
  });

  test(`of ${dialect.name}, streamed and translated`, () => {
    const reader = dialect.codec.makeEventReader();
    const events = framesOf(dialect, answer).flatMap((frame) => reader.step(frame));
    const reports = [...events, ...reader.halt()].flatMap((event) =>
      event.type === "usage" ? [event.usage] : [],
    );
    check(reports.at(-1));
  });
});

describe("what a request asks for at a price of its own", () => {
  const turn = [{ role: "user", content: "x" }];
  test.each([
    [chatCompletions, { messages: turn }, undefined],
    [chatCompletions, { messages: turn, service_tier: "auto" }, undefined],
    [chatCompletions, { messages: turn, service_tier: "priority" }, { service: "priority" }],
    [chatCompletions, { messages: turn, modalities: ["text", "audio"] }, { audio: true }],
    [chatCompletions, { messages: turn, modalities: ["text"] }, undefined],
    [responses, { input: "x", service_tier: "flex" }, { service: "flex" }],
    [messages, { messages: turn, max_tokens: 1, speed: "fast" }, { multipliers: ["fast"] }],
    [messages, { messages: turn, max_tokens: 1, service_tier: "standard_only" }, undefined],
    [
      generateContent,
      {
        contents: [{ parts: [{ text: "x" }] }],
        generationConfig: { responseModalities: ["AUDIO"] },
      },
      { audio: true },
    ],
    [
      generateContent,
      { contents: [{ parts: [{ text: "x" }] }], serviceTier: "priority" },
      { service: "priority" },
    ],
  ] as [Dialect, Wire, object | undefined][])("%#", (dialect, fields, asks) => {
    const body = dialect === generateContent ? fields : { model: "m", ...fields };
    const inbound = dialect.parseRequest("chat", JSON.stringify(body), {
      model: "m",
      stream: false,
    });
    expect(inbound.asks).toEqual(asks as object);
  });
});
