/** Every knob that changes a stream, over every dialect. */
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import type { Faults } from "./faults.ts";
import { ask, askRaw, DIALECT_NAMES, eventsOf, textPiecesOf } from "./probe.ts";
import { startFakeVendor } from "./server.ts";

const vendor = await startFakeVendor();
afterEach(() => vendor.clear());
afterAll(() => vendor.stop());

const TEXT = "Echo: hello brave new world";
const FINISHED = /"finish_reason":"stop"|"stop_reason":"end_turn"|"finishReason":"STOP"/;
const BROKEN = { openai: '"del', anthropic: '"tex', gemini: '"bro' };
const ERROR_EVENT = {
  openai:
    /^data: \{"error":\{"message":"The server had an error.*","type":"server_error","param":null,"code":null\}\}$/m,
  anthropic:
    /^event: error\ndata: \{"type":"error","error":\{"type":"overloaded_error","message":"Overloaded"\}\}$/m,
  gemini:
    /^data: \{"error":\{"code":503,"message":"The model is overloaded.*","status":"UNAVAILABLE"\}\}\r$/m,
};

for (const dialect of DIALECT_NAMES) {
  const stream = async (faults: Faults): Promise<string> => {
    vendor.next(faults);
    const response = await ask(vendor, dialect, { stream: true });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toStartWith("text/event-stream");
    return response.text();
  };
  const raw = async (faults: Faults): ReturnType<typeof askRaw> => {
    vendor.next(faults);
    return askRaw(vendor, dialect, { stream: true });
  };

  describe(dialect, () => {
    test("a good stream says the text, finishes, and ends", async () => {
      const text = await stream({});
      expect(textPiecesOf(text).join("")).toBe(TEXT);
      expect(text).toMatch(FINISHED);
      const last = eventsOf(text).at(-1);
      if (dialect === "openai") expect(last?.data).toBe("[DONE]");
      if (dialect === "anthropic") expect(last?.event).toBe("message_stop");
      if (dialect === "gemini") expect(last?.data).toContain("usageMetadata");
    });

    test("chunks: exactly that many text deltas", async () => {
      for (const chunks of [1, 3, 12, 200]) {
        const pieces = textPiecesOf(await stream({ chunks }));
        expect(pieces).toHaveLength(chunks);
        expect(pieces.join("")).toStartWith(TEXT);
      }
    });

    test("latencyMs, firstTokenDelayMs and chunkDelayMs put the silence where they say", async () => {
      vendor.next({ latencyMs: 40, firstTokenDelayMs: 60, chunkDelayMs: 30, chunks: 3 });
      const started = performance.now();
      const response = await ask(vendor, dialect, { stream: true });
      const headersAt = performance.now() - started;
      const readings: number[] = [];
      for await (const _ of response.body ?? []) readings.push(performance.now() - started);
      const firstAt = readings[0] ?? 0;
      expect(headersAt).toBeGreaterThan(38);
      expect(firstAt - headersAt).toBeGreaterThan(50);
      expect((readings.at(-1) ?? 0) - firstAt).toBeGreaterThan(55);
    });

    test("pingMs: keep-alives during the silence", async () => {
      const text = await stream({ firstTokenDelayMs: 55, pingMs: 10 });
      const pings = text.match(dialect === "anthropic" ? /event: ping/g : /: keep-alive/g) ?? [];
      expect(pings.length).toBeGreaterThanOrEqual(4);
      expect(textPiecesOf(text).join("")).toBe(TEXT);
    });

    test("cutAfterChunks: that many deltas, then the connection is gone mid-body", async () => {
      for (const [after, seen] of [
        [0, 0],
        [2, 2],
        [99, 5],
      ] as const) {
        const answer = await raw({ cutAfterChunks: after });
        expect(answer.end).toBe("closed");
        expect(textPiecesOf(answer.text)).toHaveLength(seen);
        expect(answer.text).not.toMatch(FINISHED);
        expect(answer.text).not.toEndWith("0\r\n\r\n");
        if (after === 0) expect(eventsOf(answer.text)).toEqual([]);
      }
      vendor.next({ cutAfterChunks: 2 });
      const response = await ask(vendor, dialect, { stream: true });
      expect(response.text()).rejects.toThrow();
    });

    test("cutReset: the cut is a reset, after what came before was read", async () => {
      const answer = await raw({ cutAfterChunks: 2, cutReset: true });
      expect(answer.end).toBe("closed");
      expect(textPiecesOf(answer.text)).toHaveLength(2);
    });

    test("cutMidFrame: half an event comes before the cut", async () => {
      const answer = await raw({ cutAfterChunks: 2, cutMidFrame: true });
      expect(answer.end).toBe("closed");
      expect(answer.text).not.toMatch(/\n\r?\n\r?\n$/);
      expect(textPiecesOf(answer.text).slice(0, 2).join("")).toBe("Echo: hello");
    });

    test("stallAfterChunks: that many deltas, then silence on an open connection", async () => {
      const answer = await raw({ stallAfterChunks: 3 });
      expect(answer.end).toBe("quiet");
      expect(textPiecesOf(answer.text)).toHaveLength(3);
      expect((await raw({ stallAfterChunks: 0 })).text).toEndWith("\r\n\r\n");
    });

    test("malformedAfterChunks: one broken event, and the stream goes on", async () => {
      const text = await stream({ malformedAfterChunks: 2 });
      const broken = eventsOf(text).filter(({ data }) => data.endsWith(BROKEN[dialect]));
      expect(broken).toHaveLength(1);
      expect(text).toMatch(FINISHED);
      expect(eventsOf(await stream({ malformedAfterChunks: 0 }))[0]?.data).toEndWith(
        BROKEN[dialect],
      );
    });

    test("errorInStream: the vendor's own error after N deltas, then a clean end without a finish", async () => {
      const text = await stream({ errorInStream: 2 });
      expect(textPiecesOf(text)).toHaveLength(2);
      expect(text).toMatch(ERROR_EVENT[dialect]);
      expect(text).not.toMatch(FINISHED);
      expect(text).not.toMatch(/\[DONE\]|message_stop/);
    });

    test("errorAfter200First: the first event is the error, and the knobs choose which", async () => {
      const text = await stream({ errorAfter200First: true });
      expect(text).toMatch(ERROR_EVENT[dialect]);
      expect(eventsOf(text)).toHaveLength(1);
      const limited = await stream({ errorAfter200First: true, status: 429 });
      expect(limited).toMatch(/rate_limit_exceeded|rate_limit_error|RESOURCE_EXHAUSTED/);
    });

    test("missingFinish, missingUsage and missingDone leave out just that", async () => {
      const unfinished = await stream({ missingFinish: true });
      expect(unfinished).not.toMatch(FINISHED);
      expect(textPiecesOf(unfinished).join("")).toBe(TEXT);
      const uncounted = await stream({ missingUsage: true });
      expect(uncounted).not.toContain('"usage');
      expect(uncounted).toMatch(FINISHED);
      const endless = await stream({ missingDone: true });
      expect(endless).not.toMatch(/\[DONE\]|message_stop/);
      expect(endless).toMatch(FINISHED);
    });

    test("splitUtf8: no read holds a whole multi-byte character, and the text survives", async () => {
      const answer = await raw({ splitUtf8: true, reply: "né 你好 🙂" });
      const lead = answer.reads.filter((read) => read.some((byte) => byte >= 0xc2));
      expect(lead.length).toBeGreaterThanOrEqual(4);
      for (const read of lead) expect(read.toString()).toContain("\ufffd");
      expect(textPiecesOf(await stream({ splitUtf8: true, reply: "né 你好 🙂" })).join("")).toBe(
        "né 你好 🙂",
      );
      expect(textPiecesOf(await stream({ splitUtf8: true })).join("")).toBe(`${TEXT} é 你好 🙂`);
    });

    test("oneByteWrites: every byte is an HTTP chunk, and the text survives", async () => {
      const answer = await raw({ oneByteWrites: true, reply: "ok" });
      expect(answer.reads.length).toBeGreaterThan(50);
      const body = answer.text.slice(answer.text.indexOf("\r\n\r\n") + 4);
      expect(body).toMatch(/^(1\r\n[^]\r\n)+0\r\n\r\n$/);
      expect(textPiecesOf(await stream({ oneByteWrites: true, reply: "ök" })).join("")).toBe("ök");
    });

    test("crlf: every line of every event ends in CRLF", async () => {
      const text = await stream({ crlf: true });
      expect(text).not.toMatch(/[^\r]\n/);
      expect(textPiecesOf(text).join("")).toBe(TEXT);
    });
  });
}

test("gemini without alt=sse streams one JSON array, and missingDone leaves it open", async () => {
  const call = async (): Promise<string> =>
    (
      await fetch(`${vendor.url}/v1beta/models/g:streamGenerateContent`, {
        method: "POST",
        headers: { "x-goog-api-key": "k" },
        body: JSON.stringify({ contents: [{ parts: [{ text: "hi you" }] }] }),
      })
    ).text();
  const chunks = JSON.parse(await call()) as { candidates: { finishReason?: string }[] }[];
  expect(chunks).toHaveLength(4);
  expect(chunks.at(-1)?.candidates[0]?.finishReason).toBe("STOP");
  vendor.next({ missingDone: true });
  expect(await call()).not.toEndWith("]");
});
