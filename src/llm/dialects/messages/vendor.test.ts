/** The fake vendor, which keeps the real one's rules, as a judge of what the dialect sends. */

import { afterAll, afterEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  checkMessages,
  signatureOf,
} from "../../../../test/fakes/vendor/dialects/anthropic-rules.ts";
import { type Faults, startFakeVendor } from "../../../../test/fakes/vendor/server.ts";
import { canonicalRequest } from "../../../../test/llm/canonical-arbitrary.ts";
import { call, result, say, text } from "../../../../test/llm/canonical-words.ts";
import { SseReader } from "../../../base/sse.ts";
import type {
  CanonicalRequest,
  CanonicalResponse,
  Message,
  Part,
  StreamEvent,
} from "../../canonical.ts";
import { messages as dialect } from "./index.ts";

const vendor = await startFakeVendor();
afterEach(() => vendor.clear());
afterAll(() => vendor.stop());

const MODEL = "claude-sonnet-4-5";

function requestOf(
  messages: readonly Message[],
  fields: Partial<CanonicalRequest> = {},
): CanonicalRequest {
  return { model: MODEL, messages, stream: false, maxOutputTokens: 20_000, ...fields };
}

function send(request: CanonicalRequest): Promise<Response> {
  const url = dialect.operationUrl(`${vendor.url}/v1`, "chat", request.model, request.stream);
  const headers = { "content-type": "application/json", ...dialect.authHeaders("k") };
  return fetch(url, { method: "POST", headers, body: dialect.codec.writeRequest(request) });
}

async function answer(
  messages: readonly Message[],
  fields: Partial<CanonicalRequest> = {},
): Promise<CanonicalResponse> {
  const response = await send(requestOf(messages, fields));
  const body = await response.text();
  expect({ status: response.status, body: response.ok ? "" : body }).toEqual({
    status: 200,
    body: "",
  });
  return dialect.codec.readResponse(body);
}

async function stream(
  messages: readonly Message[],
  fields: Partial<CanonicalRequest> = {},
): Promise<StreamEvent[]> {
  const response = await send(requestOf(messages, { ...fields, stream: true }));
  const reader = dialect.codec.makeEventReader();
  const bytes = await response.bytes();
  return [...new SseReader().push(bytes).flatMap((frame) => reader.step(frame)), ...reader.halt()];
}

const tools: CanonicalRequest["tools"] = ["weather", "time"].map((name) => ({
  type: "function" as const,
  name,
}));
const calling = say("user", 'call:weather({"n":12345678901234567890}) call:time');

/** Nothing but blanks is refused before it is sent. */
function isBlank({ parts }: Message): boolean {
  return parts.every((part) => part.type === "text" && part.text.trim() === "");
}

