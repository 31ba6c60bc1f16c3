import { describe, expect, test } from "bun:test";
import type { CanonicalRequest, Part } from "../../canonical.ts";
import { packId } from "../../carried-id.ts";
import { readId, writeId } from "./ids.ts";
import { readRequest, writeRequest } from "./request.ts";
import { parseRequest } from "./validate.ts";

const base = { model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] };

function read(fields: object): CanonicalRequest {
  return readRequest(parseRequest("chat", JSON.stringify({ ...base, ...fields })));
}
function parts(...content: unknown[]): readonly Part[] {
  return read({ messages: [{ role: "user", content }] }).messages[0]?.parts ?? [];
}

describe("messages", () => {
  test("system as a text or as blocks, and in the middle", () => {
    expect(read({ system: "be kind" }).messages[0]).toEqual({
      role: "system",
      parts: [{ type: "text", text: "be kind" }],
    });
    const cache_control = { type: "ephemeral" };
    const system = [
      { type: "text", text: "a" },
      { type: "text", text: "b", cache_control },
    ];
    expect(read({ system }).messages[0]?.parts).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b", cacheControl: cache_control },
    ]);
    const messages = [...base.messages, { role: "system", content: "now" }];
    expect(read({ messages }).messages.map(({ role }) => role)).toEqual(["user", "system"]);
  });

  test("results come first and apart, wherever the client put them", () => {
    const messages = [
      {
        role: "user",
        content: [
          { type: "text", text: "and" },
          { type: "tool_result", tool_use_id: "a", content: "1", is_error: true },
          { type: "tool_result", tool_use_id: "b", content: [{ type: "text", text: "2" }] },
          { type: "tool_result", tool_use_id: "c", is_error: false },
        ],
      },
    ];
    expect(read({ messages }).messages).toEqual([
      {
        role: "tool",
        parts: [
          { type: "tool-result", callId: "a", parts: [{ type: "text", text: "1" }], isError: true },
          { type: "tool-result", callId: "b", parts: [{ type: "text", text: "2" }] },
          { type: "tool-result", callId: "c", parts: [] },
        ],
      },
      { role: "user", parts: [{ type: "text", text: "and" }] },
    ]);
  });

  test("thoughts with their proof; an empty signature proves nothing", () => {
    expect(
      parts(
        { type: "thinking", thinking: "hm", signature: "s" },
        { type: "thinking", thinking: "hm", signature: "" },
        { type: "redacted_thinking", data: "d" },
      ),
    ).toEqual([
      { type: "reasoning", text: "hm", signature: "s" },
      { type: "reasoning", text: "hm" },
      { type: "reasoning", text: "", redacted: "d" },
    ]);
  });

  test("arguments are the raw text, numbers beyond float64 and spacing included", () => {
    const text = `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"x"},{"content": [ {"type":"text","text":"[{"},
      {"input": {"n": 12345678901234567890, "x":1e400,"2":1,"1":2},"type":"tool_use","id":"a","name":"f"},{"type":"tool_use","id":"b","name":"g","input":{}}],"role":"assistant"}]}`;
    const request = readRequest(parseRequest("chat", text));
    expect(request.messages[1]?.parts.slice(1)).toEqual([
      {
        type: "tool-call",
        id: "a",
        name: "f",
        arguments: '{"n": 12345678901234567890, "x":1e400,"2":1,"1":2}',
      },
      { type: "tool-call", id: "b", name: "g", arguments: "{}" },
    ]);
  });

  test("ids of other vendors come back as those gave them, with the signature they carry", () => {
    const id = writeId("functions.f:0", { signature: "CiQB" });
    const messages = [
      { role: "assistant", content: [{ type: "tool_use", id, name: "f", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id }] },
    ];
    const [call, result] = read({ messages }).messages;
    expect(call?.parts).toMatchObject([{ id: "functions.f:0", signature: "CiQB" }]);
    expect(result?.parts).toMatchObject([{ callId: "functions.f:0" }]);
    expect(packId("a", { signature: "CiQB" })).toBe(writeId("a", { signature: "CiQB" }));
  });

  test.each(["toolu_01", "pid_toolu_01", "pid_", "functions.f:0", "pid_ZnVuY3Rpb25zLmY6MA", "ü"])(
    "the id %s is the same after a way out and back",
    (id) => {
      expect(readId(writeId(id)).id).toBe(id);
    },
  );

  test("pictures and documents", () => {
    const base64 = (media_type: string) => ({ type: "base64", media_type, data: "AA" });
    expect(
      parts(
        { type: "image", source: base64("image/png"), cache_control: { type: "ephemeral" } },
        { type: "image", source: { type: "url", url: "https://x" } },
        { type: "image", source: { type: "file", file_id: "file_1" } },
        { type: "document", title: "a.pdf", source: base64("application/pdf") },
        { type: "document", source: { type: "url", url: "https://x/a.pdf" } },
      ),
    ).toEqual([
      {
        type: "image",
        source: { kind: "data", data: "AA", mediaType: "image/png" },
        cacheControl: { type: "ephemeral" },
      },
      { type: "image", source: { kind: "url", url: "https://x" } },
      { type: "image", source: { kind: "id", id: "file_1" } },
      {
        type: "file",
        source: { kind: "data", data: "AA", mediaType: "application/pdf" },
        filename: "a.pdf",
      },
      { type: "file", source: { kind: "url", url: "https://x/a.pdf" } },
    ]);
  });

  test("documents of text, and search results, become text that every vendor reads", () => {
    expect(
      parts(
        {
          type: "document",
          title: "T",
          source: { type: "text", media_type: "text/plain", data: "words" },
        },
        {
          type: "document",
          source: { type: "content", content: [{ type: "text", text: "block" }] },
        },
        { type: "document", title: "T", source: { type: "content", content: "plain" } },
        {
          type: "search_result",
          title: "T",
          source: "https://x",
          content: [{ type: "text", text: "found" }],
        },
      ).map((part) => (part.type === "text" ? part.text : part.type)),
    ).toEqual(["T\n\nwords", "block", "T", "plain", "T\nhttps://x\n\nfound"]);
  });

  test("blocks nobody else has a word for are kept, and given back to this dialect only", () => {
    const block = { type: "server_tool_use", id: "s", name: "web_search", input: { q: 1 } };
    const messages = [...base.messages, { role: "assistant", content: [block], mood: "good" }];
    const request = read({ messages });
    expect(request.messages[1]).toEqual({
      role: "assistant",
      parts: [{ type: "opaque", dialect: "messages", value: block }],
      extras: { messages: { mood: "good" } },
    });
    expect(JSON.parse(writeRequest(request))).toMatchObject({
      messages: [{}, { content: [block] }],
    });
  });
});
