import { describe, expect, test } from "bun:test";
import { SseReader, writeSse } from "../../../base/sse.ts";
import type { StreamEvent } from "../../canonical.ts";
import { makeReader } from "../../codec.ts";
import { makeReducer } from "./read-events.ts";

/** Bytes in pieces of any size, as a network cuts them. */
function readAll(text: string, size = Number.MAX_SAFE_INTEGER): StreamEvent[] {
  const reader = makeReader(makeReducer("seedseed", 5000));
  const frames = new SseReader();
  const bytes = new TextEncoder().encode(text);
  const events: StreamEvent[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    for (const frame of frames.push(bytes.slice(at, Math.min(at + size, bytes.length)))) {
      events.push(...reader.step(frame));
    }
  }
  const last = frames.end();
  if (last !== null) events.push(...reader.step(last));
  return [...events, ...reader.halt()];
}

const stream = (...chunks: unknown[]): StreamEvent[] =>
  readAll(
    chunks
      .map((chunk) => writeSse(typeof chunk === "string" ? chunk : JSON.stringify(chunk)))
      .join(""),
  );
const chunk = (parts: unknown[], finishReason?: string, rest: object = {}): object => ({
  candidates: [
    { content: { parts, role: "model" }, index: 0, ...(finishReason && { finishReason }) },
  ],
  responseId: "answer-1",
  modelVersion: "gemini-x",
  ...rest,
});
const stop = chunk([{ text: "" }], "STOP");
const recording = async (name: string): Promise<string> =>
  (await Bun.file(new URL(`fixtures/${name}.chunks.txt`, import.meta.url)).text()).trim();
const codeOf = (event: StreamEvent | undefined): unknown =>
  event?.type === "error" ? event.error.code : event?.type;

describe("reading recorded streams", () => {
  test.each([
    ["google-text", 'There are **3** "r"s in strawberry.\n\nst**r**awbe**rr**y'],
    [
      "google-reasoning",
      'There are **3** "r"s in strawberry.\n\nHere is the breakdown: st**r**awbe**rr**y.',
    ],
  ])("%s, in CRLF frames cut inside letters", async (name, expected) => {
    const lines = (await recording(name)).split("\n");
    const text = lines.map((line) => `data: ${line}\r\n\r\n`).join("");
    for (const size of [1, 7, 4096]) {
      const got = readAll(text, size);
      const joined = got.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
      expect(joined).toBe(expected);
      expect(got.at(-1)).toEqual({ type: "finish", reasons: ["stop"] });
      // The signature comes on an empty text at the end.
      expect(got.some((event) => event.type === "text-delta" && event.signature)).toBe(true);
    }
  });

  test("usage is cumulative: the last report counts, thoughts are part of the completion", async () => {
    const got = stream(...(await recording("google-text")).split("\n"));
    const reports = got.filter((event) => event.type === "usage");
    expect(reports.at(-1)?.usage).toEqual({
      prompt: 9,
      cached: 0,
      completion: 208,
      reasoning: 185,
    });
  });

  test("a call without an id gets one that is the answer's own, never the tool's name", async () => {
    const got = stream(...(await recording("google-tool-call")).split("\n"));
    expect(got.slice(1, 4)).toMatchObject([
      { type: "tool-start", tool: 0, id: "call_g_b36LacjwM668nsEP2tbsgQQ_0_0", name: "weather" },
      { type: "tool-delta", text: '{"location":"San Francisco"}' },
      { type: "tool-end" },
    ]);
    expect(got[1]).toHaveProperty("signature", expect.stringMatching(/^EqUC.*j4=$/));
    expect(got.at(-1)).toEqual({ type: "finish", reasons: ["tool-calls"] });
  });

  test("streamed arguments: two calls, each put together from its pieces", async () => {
    const got = stream(...(await recording("google-stream-tool-call-arguments")).split("\n"));
    const calls = got.filter(({ type }) => type.startsWith("tool-"));
    expect(calls).toMatchObject([
      { type: "tool-start", tool: 0, name: "getWeather", id: "call_g_dqHOab6xGLzWodAPkPuViA4_0_0" },
      { type: "tool-delta", tool: 0, text: '{"location":"Boston"}' },
      { type: "tool-end", tool: 0 },
      { type: "tool-start", tool: 1, name: "getWeather", id: "call_g_dqHOab6xGLzWodAPkPuViA4_0_1" },
      { type: "tool-delta", tool: 1, text: '{"location":"San Francisco"}' },
      { type: "tool-end", tool: 1 },
    ]);
    expect(got[0]).toMatchObject({ created: Date.parse("2026-04-02T17:03:50Z") / 1000 });
    expect(got.slice(-2)).toEqual([
      { type: "usage", usage: { prompt: 26, cached: 0, completion: 155, reasoning: 132 } },
      { type: "finish", reasons: ["tool-calls"] },
    ]);
  });
});

