import { describe, expect, test } from "bun:test";
import { AppError } from "../../../base/errors.ts";
import type { StreamEvent } from "../../canonical.ts";
import { codec } from "./codec.ts";

function writeAll(events: readonly StreamEvent[]): string {
  const writer = codec.makeEventWriter({ model: "m", wantsUsage: true });
  return events.map((event) => writer.write(event)).join("");
}

describe("writing", () => {
  const start: StreamEvent = { type: "start", id: "x", model: "vendor-name", created: 5 };
  const chunks = (text: string): unknown[] =>
    text
      .split("\n\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line.slice(6)) as unknown);

  test("chunks name the client's own model, and the last one has reason and usage; there is no end mark", () => {
    const text = writeAll([
      start,
      { type: "text-delta", choice: 0, text: "hi" },
      { type: "usage", usage: { prompt: 3, cached: 1, completion: 5, reasoning: 2 } },
      { type: "finish", reasons: ["stop"] },
    ]);
    const tail = { modelVersion: "m", createTime: "1970-01-01T00:00:05.000Z", responseId: "x" };
    expect(chunks(text)).toEqual([
      { candidates: [{ content: { parts: [{ text: "hi" }], role: "model" }, index: 0 }], ...tail },
      {
        candidates: [
          { content: { parts: [{ text: "" }], role: "model" }, finishReason: "STOP", index: 0 },
        ],
        usageMetadata: {
          promptTokenCount: 3,
          cachedContentTokenCount: 1,
          candidatesTokenCount: 3,
          thoughtsTokenCount: 2,
          totalTokenCount: 8,
        },
        ...tail,
      },
    ]);
  });

  const call = (args: string, reason: "tool-calls" | "length"): string =>
    writeAll([
      start,
      { type: "tool-start", choice: 0, tool: 0, id: "a", name: "f" },
      { type: "tool-delta", choice: 0, tool: 0, text: args },
      { type: "tool-end", choice: 0, tool: 0 },
      { type: "finish", reasons: [reason] },
    ]);

  test("broken arguments end in the dialect's own word for them, cut ones in the length limit", () => {
    expect(call('{"a":', "tool-calls")).toContain('"finishReason":"MALFORMED_FUNCTION_CALL"');
    expect(call('{"a":', "tool-calls")).not.toContain("functionCall");
    expect(call('{"a":', "length")).toContain('"finishReason":"MAX_TOKENS"');
    expect(call('{"a":1e400}', "tool-calls")).toContain('"args":{"a":1e400}');
    expect(call("", "tool-calls")).toContain('"args":{}');
  });

  test("an error is the last thing", () => {
    const text = writeAll([start, { type: "error", error: new AppError("upstream_cut", "cut") }]);
    expect(chunks(text)).toMatchObject([
      { error: { code: 502, message: "cut", status: "UNAVAILABLE" } },
    ]);
  });
});
