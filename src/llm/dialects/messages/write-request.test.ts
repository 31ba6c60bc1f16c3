import { describe, expect, test } from "bun:test";
import type { CanonicalRequest, Message, Part, Tool } from "../../canonical.ts";
import { DEFAULT_MAX_TOKENS } from "./name.ts";
import { writeRequest } from "./request.ts";

type Body = Record<string, unknown> & { messages: { role: string; content: unknown }[] };

const say = (role: Message["role"], ...parts: (Part | string)[]): Message => ({
  role,
  parts: parts.map((part) => (typeof part === "string" ? { type: "text", text: part } : part)),
});
const call = (id: string, text: string, name = "f"): Part => ({
  type: "tool-call",
  id,
  name,
  arguments: text,
});
const result = (callId: string, ...parts: Part[]): Part => ({ type: "tool-result", callId, parts });
const text = (value: string): Part => ({ type: "text", text: value });
const hi = say("user", "hi");
const tool: Tool = { type: "function", name: "f", parameters: { type: "object" } };

function raw(fields: Partial<CanonicalRequest>): string {
  return writeRequest({ model: "claude-sonnet-4-5", messages: [hi], stream: false, ...fields });
}
function write(fields: Partial<CanonicalRequest>): Body {
  return JSON.parse(raw(fields)) as Body;
}
const turns = (...messages: Message[]) => write({ messages }).messages;

describe("system", () => {
  test("system and developer messages at the beginning are joined in order as blocks, caching kept", () => {
    const cached: Part = {
      type: "text",
      text: "b",
      cacheControl: { type: "ephemeral", ttl: "1h" },
    };
    expect(
      write({ messages: [say("system", "a", cached), say("developer", "c"), hi] }),
    ).toMatchObject({
      system: [
        { type: "text", text: "a" },
        { type: "text", text: "b", cache_control: { type: "ephemeral", ttl: "1h" } },
        { type: "text", text: "c" },
      ],
      messages: [{ role: "user", content: "hi" }],
    });
  });

  test("one plain text is a string", () => {
    expect(write({ messages: [say("system", "be kind"), hi] })["system"]).toBe("be kind");
  });

  test("one in the middle of the conversation stays in its place, in the user's turn", () => {
    expect(
      turns(hi, say("assistant", "yes?"), say("system", "be brief"), say("user", "go")),
    ).toEqual([
      { role: "user", content: "hi" },
      { role: "assistant", content: "yes?" },
      {
        role: "user",
        content: [text("<system>\nbe brief\n</system>"), text("go")],
      },
    ]);
  });

  test("alone it is the user's turn: the wire wants one", () => {
    const body = write({ messages: [say("system", "tell a joke")] });
    expect(body).not.toHaveProperty("system");
    expect(body.messages).toEqual([{ role: "user", content: "tell a joke" }]);
  });
});

