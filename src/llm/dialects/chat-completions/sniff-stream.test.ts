import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type SseFrame, SseReader } from "../../../base/sse.ts";
import type { Sniff, StreamSniffer } from "../../dialect.ts";
import { makeSniffer } from "./sniff-stream.ts";
import { parseRequest } from "./validate.ts";

function open(fields: Record<string, unknown> = {}, upstream = "m"): StreamSniffer {
  const body = { model: "m", messages: [{ role: "user", content: "x" }], stream: true, ...fields };
  return makeSniffer(parseRequest("chat", JSON.stringify(body)), upstream);
}

function frame(data: unknown): SseFrame {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return { raw: `data: ${text}\n\n`, event: null, data: text };
}

function delta(content: string, finish: string | null = null, index = 0) {
  return frame({ model: "m", choices: [{ index, delta: { content }, finish_reason: finish }] });
}

const usageChunk = frame({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } });
const done = frame("[DONE]");

describe("a stream that passes through", () => {
  test("a whole answer", () => {
    const sniffer = open();
    expect(sniffer.step(delta("Hel"))).toEqual({ kind: "event", forward: delta("Hel").raw });
    expect(sniffer.finished).toBe(false);
    sniffer.step(delta("lo"));
    sniffer.step(delta("", "stop"));
    expect(sniffer.finished).toBe(true);
    sniffer.step(usageChunk);
    expect(sniffer.step(done)).toEqual({ kind: "end", forward: done.raw });
    expect(sniffer.usage).toEqual({ prompt: 3, cached: 0, completion: 2, reasoning: 0 });
    expect(sniffer.output).toBe("Hello");
  });

  test("the usage chunk reaches only a client that asked for it", () => {
    expect(open().step(usageChunk)).toEqual({ kind: "event", forward: null });
    const asked = open({ stream_options: { include_usage: true } });
    expect(asked.step(usageChunk)).toEqual({ kind: "event", forward: usageChunk.raw });
  });

  test.each([
    ['{"choices":[{"index":0,"delta":{}}],"usage":null}', '{"choices":[{"index":0,"delta":{}}]}'],
    [
      '{"choices":[{"index":0,"delta":{}}],"usage":null,"obfuscation":"x"}',
      '{"choices":[{"index":0,"delta":{}}],"obfuscation":"x"}',
    ],
    ['{"choices": [{"delta": {}}], "usage": null}', '{"choices": [{"delta": {}}]}'],
  ])("the usage:null of a forced report is taken out: %s", (before, after) => {
    expect(open().step(frame(before)).forward).toBe(frame(after).raw);
    expect(open({ stream_options: { include_usage: true } }).step(frame(before)).forward).toBe(
      frame(before).raw,
    );
  });

  test("usage in the last content chunk is read and forwarded; the last report wins", () => {
    const sniffer = open();
    const last = frame({
      choices: [{ index: 0, delta: { content: "x" }, finish_reason: "stop" }],
      usage: { prompt_tokens: 9, completion_tokens: 9 },
    });
    sniffer.step(usageChunk);
    expect(sniffer.step(last).forward).toBe(last.raw);
    expect(sniffer.usage?.prompt).toBe(9);
    sniffer.step(frame({ choices: [], usage: null }));
    expect(sniffer.usage?.prompt).toBe(9);
  });

  test("zero tokens for a real answer count as no report", () => {
    const sniffer = open();
    sniffer.step(delta("x", "stop"));
    sniffer.step(frame({ choices: [], usage: { prompt_tokens: 0, completion_tokens: 0 } }));
    expect(sniffer.usage).toBeUndefined();
  });

  test("the public model name replaces the vendor's in every chunk", () => {
    const sniffer = open({}, "gpt-4o");
    const chunk = (model: string) =>
      frame(
        `{"id":"x","model":"${model}","choices":[{"delta":{"content":"\\"model\\":\\"gpt-4o\\""}}]}`,
      );
    for (const vendor of ["gpt-4o", "gpt-4o-2024-11-20"]) {
      expect(sniffer.step(chunk(vendor)).forward).toBe(chunk(vendor).raw.replace(vendor, "m"));
    }
  });

  test("data over several lines stays one event", () => {
    const [multi] = new SseReader().push(
      new TextEncoder().encode('data: {"model":"gpt-4o",\ndata: "choices":[{"delta":{}}]}\n\n'),
    );
    expect(multi).toBeDefined();
    if (multi === undefined) return;
    expect(open({}, "gpt-4o").step(multi).forward).toBe(
      'data: {"model":"m", "choices":[{"delta":{}}]}\n\n',
    );
  });
});

