import { describe, expect, test } from "bun:test";
import { SseReader, writeSse } from "../../../base/sse.ts";
import type { Sniff, StreamSniffer } from "../../dialect.ts";
import { sniffResponse } from "./sniff-response.ts";
import { makeSniffer } from "./sniff-stream.ts";
import { parseRequest } from "./validate.ts";

const inbound = parseRequest("chat", '{"contents":[{"parts":[{"text":"a"}]}]}', {
  model: "public",
  stream: true,
});

function sniff(text: string, upstream = "public"): { sniffer: StreamSniffer; sniffs: Sniff[] } {
  const sniffer = makeSniffer(inbound, upstream);
  const sniffs = new SseReader()
    .push(new TextEncoder().encode(text))
    .map((frame) => sniffer.step(frame));
  return { sniffer, sniffs };
}

const chunk = (parts: unknown[], finishReason?: string, rest: object = {}): string =>
  writeSse(
    JSON.stringify({
      candidates: [{ content: { parts }, ...(finishReason && { finishReason }) }],
      ...rest,
    }),
  );
const recording = async (name: string): Promise<string> =>
  (await Bun.file(new URL(`fixtures/${name}`, import.meta.url)).text()).trim();

describe("a stream beside the bytes", () => {
  test.each([
    ["google-text", 9, 208, 185],
    ["google-tool-call", 29, 60, 45],
    ["google-stream-tool-call-arguments", 26, 155, 132],
  ])(
    "%s: bytes untouched, usage of the last chunk, finished",
    async (name, prompt, completion, reasoning) => {
      const lines = (await recording(`${name}.chunks.txt`)).split("\n");
      const { sniffer, sniffs } = sniff(lines.map((line) => `data: ${line}\r\n\r\n`).join(""));
      expect(sniffs.map(({ forward }) => forward)).toEqual(lines.map((line) => writeSse(line)));
      expect(sniffs.every(({ kind }) => kind === "event")).toBe(true);
      expect(sniffer.usage).toEqual({ prompt, cached: 0, completion, reasoning });
      expect(sniffer.finished).toBe(true);
    },
  );

  test("only the model's name is changed, and only when it differs", () => {
    const text = writeSse(
      '{"candidates":[{"content":{"parts":[{"text":"é\\u00e9"}]}}],"modelVersion": "vendor-1","n":1.0}',
    );
    expect(sniff(text).sniffs[0]?.forward).toBe(text);
    expect(sniff(text, "vendor").sniffs[0]?.forward).toBe(text.replace("vendor-1", "public"));
  });

  test("finished only when every candidate seen was ended", () => {
    const two = (a?: string, b?: string): string =>
      writeSse(
        JSON.stringify({
          candidates: [
            { index: 0, ...(a && { finishReason: a }) },
            { index: 1, ...(b && { finishReason: b }) },
          ],
        }),
      );
    expect(sniff("").sniffer.finished).toBe(false);
    expect(sniff(chunk([{ text: "a" }])).sniffer.finished).toBe(false);
    expect(sniff(chunk([], "FINISH_REASON_UNSPECIFIED")).sniffer.finished).toBe(false);
    expect(sniff(two("STOP")).sniffer.finished).toBe(false);
    expect(sniff(two("STOP") + two(undefined, "MAX_TOKENS")).sniffer.finished).toBe(true);
    expect(sniff(chunk([], "MALFORMED_FUNCTION_CALL")).sniffer.finished).toBe(true);
  });

  test("a refused prompt is a whole answer", () => {
    const { sniffer, sniffs } = sniff(
      writeSse(
        '{"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":4,"totalTokenCount":4}}',
      ),
    );
    expect(sniffs[0]?.kind).toBe("event");
    expect(sniffer.finished).toBe(true);
    expect(sniffer.usage).toEqual({ prompt: 4, cached: 0, completion: 0, reasoning: 0 });
  });

  test("cached tokens and tools' own prompts are counted", () => {
    const usageMetadata = {
      promptTokenCount: 100,
      cachedContentTokenCount: 60,
      toolUsePromptTokenCount: 7,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 3,
      totalTokenCount: 115,
    };
    expect(sniff(chunk([], "STOP", { usageMetadata })).sniffer.usage).toEqual({
      prompt: 107,
      cached: 60,
      completion: 8,
      reasoning: 3,
    });
  });

  test("a report of nothing for an answer is no report", () => {
    const usageMetadata = { promptTokenCount: 0, totalTokenCount: 0 };
    expect(sniff(chunk([{ text: "a" }], "STOP", { usageMetadata })).sniffer.usage).toBeUndefined();
  });

  test("texts, thoughts and calls are the output", () => {
    const parts = [
      { text: "t", thought: true },
      { text: "a" },
      { functionCall: { name: "f", args: { x: 1 } } },
    ];
    expect(sniff(chunk(parts)).sniffer.output).toBe('taf{"x":1}');
  });

  test("failures in band, events that are none, comments", () => {
    const failed = sniff(
      chunk([{ text: "a" }]) +
        writeSse('{"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}'),
    );
    expect(failed.sniffs.at(-1)).toEqual({ kind: "error", forward: null });
    expect(failed.sniffer.error).toMatchObject({
      code: "upstream_error",
      status: 503,
      message: "overloaded",
    });
    expect(sniff(writeSse("{oops")).sniffs[0]?.kind).toBe("malformed");
    expect(sniff(writeSse("[]")).sniffs[0]?.kind).toBe("malformed");
    expect(sniff(": ping\n\n").sniffs[0]).toEqual({ kind: "quiet", forward: ": ping\n\n" });
    expect(sniff(writeSse('{"usageMetadata":{"promptTokenCount":1}}')).sniffs[0]?.kind).toBe(
      "quiet",
    );
  });
});

describe("a whole answer", () => {
  test("recorded", async () => {
    const { usage, output } = sniffResponse("chat", await recording("google-tool-call.json"));
    expect(usage).toEqual({ prompt: 29, cached: 0, completion: 908, reasoning: 893 });
    expect(output).toBe('weather{"location":"San Francisco"}');
  });

  test("a refused prompt, embeddings, a count", () => {
    expect(sniffResponse("chat", '{"promptFeedback":{"blockReason":"SAFETY"}}')).toEqual({
      usage: undefined,
      output: "",
    });
    expect(sniffResponse("embeddings", '{"embeddings":[{"values":[1]}]}').usage).toBeUndefined();
    expect(
      sniffResponse(
        "embeddings",
        '{"embedding":{"values":[1]},"usageMetadata":{"promptTokenCount":3}}',
      ).usage?.prompt,
    ).toBe(3);
    expect(sniffResponse("count-tokens", '{"totalTokens":31}').usage?.prompt).toBe(0);
  });

  test.each([
    ["chat", ""],
    ["chat", "<html>"],
    ["chat", "[]"],
    ["chat", "{}"],
    ["chat", '{"candidates":[]}'],
    ["chat", '{"error":{"code":500,"message":"m"}}'],
    ["chat", '[{"error":{"code":500,"message":"m"}}]'],
    ["embeddings", '{"candidates":[]}'],
    ["count-tokens", "{}"],
  ] as const)("%s %s is none", (operation, text) => {
    expect(() => sniffResponse(operation, text)).toThrow();
  });
});