describe("what the vendor takes", () => {
  test("a plain chat, whole and streamed", async () => {
    const plain = await answer([say("system", "be kind"), say("user", "hello")], {
      temperature: 2,
      stop: ["\n"],
    });
    expect(plain.choices).toEqual([{ parts: [text("Echo: hello")], finish: "stop" }]);
    expect(plain.usage).toMatchObject({ prompt: 3, completion: 2 });
    const events = await stream([say("user", "hello")]);
    expect(events.at(-1)).toEqual({ type: "finish", reasons: ["stop"] });
  });

  test("a loop of parallel calls, thoughts included", async () => {
    const reasoning = { effort: "medium" };
    const first = await answer([calling], { tools, reasoning });
    const parts = first.choices[0]?.parts ?? [];
    expect(parts.map(({ type }) => type)).toEqual(["reasoning", "tool-call", "tool-call"]);
    expect(parts[1]).toMatchObject({ arguments: '{"n":12345678901234567890}' });
    const results = parts.flatMap((part) =>
      part.type === "tool-call" ? [result(part.id, text("fine"))] : [],
    );
    const history = [calling, { role: "assistant" as const, parts }, say("tool", ...results)];
    const second = await answer(history, { tools, reasoning });
    expect(second.choices[0]?.finish).toBe("stop");
    expect(vendor.requests.at(-1)?.body).toMatchObject({ thinking: { type: "enabled" } });
  });

  test("a loop whose thoughts were lost goes on without", async () => {
    const history = [
      calling,
      say("assistant", "", call("functions.weather:0", "", "weather")),
      say("tool", result("functions.weather:0", text(""))),
    ];
    const { choices } = await answer(history, {
      tools,
      reasoning: { effort: "high" },
      temperature: 0.2,
    });
    expect(choices[0]?.finish).toBe("stop");
  });

  test("a history of calls without tools; a prefill; an assistant that opens", async () => {
    await answer([
      calling,
      say("assistant", call("a", "{}")),
      say("tool", result("a")),
      say("user", "and?"),
    ]);
    await answer([say("user", "hi"), say("assistant", "The answer is ( ")], {
      reasoning: { effort: "high" },
    });
    await answer([say("assistant", "Welcome!"), say("user", "hi"), say("developer", "be brief")]);
  });

  test("structured output", async () => {
    const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const { choices } = await answer([say("user", "json")], {
      outputFormat: { type: "json-schema", name: "x", schema, strict: true },
    });
    const [part] = choices[0]?.parts ?? [];
    expect(JSON.parse(part?.type === "text" ? part.text : "")).toHaveProperty("city");
  });

  test("whatever a request holds, what is sent keeps the vendor's rules", () => {
    // The fake checks signatures; and arguments that are no object are refused before anything is sent.
    const settle = (part: Part): Part => {
      if (part.type === "tool-call" && !part.custom)
        return { ...part, arguments: `{"v":${part.arguments}}` };
      if (part.type !== "reasoning" || part.signature === undefined) return part;
      return { ...part, signature: signatureOf(part.text) };
    };
    fc.assert(
      fc.property(canonicalRequest, fc.constantFrom("low", "none", "max"), (arbitrary, effort) => {
        const messages = arbitrary.messages.map((message) => ({
          ...message,
          parts: message.parts.map(settle),
        }));
        const { choices: _one, ...request } = { ...arbitrary, messages, reasoning: { effort } };
        if (request.messages.every(isBlank)) return;
        const written = dialect.codec.writeRequest(request);
        expect(checkMessages(JSON.parse(written), { strictFields: true }, true)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});

describe("what the vendor does wrong", () => {
  const hello = [say("user", "hello")];
  const lastOf = async (): Promise<string> => {
    const last = (await stream(hello)).at(-1);
    return last?.type === "error"
      ? `${last.error.code} ${last.error.detail.type ?? ""}`.trim()
      : String(last?.type);
  };

  test.each<[string, Faults, string]>([
    ["a stream without its end mark is whole", { missingDone: true }, "finish"],
    ["a stream without a stop reason", { missingFinish: true }, "upstream_cut"],
    ["an error in band keeps its kind", { errorInStream: 1 }, "upstream_error overloaded_error"],
    ["an error first", { errorAfter200First: true }, "upstream_error overloaded_error"],
    ["an event that is no JSON", { malformedAfterChunks: 1 }, "upstream_cut"],
    [
      "characters split across reads, lines that end in CRLF",
      { splitUtf8: true, crlf: true },
      "finish",
    ],
  ])("%s", async (_name, faults, last) => {
    vendor.next(faults);
    expect(await lastOf()).toBe(last);
  });

  test("missing usage is no usage", async () => {
    vendor.next({ missingUsage: true });
    expect((await stream(hello)).some(({ type }) => type === "usage")).toBe(false);
    vendor.next({ usage: { prompt: 100, cached: 60, cacheWrite: 30, completion: 5 } });
    expect((await stream(hello)).find(({ type }) => type === "usage")).toEqual({
      type: "usage",
      usage: { prompt: 100, cached: 60, cacheWrite: 30, completion: 5, reasoning: 0 },
    });
  });

  test("refusals are read with their kind and wait", async () => {
    const failureOf = async (faults: Faults) => {
      vendor.next(faults);
      const response = await send(requestOf(hello));
      return dialect.readFailure(response.status, response.headers, await response.text());
    };
    expect(await failureOf({ errorKind: "overloaded", retryAfter: 7 })).toMatchObject({
      status: 529,
      type: "overloaded_error",
      retryAfter: 7,
    });
    // No Retry-After: the limit's own reset says when.
    const { retryAfter } = await failureOf({ errorKind: "rate_limit" });
    expect(retryAfter).toBeGreaterThan(50);
  });
});