describe("turns", () => {
  test("tool results are merged in order, before the user's words, in one turn", () => {
    expect(
      turns(
        hi,
        say("assistant", call("a", "{}"), call("b", "{}")),
        say("tool", result("a", text("1"))),
        say("tool", result("b", text("2"))),
        say("user", "and?"),
      )[2],
    ).toEqual({
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "a", content: "1" },
        { type: "tool_result", tool_use_id: "b", content: "2" },
        { type: "text", text: "and?" },
      ],
    });
  });

  test("a system message behind the results does not come before them", () => {
    const content = turns(
      hi,
      say("assistant", call("a", "{}")),
      say("system", "now"),
      say("tool", result("a", text("1"))),
    )[2]?.content as { type: string }[];
    expect(content.map(({ type }) => type)).toEqual(["tool_result", "text"]);
  });

  test("neighbours of one role become one turn", () => {
    expect(turns(hi, say("user", "ho"), say("assistant", "a"), say("assistant", "b"), hi)).toEqual([
      { role: "user", content: [text("hi"), text("ho")] },
      { role: "assistant", content: [text("a"), text("b")] },
      { role: "user", content: "hi" },
    ]);
  });

  test("empty and blank texts are never sent, nor turns made of nothing", () => {
    const written = turns(
      say("user", "", "hi", " \n"),
      say("assistant", ""),
      say("user", "still there?"),
      say("assistant", "", call("a", "{}")),
      say("tool", result("a", text(""))),
    );
    expect(written).toEqual([
      { role: "user", content: [text("hi"), text("still there?")] },
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a" }] },
    ]);
  });

  test("a conversation that the assistant opens gets a turn before it", () => {
    expect(
      turns(say("system", "s"), say("assistant", "Welcome!"), hi).map(({ role }) => role),
    ).toEqual(["user", "assistant", "user"]);
  });

  test("a prefill passes, without the blanks at its end that the vendor refuses", () => {
    expect(turns(hi, say("assistant", "The answer is ( \n")).at(-1)).toEqual({
      role: "assistant",
      content: "The answer is (",
    });
  });

  test("nothing to send is the client's mistake", () => {
    expect(() => write({ messages: [say("user", " ")] })).toThrow("`messages` holds no text");
  });

  test("thoughts go back only with what proves them, and never alone", () => {
    const signed: Part = { type: "reasoning", text: "hm", signature: "s" };
    const redacted: Part = { type: "reasoning", text: "", redacted: "d" };
    const plain: Part = { type: "reasoning", text: "unsigned" };
    expect(turns(hi, say("assistant", signed, redacted, plain, "x"), hi)[1]?.content).toEqual([
      { type: "thinking", thinking: "hm", signature: "s" },
      { type: "redacted_thinking", data: "d" },
      { type: "text", text: "x" },
    ]);
    expect(turns(hi, say("assistant", signed), hi)).toHaveLength(1);
  });

  test("a refusal is text; other dialects' own parts are skipped", () => {
    const opaque = (dialect: string): Part => ({ type: "opaque", dialect, value: { type: "x" } });
    expect(
      turns(
        hi,
        say(
          "assistant",
          { type: "refusal", text: "no" },
          opaque("chat-completions"),
          opaque("messages"),
        ),
        hi,
      )[1]?.content,
    ).toEqual([{ type: "text", text: "no" }, { type: "x" }]);
  });
});

describe("tool calls", () => {
  test.each([
    ["", "{}"],
    ["  ", "{}"],
    ["null", "{}"],
    ["{}", "{}"],
    [
      '{"n":12345678901234567890,"x":1e400,"y":1.0}',
      '{"n":12345678901234567890,"x":1e400,"y":1.0}',
    ],
    ['{"2":1,"1":2}', '{"2":1,"1":2}'],
    ['{\n "a": 1}', '{\n "a": 1}'],
  ])("arguments %j go in as they are", (written, expected) => {
    const messages = [
      hi,
      say("assistant", call("a", written)),
      say("tool", result("a", text("1"))),
    ];
    expect(raw({ messages })).toContain(`"input":${expected}}`);
  });

  test.each(["{", "[1]", '"x"', "5", "{'a':1}"])(
    "%s is no object: 400 naming the message",
    (broken) => {
      const messages = [hi, say("assistant", call("call_9", broken))];
      expect(() => write({ messages })).toThrow(
        "`messages[1]` holds the tool call `call_9` of `f`",
      );
      expect(() => write({ messages })).toThrow(
        expect.objectContaining({ code: "invalid_request" }),
      );
    },
  );

  test("ids are kept, and made to fit where the wire does not allow them, in the call and its result alike", () => {
    const ids = ["toolu_01", "call-2", "functions.f:0", "ü", "pid_x", ""];
    const written = turns(
      hi,
      say("assistant", ...ids.map((id) => call(id, "{}"))),
      say("tool", ...ids.map((id) => result(id))),
    );
    const calls = (written[1]?.content as { id: string }[]).map(({ id }) => id);
    const results = (written[2]?.content as { tool_use_id: string }[]).map(
      (one) => one.tool_use_id,
    );
    expect(calls.slice(0, 2)).toEqual(["toolu_01", "call-2"]);
    expect(calls.every((id) => /^[a-zA-Z0-9_-]+$/.test(id))).toBe(true);
    expect(new Set(calls).size).toBe(ids.length);
    expect(results).toEqual(calls);
  });

  test("a free-text call of the history is wrapped", () => {
    const custom: Part = {
      type: "tool-call",
      id: "a",
      name: "patch",
      arguments: 'say "hi"',
      custom: true,
    };
    expect(turns(hi, say("assistant", custom))[1]?.content).toEqual([
      { type: "tool_use", id: "a", name: "patch", input: { input: 'say "hi"' } },
    ]);
  });

  test("results with pictures, documents, errors and caching", () => {
    const image: Part = {
      type: "image",
      source: { kind: "data", data: "AA", mediaType: "image/png" },
    };
    const messages = [
      hi,
      say("assistant", call("a", "{}")),
      say("tool", {
        type: "tool-result",
        callId: "a",
        parts: [text("see"), image],
        isError: true,
        cacheControl: { type: "ephemeral" },
      }),
    ];
    expect(write({ messages }).messages[2]?.content).toEqual([
      {
        type: "tool_result",
        tool_use_id: "a",
        content: [
          { type: "text", text: "see" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "AA" } },
        ],
        is_error: true,
        cache_control: { type: "ephemeral" },
      },
    ]);
  });
});

