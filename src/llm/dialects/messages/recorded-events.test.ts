import { describe, expect, test } from "bun:test";
import { SseReader, writeSse } from "../../../base/sse.ts";
import type { StreamEvent } from "../../canonical.ts";
import { codec } from "./codec.ts";

const types = (events: readonly StreamEvent[]) => events.map(({ type }) => type);

async function recorded(name: string): Promise<StreamEvent[]> {
  const lines = await Bun.file(new URL(`fixtures/${name}.chunks.txt`, import.meta.url)).text();
  const text = lines
    .trim()
    .split("\n")
    .map((line) => writeSse(line, (JSON.parse(line) as { type: string }).type))
    .join("");
  const reader = codec.makeEventReader();
  const frames = new SseReader().push(new TextEncoder().encode(text));
  return [...frames.flatMap((frame) => reader.step(frame)), ...reader.halt()];
}

describe("recorded vendor streams", () => {
  test("a recorded text", async () => {
    const got = await recorded("anthropic-text");
    expect(got[0]).toMatchObject({ type: "start", id: "msg_01QC4g3HwBThD4BaNtBckFDJ" });
    expect(got[0]?.type === "start" ? got[0].created : 0).toBeGreaterThan(1_700_000_000);
    expect(got.slice(-2)).toEqual([
      { type: "usage", usage: { prompt: 12, cached: 0, completion: 30, reasoning: 0 } },
      { type: "finish", reasons: ["stop"] },
    ]);
    expect(
      got.map((event) => (event.type === "text-delta" ? event.text : "")).join(""),
    ).toStartWith("Hello! I'm doing");
  });

  test("recorded thoughts are signed at their end", async () => {
    const got = await recorded("anthropic-clear-thinking.1");
    const at = got.findIndex(({ type }) => type === "reasoning-signature");
    expect(types(got.slice(1, at))).toEqual(Array<"reasoning-delta">(9).fill("reasoning-delta"));
    expect(got[at]).toMatchObject({ signature: expect.stringContaining("EvQBCkYI") as string });
    expect(got[at + 1]).toMatchObject({ type: "text-delta", text: "925" });
  });

  test("a recorded call without arguments has no pieces", async () => {
    const got = await recorded("anthropic-tool-no-args");
    expect(got.slice(-4)).toMatchObject([
      {
        type: "tool-start",
        tool: 0,
        id: "toolu_01QE1WLsSVp5hy5Q3GmGTmjP",
        name: "updateIssueList",
      },
      { type: "tool-end", tool: 0 },
      { type: "usage" },
      { type: "finish", reasons: ["tool-calls"] },
    ]);
  });

  test("a recorded search by the vendor: its blocks are skipped, the text is whole", async () => {
    const got = await recorded("anthropic-web-search-tool.1");
    expect(new Set(types(got))).toEqual(new Set(["start", "text-delta", "usage", "finish"]));
    expect(got.at(-1)).toEqual({ type: "finish", reasons: ["stop"] });
  });

  test("a recorded refusal", async () => {
    const got = await recorded("anthropic-refusal");
    expect(got.slice(1)).toMatchObject([
      { type: "refusal-delta", text: expect.stringContaining("blocked") as string },
      { type: "usage", usage: { prompt: 18, completion: 5 } },
      { type: "finish", reasons: ["content-filter"] },
    ]);
  });

  test("a recorded prompt that is counted anew at the end", async () => {
    const got = await recorded("anthropic-message-delta-input-tokens");
    expect(got.at(-2)).toEqual({
      type: "usage",
      usage: { prompt: 61, cached: 0, completion: 2, reasoning: 0 },
    });
  });
});