describe("finished", () => {
  test("waits for every choice asked for", () => {
    const sniffer = open({ n: 2 });
    sniffer.step(delta("a", "stop", 0));
    expect(sniffer.finished).toBe(false);
    sniffer.step(delta("b", null, 1));
    sniffer.step(done);
    expect(sniffer.finished).toBe(false);
    sniffer.step(delta("", "stop", 1));
    expect(sniffer.finished).toBe(true);
  });

  test("a vendor that ignores n is believed at its end mark", () => {
    const sniffer = open({ n: 2 });
    sniffer.step(delta("a", "stop", 0));
    sniffer.step(done);
    expect(sniffer.finished).toBe(true);
  });

  test("an end mark alone, or an empty finish_reason, finishes nothing", () => {
    const sniffer = open();
    sniffer.step(done);
    expect(sniffer.finished).toBe(false);
    sniffer.step(delta("x", ""));
    expect(sniffer.finished).toBe(false);
  });
});

describe("an end mark before every choice has its reason", () => {
  test("does not pass as a whole answer", () => {
    const sniffer = open();
    sniffer.step(delta("x", null));
    expect(sniffer.step(done)).toEqual({ kind: "error", forward: null });
    expect(sniffer.error?.code).toBe("upstream_cut");
    expect(sniffer.finished).toBe(false);
  });
});

describe("what is not part of the answer", () => {
  test("comments, empty data, Azure's first chunk and unknown objects are quiet", () => {
    const sniffer = open();
    const quiet: SseFrame[] = [
      { raw: ": OPENROUTER PROCESSING\n\n", event: null, data: null },
      frame(""),
      frame({ choices: [], model: "", prompt_filter_results: [] }),
      frame({ type: "ping" }),
    ];
    for (const one of quiet) expect(sniffer.step(one)).toEqual({ kind: "quiet", forward: one.raw });
    expect(sniffer.finished).toBe(false);
  });

  test.each([["not json"], ["{"], ["[]"], ["1"], ['"text"']])("%s is malformed", (data) => {
    expect(open().step(frame(data))).toEqual({ kind: "malformed", forward: null });
  });

  test.each([
    [{ error: { message: "overloaded", type: "server_error", code: 503 } }, "overloaded"],
    [{ error: "plain text" }, "plain text"],
    [{ object: "error", message: "too long", type: "BadRequest" }, "too long"],
    [
      {
        error: { message: "Incorrect API key: sk-abcdefgh1234" },
        choices: [{ finish_reason: "error" }],
      },
      "[redacted]",
    ],
    [{ choices: [{ index: 0, delta: {}, finish_reason: "error" }] }, "with an error"],
  ])("an error inside the stream: %j", (chunk, message) => {
    const sniffer = open();
    expect(sniffer.step(frame(chunk))).toEqual({ kind: "error", forward: null });
    expect(sniffer.error?.code).toBe("upstream_error");
    expect(sniffer.error?.message).toContain(message);
    expect(sniffer.finished).toBe(false);
  });

  test("an event named error needs no JSON", () => {
    const sniffer = open();
    expect(
      sniffer.step({ raw: "event: error\ndata: gone\n\n", event: "error", data: "gone" }).kind,
    ).toBe("error");
    expect(sniffer.error?.message).toBe("gone");
  });

  test("error: null is no error", () => {
    expect(open().step(frame({ error: null, choices: [{ delta: {} }] })).kind).toBe("event");
  });
});

describe("recorded vendor bytes", () => {
  const chunks = async (name: string) => {
    const text = await Bun.file(new URL(`fixtures/${name}`, import.meta.url)).text();
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => `data: ${line}\n\n`)
      .join("");
  };

  test("xAI, tool call: usage, finish and output", async () => {
    const sniffer = open();
    for (const one of new SseReader().push(
      new TextEncoder().encode(await chunks("xai-tool-call.chunks.txt")),
    )) {
      sniffer.step(one);
    }
    expect(sniffer.finished).toBe(true);
    expect(sniffer.usage).toEqual({ prompt: 307, cached: 306, completion: 253, reasoning: 227 });
    expect(sniffer.output).toEndWith('weather{"location":"San Francisco"}');
  });

  test("however the bytes are cut, the same comes out", async () => {
    const bytes = new TextEncoder().encode(
      (await chunks("xai-text.chunks.txt")).slice(0, 20_000) + "data: [DONE]\n\n",
    );
    const run = (cuts: readonly number[]): { steps: Sniff[]; output: string } => {
      const sniffer = open({}, "grok-3-mini");
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
    expect(whole.output.length).toBeGreaterThan(100);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 40 }), (cuts) => {
        expect(run(cuts)).toEqual(whole);
      }),
    );
  });
});