describe("reading", () => {
  test("parts equal to a line break survive, and nothing is put between parts", () => {
    const got = stream(chunk([{ text: "a" }, { text: "\n" }, { text: "b" }]), stop);
    expect(got.filter((event) => event.type === "text-delta").map((event) => event.text)).toEqual([
      "a",
      "\n",
      "b",
    ]);
  });

  test("64-bit numbers, 1e400 and the order of keys stay as the vendor wrote them", () => {
    const args = '{"2":1,"1":12345678901234567890,"x":1e400,"y":1.0}';
    const part = `{"functionCall":{"name":"f","args":${args}}}`;
    const got = stream(`{"candidates":[{"content":{"parts":[${part}]},"finishReason":"STOP"}]}`);
    expect(got[2]).toMatchObject({ type: "tool-delta", text: args });
  });

  test("parallel calls of one name have ids of their own; a real id is kept", () => {
    const call = (id?: string): object => ({
      functionCall: { name: "f", args: {}, ...(id && { id }) },
    });
    const got = stream(chunk([call(), call("real"), call()]), stop);
    const ids = got.flatMap((event) => (event.type === "tool-start" ? [event.id] : []));
    expect(ids).toEqual(["call_g_answer-1_0_0", "real", "call_g_answer-1_0_2"]);
    expect(got.flatMap((event) => (event.type === "tool-start" ? [event.tool] : []))).toEqual([
      0, 1, 2,
    ]);
  });

  test("a call without arguments has none to give", () => {
    const got = stream(chunk([{ functionCall: { name: "f" } }], "STOP"));
    expect(got.slice(1).map(({ type }) => type)).toEqual(["tool-start", "tool-end", "finish"]);
  });

  test("thoughts are reasoning; a picture or code the vendor ran has no event and does no harm", () => {
    const got = stream(
      chunk([
        { text: "hm", thought: true },
        { executableCode: { language: "PYTHON", code: "1" } },
        { inlineData: { mimeType: "image/png", data: "AAAA" } },
        { somethingNew: {} },
        { text: "so" },
      ]),
      stop,
    );
    expect(got.slice(1, -1)).toEqual([
      { type: "reasoning-delta", choice: 0, text: "hm" },
      { type: "text-delta", choice: 0, text: "so" },
    ]);
  });

  test("a signature that comes alone belongs to the text before it, or to nothing", () => {
    const alone = { text: "", thoughtSignature: "c2ln" };
    const call = { functionCall: { name: "f" } };
    const texts = (...parts: unknown[]): unknown[] =>
      stream(...parts.map((part) => chunk([part])), stop).filter(
        ({ type }) => type === "text-delta",
      );
    expect(texts({ text: "a" }, alone)).toEqual([
      { type: "text-delta", choice: 0, text: "a" },
      { type: "text-delta", choice: 0, text: "", signature: "c2ln" },
    ]);
    expect(texts(alone)).toEqual([]);
    expect(texts(call, alone)).toEqual([]);
  });

  test("a vendor that ends every chunk loses no text", () => {
    const got = stream(chunk([{ text: "a" }], "STOP"), chunk([{ text: "b" }], "STOP"));
    expect(got.map(({ type }) => type)).toEqual(["start", "text-delta", "text-delta", "finish"]);
  });

  test("several candidates, ended one after the other", () => {
    const one = (index: number, text: string, finishReason?: string): object => ({
      index,
      content: { parts: [{ text }] },
      ...(finishReason && { finishReason }),
    });
    const got = stream(
      { candidates: [one(0, "a"), one(1, "b", "MAX_TOKENS")] },
      { candidates: [one(0, "c", "STOP")] },
    );
    expect(got.at(-1)).toEqual({ type: "finish", reasons: ["stop", "length"] });
  });

  test("a refused prompt is an answer ended by the filter", () => {
    const usageMetadata = { promptTokenCount: 5, totalTokenCount: 5 };
    const got = stream({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata });
    expect(got.slice(1)).toEqual([
      { type: "usage", usage: { prompt: 5, cached: 0, completion: 0, reasoning: 0 } },
      { type: "finish", reasons: ["content-filter"] },
    ]);
  });

  test.each([
    ["nothing at all", [], "upstream_cut"],
    ["silence before the finish", [chunk([{ text: "a" }])], "upstream_cut"],
    [
      "an unset finish reason",
      [chunk([{ text: "a" }], "FINISH_REASON_UNSPECIFIED")],
      "upstream_cut",
    ],
    [
      "a call that never ended",
      [chunk([{ functionCall: { name: "f", willContinue: true } }])],
      "upstream_cut",
    ],
    [
      "one candidate of two unfinished",
      [{ candidates: [{ index: 1, finishReason: "STOP" }] }],
      "upstream_cut",
    ],
    ["only a report of usage", [{ usageMetadata: { promptTokenCount: 1 } }], "upstream_cut"],
    ["no JSON", [chunk([{ text: "a" }]), "oops"], "upstream_cut"],
    [
      "an error in band",
      [
        chunk([{ text: "a" }]),
        { error: { code: 503, message: "overloaded", status: "UNAVAILABLE" } },
      ],
      "upstream_error",
    ],
    ["MALFORMED_FUNCTION_CALL", [chunk([], "MALFORMED_FUNCTION_CALL")], "upstream_error"],
    ["a reason nobody knows", [chunk([{ text: "a" }], "SOLAR_FLARE")], "upstream_error"],
  ])("%s is an error, and the last event", (what, chunks, code) => {
    const got = stream(...chunks, chunk([{ text: "later" }]));
    const all = stream(...chunks);
    expect(codeOf(all.at(-1))).toBe(code);
    expect(all.filter((event) => event.type === "finish" || event.type === "error")).toHaveLength(
      1,
    );
    if (code === "upstream_error" || what === "no JSON") expect(got).toHaveLength(all.length);
  });

  test("a step changes no state it was given", () => {
    const reducer = makeReducer("seedseed", 1);
    const [frame] = new SseReader().push(
      new TextEncoder().encode(writeSse(JSON.stringify(chunk([{ functionCall: { name: "f" } }])))),
    );
    if (frame === undefined) throw new Error("no frame");
    const frozen = Object.freeze(reducer.initial);
    expect(reducer.step(frozen, frame)).toEqual(reducer.step(frozen, frame));
  });
});
