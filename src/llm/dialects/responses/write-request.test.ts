import { describe, expect, test } from "bun:test";
import { AppError } from "../../../base/errors.ts";
import type { CanonicalRequest, MediaSource, Message, Part, Tool } from "../../canonical.ts";
import { codec } from "./codec.ts";

type Wire = Readonly<Record<string, unknown>>;

const write = (request: CanonicalRequest) => JSON.parse(codec.writeRequest(request)) as Wire;
const writeMessages = (...messages: readonly Message[]) =>
  write({ model: "m", stream: false, messages });

function refusal(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("it was not refused");
}

describe("writing requests", () => {
  const user: Message = { role: "user", parts: [{ type: "text", text: "hi" }] };
  const say = (fields: Partial<CanonicalRequest>) =>
    write({ model: "m", stream: false, messages: [user], ...fields });

  test("a small chat", () => {
    const system: Message = { role: "system", parts: [{ type: "text", text: "be brief" }] };
    expect(codec.writeRequest({ model: "m", stream: true, messages: [system, user, system] })).toBe(
      '{"model":"m","instructions":"be brief","input":[{"type":"message","role":"user","content":"hi"},{"type":"message","role":"system","content":"be brief"}],"stream":true,"store":false}',
    );
  });

  test("instructions alone are an item: the wire wants one", () => {
    const system: Message = { role: "system", parts: [{ type: "text", text: "go" }] };
    expect(writeMessages(system)).toEqual({
      model: "m",
      input: [{ type: "message", role: "system", content: "go" }],
      store: false,
    });
  });

  test("empty texts are not sent, nor messages of nothing else", () => {
    const empty: Part = { type: "text", text: "" };
    const call: Part = { type: "tool-call", id: "a", name: "f", arguments: "{}" };
    const body = writeMessages(
      { role: "user", parts: [empty] },
      { role: "assistant", parts: [empty, call] },
      { role: "tool", parts: [{ type: "tool-result", callId: "a", parts: [empty] }] },
    );
    expect(body["input"]).toEqual([
      { type: "function_call", call_id: "a", name: "f", arguments: "{}" },
      { type: "function_call_output", call_id: "a", output: "" },
    ]);
  });

  test("results of custom calls, pictures in results", () => {
    const image: Part = { type: "image", source: { kind: "data", data: "/9j/AAAA" } };
    const body = writeMessages(
      {
        role: "assistant",
        parts: [{ type: "tool-call", id: "a", name: "f", arguments: "x", custom: true }],
      },
      { role: "tool", parts: [{ type: "tool-result", callId: "a", parts: [image] }] },
    );
    expect(body["input"]).toEqual([
      { type: "custom_tool_call", call_id: "a", name: "f", input: "x" },
      {
        type: "custom_tool_call_output",
        call_id: "a",
        output: [{ type: "input_image", image_url: "data:image/jpeg;base64,/9j/AAAA" }],
      },
    ]);
  });

  test("documents need a name; the name of an unnamed one follows its type", () => {
    const file = (source: MediaSource): Message => ({
      role: "user",
      parts: [{ type: "file", source }],
    });
    const body = writeMessages(
      file({ kind: "data", data: "JVBERi0x" }),
      file({ kind: "data", data: "AAAA", mediaType: "text/plain" }),
      file({ kind: "url", url: "https://x/a.pdf" }),
      file({ kind: "id", id: "file_1" }),
    );
    const parts = (body["input"] as Wire[]).map((item) => (item["content"] as Wire[])[0]);
    expect(parts).toEqual([
      {
        type: "input_file",
        filename: "file.pdf",
        file_data: "data:application/pdf;base64,JVBERi0x",
      },
      { type: "input_file", filename: "file.txt", file_data: "data:text/plain;base64,AAAA" },
      { type: "input_file", file_url: "https://x/a.pdf" },
      { type: "input_file", file_id: "file_1" },
    ]);
  });

  test("a tool says strict and parameters, which this wire would guess otherwise", () => {
    const { tools } = say({ tools: [{ type: "function", name: "f" }] });
    expect(tools).toEqual([
      {
        type: "function",
        name: "f",
        parameters: { type: "object", properties: {} },
        strict: false,
      },
    ]);
  });

  test("tools of another dialect are left out, and a choice with them", () => {
    const tools: Tool[] = [{ type: "opaque", dialect: "messages", value: { type: "bash" } }];
    const body = say({ tools, toolChoice: { type: "required" }, parallelToolCalls: false });
    expect(Object.keys(body)).toEqual(["model", "input", "store"]);
  });

  test("a choice among tools names each by its kind", () => {
    const tools: Tool[] = [
      { type: "function", name: "f" },
      { type: "custom", name: "g" },
    ];
    const toolChoice = { type: "allowed", mode: "auto", names: ["f", "g"] } as const;
    expect(say({ tools, toolChoice })["tool_choice"]).toEqual({
      type: "allowed_tools",
      mode: "auto",
      tools: [
        { type: "function", name: "f" },
        { type: "custom", name: "g" },
      ],
    });
  });

  test.each([
    [{ effort: "high" }, { effort: "high" }],
    [{ budgetTokens: 2000 }, { effort: "low" }],
    [{ budgetTokens: 10_000 }, { effort: "medium" }],
    [{ budgetTokens: 30_000 }, { effort: "high" }],
    [{ effort: "minimal", budgetTokens: 30_000 }, { effort: "minimal" }],
    [{}, undefined],
  ])("reasoning %j", (reasoning, expected) => {
    expect(say({ reasoning })["reasoning"]).toEqual(expected);
  });

  test("a model that is not asked to think is not asked for proof of thoughts", () => {
    expect(say({})["include"]).toBeUndefined();
    expect(say({ reasoning: { effort: "none" } })["include"]).toBeUndefined();
    expect(say({ reasoning: { effort: "low" } })["include"]).toEqual([
      "reasoning.encrypted_content",
    ]);
  });

  test("fewer tokens than the vendor takes become the least it takes", () => {
    expect(say({ maxOutputTokens: 1 })["max_output_tokens"]).toBe(16);
    expect(say({ maxOutputTokens: 99 })["max_output_tokens"]).toBe(99);
  });

  test.each([
    [{ choices: 2 }, "n"],
    [{ stop: ["END"] }, "stop"],
  ])("what would change the answer's meaning is refused: %j", (fields, param) => {
    expect(refusal(() => say(fields)).detail.param).toBe(param);
  });

  test("one choice and no stop sequences are no wish", () => {
    expect(say({ choices: 1, stop: [] })["model"]).toBe("m");
  });
});
