import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import * as wire from "../../../../test/llm/responses-stream.ts";
import { AppError } from "../../../base/errors.ts";
import { type SseFrame, SseReader, writeSse } from "../../../base/sse.ts";
import type { Sniff, StreamSniffer } from "../../dialect.ts";
import { makeSniffer } from "./sniff-stream.ts";
import { parseRequest } from "./validate.ts";

const idOf = ({ response }: Wire): unknown => (response as Wire)["id"];

type Wire = Readonly<Record<string, unknown>>;

const open = (upstream = "m"): StreamSniffer =>
  makeSniffer(parseRequest("chat", '{"model":"m","input":"x","stream":true}'), upstream);

function frame(data: unknown, event: string | null = null): SseFrame {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return { raw: writeSse(text, event ?? undefined), event, data: text };
}

const run = (sniffer: StreamSniffer, ...events: readonly Wire[]): Sniff[] =>
  events.map((event) => sniffer.step(frame(event, String(event["type"]))));

describe("a stream that passes through", () => {
  test("a whole answer: the last event is the end, held with its bill", () => {
    const sniffer = open();
    const list = [wire.created, wire.inProgress, ...wire.message(0, "Hel", "lo")];
    const sniffs = run(sniffer, ...list);
    expect(sniffs.slice(0, 3).map(({ kind }) => kind)).toEqual(["quiet", "quiet", "event"]);
    expect(sniffs.map(({ forward }) => forward)).toEqual(
      list.map((event) => frame(event, String(event["type"])).raw),
    );
    expect(sniffer.finished).toBe(false);
    expect(sniffer.usage).toBeUndefined();
    const last = wire.completed(wire.messageItem("Hello"));
    expect(run(sniffer, last)).toEqual([
      { kind: "end", forward: frame(last, "response.completed").raw },
    ]);
    expect(sniffer.finished).toBe(true);
    expect(sniffer.usage).toEqual({ prompt: 30, cached: 10, completion: 20, reasoning: 8 });
    expect(sniffer.output).toBe("Hello");
  });

  test("an error of ours names the answer that failed: its id, its model, the next number", () => {
    const sniffer = makeSniffer(
      parseRequest("chat", '{"model":"mine","input":"x","stream":true}'),
      "vendors",
    );
    run(sniffer, { ...wire.created, sequence_number: 0 });
    run(sniffer, { ...wire.inProgress, sequence_number: 1 });
    const text = sniffer.writeError?.(new AppError("upstream_cut", "cut")) ?? "";
    const events = new SseReader()
      .push(new TextEncoder().encode(text))
      .map(({ data }) => JSON.parse(data ?? "") as Wire);
    expect(events).toMatchObject([
      { type: "error", sequence_number: 2 },
      {
        type: "response.failed",
        sequence_number: 3,
        response: { id: idOf(wire.created), model: "mine", status: "failed" },
      },
    ]);
  });

  test("response.incomplete is finished and billed (new-api#7241)", () => {
    const sniffer = open();
    run(sniffer, wire.created, ...wire.message(0, "a"));
    expect(run(sniffer, wire.incomplete("max_output_tokens"))[0]?.kind).toBe("end");
    expect(sniffer.finished).toBe(true);
    expect(sniffer.usage?.completion).toBe(20);
  });

  test("an answer without output is one event, not an empty stream", () => {
    const sniffer = open();
    run(sniffer, wire.created, wire.inProgress);
    expect(run(sniffer, wire.incomplete("max_output_tokens"))[0]?.kind).toBe("event");
    expect(sniffer.finished).toBe(true);
  });

  test("the text for counting: names, arguments, thoughts, and items that came whole", () => {
    const sniffer = open();
    run(
      sniffer,
      wire.created,
      ...wire.reasoning(0, ["hm "], "gAAAA"),
      ...wire.call(1, "a", "f", '{"x":', "1}"),
      wire.added(2, wire.customItem("b", "g", "")),
      wire.done(2, wire.customItem("b", "g", " free")),
      wire.done(3, wire.messageItem(" end")),
      wire.delta("audio", 4, "UklGRg"),
    );
    expect(sniffer.output).toBe('hm f{"x":1}g free end');
  });

  test("the public model name replaces the vendor's in every response, and only there", () => {
    const sniffer = open("gpt-5.1");
    for (const one of [wire.created, wire.inProgress, wire.completed()]) {
      const [sniff] = run(sniffer, one);
      expect(sniff?.forward).toBe(
        frame(one, String(one["type"])).raw.replace('"model":"gpt-5.1"', '"model":"m"'),
      );
    }
    const said = wire.delta("output_text", 0, '"model":"gpt-5.1"');
    expect(run(sniffer, said)[0]?.forward).toBe(frame(said, String(said["type"])).raw);
  });

  test("zero tokens for a real answer count as no report", () => {
    const sniffer = open();
    const zero = { input_tokens: 0, output_tokens: 0 };
    run(sniffer, ...wire.message(0, "a"), {
      type: "response.completed",
      response: wire.response({ status: "completed", usage: zero }),
    });
    expect(sniffer.usage).toBeUndefined();
  });
});

