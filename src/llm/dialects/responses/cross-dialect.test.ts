/** Clients of the other dialects in front of a vendor of this one, and back. */

import { describe, expect, test } from "bun:test";
import * as wire from "../../../../test/llm/responses-stream.ts";
import { findMember, topLevelElements } from "../../../base/json.ts";
import { SseReader } from "../../../base/sse.ts";
import type { StreamEvent } from "../../canonical.ts";
import type { Dialect } from "../../dialect.ts";
import { chatCompletions } from "../chat-completions/index.ts";
import { generateContent } from "../generate-content/index.ts";
import { messages } from "../messages/index.ts";
import { responses } from "./index.ts";

type Wire = Readonly<Record<string, unknown>>;

const answer = JSON.stringify(
  wire.response({
    status: "completed",
    output: [
      wire.reasoningItem(["hm"], "gAAAA-first"),
      wire.reasoningItem([], "gAAAA-second"),
      wire.messageItem("Let me see."),
      wire.callItem("call_a", "f", '{"n":12345678901234567890}'),
      wire.callItem("call_b", "g", "{}"),
    ],
    usage: wire.tokens,
  }),
);

/** What the next request to the vendor must hold of that answer, and of the results. */
const HISTORY: readonly Wire[] = [
  {
    type: "reasoning",
    summary: [{ type: "summary_text", text: "hm" }],
    encrypted_content: "gAAAA-first",
  },
  { type: "reasoning", summary: [], encrypted_content: "gAAAA-second" },
  {
    type: "message",
    role: "assistant",
    content: [{ type: "output_text", text: "Let me see." }],
  },
  {
    type: "function_call",
    call_id: "call_a",
    name: "f",
    arguments: '{"n":12345678901234567890}',
  },
  { type: "function_call", call_id: "call_b", name: "g", arguments: "{}" },
  { type: "function_call_output", call_id: "call_a", output: "1" },
  { type: "function_call_output", call_id: "call_b", output: "2" },
];

interface Client {
  readonly dialect: Dialect;
  /** The request after the answer, with both results in order: as text, so that numbers stay as they are. */
  readonly goOn: (answer: string) => string;
}

/** A value deep in JSON text, as it stands there; a number takes an array's element. */
function dig(text: string, ...path: ReadonlyArray<string | number>): string {
  return path.reduce<string>(
    (value, step) =>
      (typeof step === "string" ? findMember(value, step) : [...topLevelElements(value)][step]) ??
      "",
    text,
  );
}

const CLIENTS: ReadonlyArray<readonly [name: string, client: Client]> = [
  [
    "chat-completions",
    {
      dialect: chatCompletions,
      goOn: (text) => {
        const message = dig(text, "choices", 0, "message");
        const ids = [...text.matchAll(/"id":("call_[^"]*")/g)].map(([, id]) => id);
        const results = ids.map(
          (id, i) => `{"role":"tool","tool_call_id":${id},"content":"${i + 1}"}`,
        );
        return `{"model":"m","messages":[{"role":"user","content":"hi"},${message},${results.join(",")}]}`;
      },
    },
  ],
  [
    "messages",
    {
      dialect: messages,
      goOn: (text) => {
        const content = dig(text, "content");
        const ids = [...text.matchAll(/"id":("call_[^"]*")/g)].map(([, id]) => id);
        const results = ids.map(
          (id, i) => `{"type":"tool_result","tool_use_id":${id},"content":"${i + 1}"}`,
        );
        return `{"model":"m","max_tokens":100,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":${content}},{"role":"user","content":[${results.join(",")}]}]}`;
      },
    },
  ],
  [
    "generate-content",
    {
      dialect: generateContent,
      goOn: (text) => {
        const content = dig(text, "candidates", 0, "content");
        const ids = [...text.matchAll(/"id":("call_[^"]*")/g)].map(([, id]) => id);
        const results = ["f", "g"].map(
          (name, i) =>
            `{"functionResponse":{"id":${ids[i]},"name":"${name}","response":{"output":"${i + 1}"}}}`,
        );
        return `{"contents":[{"role":"user","parts":[{"text":"hi"}]},${content},{"role":"user","parts":[${results.join(",")}]}]}`;
      },
    },
  ],
];

describe.each(CLIENTS)("a client of %s", (_name, { dialect, goOn }) => {
  test("keeps thoughts, ids and arguments through a tool loop", () => {
    const shown = dialect.codec.writeResponse(responses.codec.readResponse(answer));
    const next = dialect.parseRequest("chat", goOn(shown), { model: "m", stream: false });
    const body = JSON.parse(responses.codec.writeRequest(dialect.codec.readRequest(next))) as Wire;
    expect((body["input"] as Wire[]).slice(1)).toEqual([...HISTORY]);
    expect(body).toMatchObject({ store: false, include: ["reasoning.encrypted_content"] });
  });

  test("sees the same stream", () => {
    const frames = wire.frames([
      wire.created,
      ...wire.reasoning(0, ["hm"], "gAAAA"),
      ...wire.message(1, "Hel", "lo 🙂"),
      ...wire.call(2, "call_a", "f", '{"n":', "1}"),
      ...wire.call(3, "call_b", "g", '{"x":2}'),
      wire.completed(),
    ]);
    const events = read(responses, frames);
    const writer = dialect.codec.makeEventWriter({ model: "m", wantsUsage: true });
    const again = read(dialect, events.map((event) => writer.write(event)).join(""));
    const calls = (list: readonly StreamEvent[]) =>
      list.filter((event) => event.type === "tool-start");
    expect(said(again)).toEqual(said(events));
    expect(calls(again)).toEqual(calls(events));
    expect(again.at(-1)).toEqual({ type: "finish", reasons: ["tool-calls"] });
    expect(again).toContainEqual({
      type: "usage",
      usage: { prompt: 30, cached: 10, completion: 20, reasoning: 8 },
    });
  });

  test.each([
    [wire.failed("server_error", "boom"), "boom"],
    [{ type: "error", error: { message: "overloaded" } }, "overloaded"],
  ])("is told of a failure in its own words: %j", (event, message) => {
    const events = read(responses, wire.frames([wire.created, ...wire.message(0, "a"), event]));
    const writer = dialect.codec.makeEventWriter({ model: "m", wantsUsage: true });
    const last = read(dialect, events.map((one) => writer.write(one)).join("")).at(-1);
    expect(last?.type === "error" ? last.error.message : last?.type).toContain(message);
  });
});

function read(dialect: Dialect, text: string): StreamEvent[] {
  const reader = dialect.codec.makeEventReader();
  const frames = new SseReader().push(new TextEncoder().encode(text));
  return [...frames.flatMap((frame) => reader.step(frame)), ...reader.halt()];
}

/** Texts by kind and call. */
function said(events: readonly StreamEvent[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const event of events) {
    if (!("text" in event)) continue;
    const key = event.type === "tool-delta" ? `tool ${event.tool}` : event.type;
    texts[key] = (texts[key] ?? "") + event.text;
  }
  return texts;
}
