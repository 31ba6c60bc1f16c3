import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type SseFrame, SseReader } from "../../../base/sse.ts";
import type { Sniff, StreamSniffer } from "../../dialect.ts";
import { messages } from "./index.ts";
import { makeSniffer } from "./sniff-stream.ts";
import { parseRequest } from "./validate.ts";

const fixture = (name: string): Promise<string> =>
  Bun.file(new URL(`fixtures/${name}`, import.meta.url)).text();

function open(upstream = "m"): StreamSniffer {
  const body = {
    model: "m",
    max_tokens: 9,
    messages: [{ role: "user", content: "x" }],
    stream: true,
  };
  return makeSniffer(parseRequest("chat", JSON.stringify(body)), upstream);
}

function frame(fields: Record<string, unknown> | string, event?: string | null): SseFrame {
  const data = typeof fields === "string" ? fields : JSON.stringify(fields);
  const name =
    event === undefined ? (typeof fields === "string" ? null : String(fields["type"])) : event;
  return { raw: `${name === null ? "" : `event: ${name}\n`}data: ${data}\n\n`, event: name, data };
}

const start = (usage: unknown, id = "msg_1", model = "v") =>
  frame({ type: "message_start", message: { id, model, content: [], usage } });
const text = (value: string) =>
  frame({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: value } });
const end = (usage: unknown, stop_reason: string | null = "end_turn") =>
  frame({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage });
const stop = frame({ type: "message_stop" });

