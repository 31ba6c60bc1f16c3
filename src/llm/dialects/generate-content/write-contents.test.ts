import { describe, expect, test } from "bun:test";
import { assistant, hi, toolCall, toolResult } from "../../../../test/llm/turns.ts";
import type { CanonicalRequest, Message, Part } from "../../canonical.ts";
import { codec } from "./codec.ts";
import { writeRequest } from "./request.ts";

type Json = Record<string, unknown>;

const write = (fields: Partial<CanonicalRequest>, plainSchema = false): Json =>
  JSON.parse(
    writeRequest(
      { model: "gemini-2.5-flash", stream: false, messages: [hi], ...fields },
      { plainSchema },
    ),
  ) as Json;
const contents = (messages: readonly Message[], model = "gemini-2.5-flash"): unknown =>
  write({ messages, model })["contents"];

describe("writing turns", () => {
  test("every system and developer message goes into the one instruction, in order", () => {
    const system = (role: "system" | "developer", text: string): Message => ({
      role,
      parts: [{ type: "text", text }],
    });
    expect(write({ messages: [system("system", "a"), hi, system("developer", "b")] })).toEqual({
      systemInstruction: { parts: [{ text: "a" }, { text: "b" }] },
      contents: [{ role: "user", parts: [{ text: "hi" }] }],
    });
    // There must be a turn: then the user says it.
    expect(write({ messages: [system("system", "a")] })).toEqual({
      contents: [{ role: "user", parts: [{ text: "a" }] }],
    });
  });

  test("a result finds its tool's name in the history, and results of one turn stand together", () => {
    const messages = [
      hi,
      assistant(toolCall("1", "a"), toolCall("2", "b")),
      toolResult("1", "x"),
      toolResult("2", "y"),
      hi,
    ];
    expect(contents(messages)).toEqual([
      { role: "user", parts: [{ text: "hi" }] },
      {
        role: "model",
        parts: [
          { functionCall: { id: "1", name: "a", args: {} } },
          { functionCall: { id: "2", name: "b", args: {} } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { id: "1", name: "a", response: { output: "x" } } },
          { functionResponse: { id: "2", name: "b", response: { output: "y" } } },
        ],
      },
      { role: "user", parts: [{ text: "hi" }] },
    ]);
  });

  test("calls of neighbouring messages are one turn", () => {
    const messages = [
      hi,
      assistant(toolCall("1")),
      assistant(toolCall("2")),
      toolResult("1", ""),
      toolResult("2", ""),
    ];
    expect(contents(messages)).toMatchObject([{}, { parts: [{}, {}] }, { parts: [{}, {}] }]);
  });

  test("ids used again answer the nearest call", () => {
    const messages = [
      hi,
      assistant(toolCall("1", "a")),
      toolResult("1", ""),
      assistant(toolCall("1", "b")),
      toolResult("1", ""),
    ];
    expect(contents(messages)).toMatchObject([
      {},
      {},
      { parts: [{ functionResponse: { name: "a" } }] },
      {},
      { parts: [{ functionResponse: { name: "b" } }] },
    ]);
  });

  test("an id of our own making does not reach the vendor, which never gave one", () => {
    const id = "call_g_abcdef_0_0";
    expect(
      JSON.stringify(contents([hi, assistant(toolCall(id)), toolResult(id, "x")])),
    ).not.toContain('"id"');
  });

  test("a result for a call nobody made is refused, naming the message", () => {
    expect(() => contents([hi, toolResult("zz", "x")])).toThrow(
      "`messages[1]` answers the call `zz`",
    );
  });

  test.each([["{"], ["[1]"], ['"a"'], ["nonsense"]])(
    "arguments %s are refused, naming the message",
    (args) => {
      expect(() => contents([hi, assistant(toolCall("1", "f", args))])).toThrow(
        "`messages[1]` calls `f` with arguments that are not a JSON object",
      );
    },
  );

  test("arguments are put in as they are, empty ones as {}", () => {
    const raw = '{"n":12345678901234567890,"big":1e400,"2":0,"1":0}';
    const text = codec.writeRequest({
      model: "gemini-2.5-flash",
      stream: false,
      messages: [hi, assistant(toolCall("1", "f", raw), toolCall("2", "g", ""))],
    });
    expect(text).toContain(`"args":${raw}`);
    expect(text).toContain('"name":"g","args":{}');
  });

  test("empty texts are never sent, and a turn of nothing is no turn", () => {
    const empty: Part = { type: "text", text: "" };
    expect(
      contents([hi, assistant(empty, toolCall("1")), toolResult("1", ""), assistant(empty)]),
    ).toEqual([
      { role: "user", parts: [{ text: "hi" }] },
      { role: "model", parts: [{ functionCall: { id: "1", name: "f", args: {} } }] },
      {
        role: "user",
        parts: [{ functionResponse: { id: "1", name: "f", response: { output: "" } } }],
      },
    ]);
  });

  test("another vendor's proofs of thought are not shown to this one", () => {
    const thoughts: Part[] = [
      { type: "reasoning", text: "hm", signature: "other" },
      { type: "reasoning", text: "", redacted: "secret" },
    ];
    expect(contents([hi, assistant(...thoughts, { type: "refusal", text: "no" })])).toEqual([
      { role: "user", parts: [{ text: "hi" }] },
      { role: "model", parts: [{ text: "hm", thought: true }, { text: "no" }] },
    ]);
  });
});

describe("signatures of Gemini 3", () => {
  const signatures = (parts: Part[], model: string): unknown[] => {
    const turns = contents([hi, assistant(...parts)], model) as { parts: Json[] }[];
    return (turns[1]?.parts ?? []).map((part) => part["thoughtSignature"]);
  };
  const signed = { signature: "c2ln" };

  test("go back exactly, on calls and on texts", () => {
    const text: Part = { type: "text", text: "a", ...signed };
    expect(
      signatures([text, toolCall("1", "f", "{}", signed), toolCall("2")], "gemini-3-pro-preview"),
    ).toEqual(["c2ln", "c2ln", undefined]);
  });

  test("a missing one is stood in for, on the first call of each turn only, and for Gemini 3 only", () => {
    const skip = "skip_thought_signature_validator";
    const calls = [toolCall("1"), toolCall("2")];
    expect(signatures(calls, "gemini-3-pro-preview")).toEqual([skip, undefined]);
    expect(signatures(calls, "models/gemini-3.1-flash")).toEqual([skip, undefined]);
    expect(signatures(calls, "gemini-2.5-pro")).toEqual([undefined, undefined]);
    expect(signatures([toolCall("1", "f", "{}", signed), toolCall("2")], "gemini-3-flash")).toEqual(
      ["c2ln", undefined],
    );
  });
});