describe("media", () => {
  const pdf = "JVBERi0xLjQ=";
  test.each<[string, Part, unknown]>([
    [
      "a picture at an address",
      { type: "image", source: { kind: "url", url: "https://x/y.png" }, detail: "low" },
      { type: "image", source: { type: "url", url: "https://x/y.png" } },
    ],
    [
      "a picture by id",
      { type: "image", source: { kind: "id", id: "file_1" } },
      { type: "image", source: { type: "file", file_id: "file_1" } },
    ],
    [
      "a type spelled wrong",
      { type: "image", source: { kind: "data", data: "AA", mediaType: "image/jpg;x=1" } },
      { type: "image", source: { type: "base64", media_type: "image/jpeg", data: "AA" } },
    ],
    [
      "a type nobody said",
      { type: "image", source: { kind: "data", data: "R0lGODlh" } },
      { type: "image", source: { type: "base64", media_type: "image/gif", data: "R0lGODlh" } },
    ],
    [
      "a document",
      {
        type: "file",
        filename: "a.pdf",
        source: { kind: "data", data: pdf, mediaType: "application/pdf" },
      },
      {
        type: "document",
        title: "a.pdf",
        source: { type: "base64", media_type: "application/pdf", data: pdf },
      },
    ],
    [
      "a document of a type nobody said",
      { type: "file", source: { kind: "data", data: pdf } },
      { type: "document", source: { type: "base64", media_type: "application/pdf", data: pdf } },
    ],
    [
      "a text file",
      { type: "file", source: { kind: "data", data: "w6TDtg==", mediaType: "text/markdown" } },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "äö" } },
    ],
    [
      "a picture sent as a file",
      { type: "file", source: { kind: "data", data: "AA", mediaType: "image/webp" } },
      { type: "image", source: { type: "base64", media_type: "image/webp", data: "AA" } },
    ],
    [
      "a document at an address",
      { type: "file", source: { kind: "url", url: "https://x/a.pdf" } },
      { type: "document", source: { type: "url", url: "https://x/a.pdf" } },
    ],
  ])("%s", (_name, part, block) => {
    expect(turns(say("user", part))[0]?.content).toEqual([block]);
  });

  test("sound cannot be sent: 400 naming the message", () => {
    const sound: Part = {
      type: "audio",
      source: { kind: "data", data: "AA", mediaType: "audio/wav" },
    };
    expect(() => write({ messages: [hi, say("user", sound)] })).toThrow(
      "`messages[1]` holds sound",
    );
  });
});

describe("options", () => {
  test("max_tokens is always there", () => {
    expect(write({})["max_tokens"]).toBe(DEFAULT_MAX_TOKENS);
    expect(write({ maxOutputTokens: 5 })["max_tokens"]).toBe(5);
  });

  test.each([
    [2, 1],
    [1.2, 1],
    [0.3, 0.3],
    [0, 0],
  ])("temperature %p is sent as %p", (asked, sent) => {
    expect(write({ temperature: asked })["temperature"]).toBe(sent);
  });

  test("blank stop sequences are left out", () => {
    expect(write({ stop: ["\n", "END", ""] })["stop_sequences"]).toEqual(["END"]);
    expect(write({ stop: [" "] })).not.toHaveProperty("stop_sequences");
  });

  test("user, stream, top_p, top_k and the dialect's own fields; nothing the wire does not know", () => {
    expect(
      write({
        stream: true,
        user: "u1",
        topP: 0.5,
        topK: 5,
        seed: 1,
        presencePenalty: 1,
        frequencyPenalty: 1,
        metadata: { a: "b" },
        choices: 1,
        extras: { messages: { service_tier: "auto" }, "chat-completions": { logit_bias: {} } },
      }),
    ).toEqual({
      model: "claude-sonnet-4-5",
      max_tokens: DEFAULT_MAX_TOKENS,
      stream: true,
      top_p: 0.5,
      top_k: 5,
      metadata: { user_id: "u1" },
      service_tier: "auto",
      messages: [{ role: "user", content: "hi" }],
    });
  });

  test("more than one answer is refused, not forgotten", () => {
    expect(() => write({ choices: 2 })).toThrow(
      expect.objectContaining({ detail: { param: "n" } }),
    );
  });

  test("a JSON schema is enforced; JSON as such is asked for in words", () => {
    const schema = { type: "object", properties: { a: { type: "string" } } };
    const held = write({ outputFormat: { type: "json-schema", name: "x", schema, strict: true } });
    expect(held["output_config"]).toEqual({
      format: { type: "json_schema", schema: { ...schema, additionalProperties: false } },
    });
    const asked = write({ outputFormat: { type: "json" }, messages: [say("system", "s"), hi] });
    expect(asked).not.toHaveProperty("output_config");
    expect(asked["system"]).toMatchObject([
      text("s"),
      { text: expect.stringContaining("JSON") as string },
    ]);
    expect(write({ outputFormat: { type: "text" } })).not.toHaveProperty("system");
  });
});