describe("a stream that passes through", () => {
  test("a whole answer: bytes untouched, one end, usage", () => {
    const sniffer = open();
    const frames = [
      start({ input_tokens: 5, output_tokens: 1 }),
      text("Hel"),
      text("lo"),
      end({ output_tokens: 2 }),
    ];
    for (const one of frames)
      expect(sniffer.step(one)).toEqual({ kind: "event", forward: one.raw });
    expect(sniffer.finished).toBe(true);
    expect(sniffer.step(stop)).toEqual({ kind: "end", forward: stop.raw });
    expect(sniffer.usage).toEqual({ prompt: 5, cached: 0, completion: 2, reasoning: 0 });
    expect(sniffer.output).toBe("Hello");
  });

  test("before the end only the prompt is known: the count at the start is not the answer's", () => {
    const sniffer = open();
    sniffer.step(start({ input_tokens: 5, cache_read_input_tokens: 90, output_tokens: 1 }));
    sniffer.step(text("a long answer that the client left"));
    expect(sniffer.usage).toBeUndefined();
    expect(sniffer.promptUsage).toEqual({ prompt: 95, cached: 90, completion: 0, reasoning: 0 });
    expect(sniffer.finished).toBe(false);
  });

  test("zeros at the start and a whole report at the end (vercel/ai#17326)", () => {
    const sniffer = open();
    sniffer.step(start({ input_tokens: 0, output_tokens: 0 }));
    expect(sniffer.promptUsage).toBeUndefined();
    sniffer.step(end({ input_tokens: 61, output_tokens: 2 }));
    expect(sniffer.usage).toMatchObject({ prompt: 61, completion: 2 });
  });

  test("zeros throughout count as no report", () => {
    const sniffer = open();
    for (const one of [
      start({ input_tokens: 0, output_tokens: 0 }),
      text("x"),
      end({ output_tokens: 0 }),
    ]) {
      sniffer.step(one);
    }
    expect(sniffer.usage).toBeUndefined();
  });

  test("the public model name replaces the vendor's at the start", () => {
    const forward = open("v").step(start({ input_tokens: 5, output_tokens: 1 })).forward;
    expect(forward).toBe(start({ input_tokens: 5, output_tokens: 1 }, "msg_1", "m").raw);
    const same = start({ n: 1 }, "msg_1", "v-2026");
    expect(open("m").step(same).forward).toBe(same.raw);
  });

  test("the same beginning twice is passed on once; another message is passed on as it is", () => {
    const sniffer = open();
    const first = start({ input_tokens: 5, output_tokens: 1 });
    sniffer.step(first);
    expect(sniffer.step(first)).toEqual({ kind: "quiet", forward: null });
    sniffer.step(end({ output_tokens: 3 }, "refusal"));
    const second = start({ input_tokens: 7, output_tokens: 1 }, "msg_2");
    expect(sniffer.step(second)).toEqual({ kind: "event", forward: second.raw });
    expect(sniffer.finished).toBe(false);
    sniffer.step(end({ output_tokens: 4 }));
    expect(sniffer.usage).toMatchObject({ prompt: 7, completion: 4 });
  });

  test("an event without its name gets it: the official clients look at nothing else", () => {
    const bare = frame(
      JSON.stringify({
        type: "content_block_delta",
        index: 0,
        delta: { type: "text_delta", text: "x" },
      }),
    );
    expect(open().step(bare).forward).toBe(`event: content_block_delta\n${bare.raw}`);
    const sniffer = open();
    sniffer.step(end({ output_tokens: 1 }));
    expect(sniffer.step(frame('{"type":"message_stop"}')).forward).toBe(stop.raw);
  });

  test("pings, comments and events of next year are quiet", () => {
    const quiet: SseFrame[] = [
      frame({ type: "ping" }),
      { raw: ": hello\n\n", event: null, data: null },
      frame({ type: "event_of_next_year", x: 1 }),
    ];
    for (const one of quiet) expect(open().step(one)).toEqual({ kind: "quiet", forward: one.raw });
  });

  test("blocks nobody knows pass, and their text is counted", () => {
    const block = frame({
      type: "content_block_start",
      index: 0,
      content_block: { type: "new", text: "abc" },
    });
    const sniffer = open();
    expect(sniffer.step(block).forward).toBe(block.raw);
    expect(sniffer.output).toBe("abc");
  });

  test.each(["nonsense", "[]", "5", '{"choices":[]}'])("%s is malformed", (data) => {
    expect(open().step(frame(data))).toEqual({ kind: "malformed", forward: null });
  });

  test.each([
    [
      frame({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
      "Overloaded",
    ],
    [frame('{"error":{"message":"bad sk-ant-api03-abcdef"}}'), "bad [redacted]"],
    [frame("gone", "error"), "gone"],
  ])("an error in the stream: %#", (one, message) => {
    const sniffer = open();
    sniffer.step(start({ input_tokens: 5, output_tokens: 1 }));
    expect(sniffer.step(one)).toEqual({ kind: "error", forward: null });
    expect(sniffer.error).toMatchObject({ code: "upstream_error", message });
    expect(sniffer.finished).toBe(false);
  });

  test("an end without a stop reason is no end", () => {
    const sniffer = open();
    sniffer.step(text("x"));
    sniffer.step(end({ output_tokens: 1 }, null));
    expect(sniffer.finished).toBe(false);
    expect(sniffer.step(stop).kind).toBe("error");
    expect(sniffer.error?.code).toBe("upstream_cut");
  });

  test("a vendor that forgets its end mark is given it", () => {
    expect(messages.streamEnd).toBe(stop.raw);
  });
});

describe("recorded vendor streams", () => {
  const names = [
    "anthropic-clear-thinking.1",
    "anthropic-json-output-format.1",
    "anthropic-json-tool.1",
    "anthropic-json-tool.2",
    "anthropic-message-delta-input-tokens",
    "anthropic-refusal",
    "anthropic-text",
    "anthropic-tool-no-args",
    "anthropic-web-search-tool.1",
  ];
  const sse = async (name: string): Promise<string> =>
    (await fixture(`${name}.chunks.txt`))
      .trim()
      .split("\n")
      .map(
        (line) =>
          `event: ${String((JSON.parse(line) as { type: string }).type)}\ndata: ${line}\n\n`,
      )
      .join("");

  test.each(names)("%s passes byte for byte and is whole", async (name) => {
    const bytes = await sse(name);
    const sniffer = open();
    const frames = new SseReader().push(new TextEncoder().encode(bytes));
    expect(frames.map((one) => sniffer.step(one).forward).join("")).toBe(bytes);
    expect(sniffer.finished).toBe(true);
    expect(sniffer.usage?.prompt).toBeGreaterThan(0);
  });

  test("a later report of the prompt overrides the first", async () => {
    const sniffer = open();
    for (const one of new SseReader().push(
      new TextEncoder().encode(await sse("anthropic-message-delta-input-tokens")),
    )) {
      sniffer.step(one);
    }
    expect(sniffer.usage).toEqual({ prompt: 61, cached: 0, completion: 2, reasoning: 0 });
  });

  test("however the bytes are cut, the same comes out", async () => {
    const bytes = new TextEncoder().encode(await sse("anthropic-clear-thinking.1"));
    const run = (cuts: readonly number[]): { steps: Sniff[]; output: string } => {
      const sniffer = open("claude");
      const reader = new SseReader();
      const steps: Sniff[] = [];
      const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      for (let i = 1; i < edges.length; i++) {
        for (const one of reader.push(bytes.subarray(edges[i - 1], edges[i])))
          steps.push(sniffer.step(one));
      }
      return { steps, output: sniffer.output };
    };
    const whole = run([]);
    expect(whole.output).toContain("925 ÷ 5 ");
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 40 }), (cuts) => {
        expect(run(cuts)).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });
});