describe("failures", () => {
  test.each([
    [wire.failed("rate_limit_exceeded", "too large"), "too large"],
    [{ type: "error", error: { code: "insufficient_quota", message: "quota" } }, "quota"],
    [{ type: "error", code: null, message: "flat", param: null }, "flat"],
    [{ error: { message: "bare" } }, "bare"],
    [{ type: "response.failed", response: {} }, "ended the answer as failed"],
    [{ type: "error", error: { message: "Incorrect API key: sk-abcdefgh1234" } }, "[redacted]"],
  ])("in band: %j", (event, message) => {
    const sniffer = open();
    run(sniffer, wire.created, wire.inProgress);
    expect(sniffer.step(frame(event))).toEqual({ kind: "error", forward: null });
    expect(sniffer.error?.message).toContain(message);
    expect(sniffer.error?.code).toBe("upstream_error");
    expect(sniffer.finished).toBe(false);
  });

  test("a failure right behind the beginning leaves nothing forwarded as part of the answer", () => {
    const sniffer = open();
    const kinds = run(sniffer, wire.created, wire.inProgress, wire.failed("x", "y")).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(["quiet", "quiet", "error"]);
  });

  test("an event named error needs no JSON", () => {
    const sniffer = open();
    expect(sniffer.step(frame("gone", "error")).kind).toBe("error");
    expect(sniffer.error?.message).toBe("gone");
  });

  test.each([["not json"], ["{"], ["[]"], ["1"], ['{"choices":[]}']])("%s is malformed", (data) => {
    expect(open().step(frame(data))).toEqual({ kind: "malformed", forward: null });
  });

  test("an end mark finishes nothing and is not passed on: a client would stop before our error", () => {
    const sniffer = open();
    run(sniffer, ...wire.message(0, "a"));
    expect(sniffer.step(frame("[DONE]"))).toEqual({ kind: "quiet", forward: null });
    expect(sniffer.finished).toBe(false);
  });

  test("comments, keep-alives and a gateway's own events are quiet", () => {
    const sniffer = open();
    for (const one of [
      { raw: ": ping\n\n", event: null, data: null },
      frame({ type: "keepalive" }),
      frame({ type: "codex.rate_limits", limit_reached: true }),
    ]) {
      expect(sniffer.step(one)).toEqual({ kind: "quiet", forward: one.raw });
    }
  });
});

test("however the bytes are cut, the same comes out", () => {
  const text = wire.frames([
    wire.created,
    ...wire.reasoning(0, ["Grübeln 🤔", "más"], "gAAAA"),
    ...wire.message(1, "Grüß", " dich 👋🏽", " 你好"),
    ...wire.call(2, "a", "f", '{"é":', '"𝔸"}'),
    wire.completed(),
  ]);
  const bytes = new TextEncoder().encode(text.replaceAll("\n", "\r\n"));
  const all = (cuts: readonly number[]): { steps: Sniff[]; output: string } => {
    const sniffer = open("gpt-5.1");
    const reader = new SseReader();
    const steps: Sniff[] = [];
    const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
    for (let i = 1; i < edges.length; i++) {
      for (const one of reader.push(bytes.subarray(edges[i - 1], edges[i])))
        steps.push(sniffer.step(one));
    }
    return { steps, output: sniffer.output };
  };
  const whole = all([]);
  expect(whole.output).toBe('Grübeln 🤔másGrüß dich 👋🏽 你好f{"é":"𝔸"}');
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 40 }), (cuts) => {
      expect(all(cuts)).toEqual(whole);
    }),
  );
});