describe("tools", () => {
  test("definitions: a schema always has a type; strict ones are closed", () => {
    const tools: Tool[] = [
      { type: "function", name: "a", description: "does a", cacheControl: { type: "ephemeral" } },
      {
        type: "function",
        name: "b",
        parameters: { properties: { x: { type: "string", minLength: 2 } } },
      },
      { type: "function", name: "c", parameters: { type: "object", properties: {} }, strict: true },
      { type: "function", name: "d", parameters: { type: "object" }, strict: false },
      {
        type: "opaque",
        dialect: "messages",
        value: { type: "web_search_20250305", name: "web_search" },
      },
      { type: "opaque", dialect: "chat-completions", value: { type: "web_search" } },
    ];
    expect(write({ tools })["tools"]).toEqual([
      {
        name: "a",
        description: "does a",
        input_schema: { type: "object", properties: {} },
        cache_control: { type: "ephemeral" },
      },
      {
        name: "b",
        input_schema: { type: "object", properties: { x: { type: "string", minLength: 2 } } },
      },
      {
        name: "c",
        input_schema: { type: "object", properties: {}, additionalProperties: false },
        strict: true,
      },
      { name: "d", input_schema: { type: "object" } },
      { type: "web_search_20250305", name: "web_search" },
    ]);
  });

  test.each<[Partial<CanonicalRequest>, unknown]>([
    [{ toolChoice: { type: "auto" } }, { type: "auto" }],
    [{ toolChoice: { type: "none" } }, { type: "none" }],
    [{ toolChoice: { type: "required" } }, { type: "any" }],
    [{ toolChoice: { type: "tool", name: "f" } }, { type: "tool", name: "f" }],
    [{ parallelToolCalls: false }, { type: "auto", disable_parallel_tool_use: true }],
    [
      { toolChoice: { type: "required" }, parallelToolCalls: false },
      { type: "any", disable_parallel_tool_use: true },
    ],
    [{ toolChoice: { type: "none" }, parallelToolCalls: false }, { type: "none" }],
    [{ parallelToolCalls: true }, undefined],
    [{}, undefined],
  ])("choice %j", (fields, expected) => {
    const body = write({ tools: [tool], ...fields });
    expect(body["tool_choice"]).toEqual(expected);
    expect(body["tools"]).toHaveLength(1);
  });

  test("only some tools allowed: the others are not offered", () => {
    const tools: Tool[] = [tool, { type: "function", name: "g" }];
    const body = write({ tools, toolChoice: { type: "allowed", mode: "required", names: ["g"] } });
    expect(body["tools"]).toMatchObject([{ name: "g" }]);
    expect(body["tool_choice"]).toEqual({ type: "any" });
  });

  test("no choice without tools", () => {
    const body = write({ toolChoice: { type: "required" }, parallelToolCalls: false, tools: [] });
    expect(body).not.toHaveProperty("tools");
    expect(body).not.toHaveProperty("tool_choice");
  });

  test("calls in the history without a tool on offer: they are named, and forbidden", () => {
    const messages = [
      hi,
      say("assistant", call("a", "{}", "f"), call("b", "{}", "g"), call("c", "{}", "f")),
      say("tool", result("a"), result("b"), result("c")),
    ];
    const body = write({ messages });
    expect(body["tools"]).toMatchObject([{ name: "f" }, { name: "g" }]);
    expect(body["tool_choice"]).toEqual({ type: "none" });
  });

  test("a tool that takes free text is refused by name", () => {
    expect(() => write({ tools: [{ type: "custom", name: "patch" }] })).toThrow(
      "`patch` takes free text",
    );
  });
});
