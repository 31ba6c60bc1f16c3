import { describe, expect, test } from "bun:test";
import { call, result, say, text } from "../../../../test/llm/canonical-words.ts";
import type { CanonicalRequest, Message, Part } from "../../canonical.ts";
import { writeRequest } from "./request.ts";

type Body = Record<string, unknown> & { messages: { role: string; content: unknown }[] };

const hi = say("user", "hi");

function write(fields: Partial<CanonicalRequest>): Body {
  const base = { model: "claude-sonnet-4-5", messages: [hi], stream: false };
  return JSON.parse(writeRequest({ ...base, ...fields })) as Body;
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

  test("its pictures are shown by the user", () => {
    const image: Part = { type: "image", source: { kind: "url", url: "https://x" } };
    const body = write({ messages: [say("system", "look", image), hi] });
    expect(body["system"]).toBe("look");
    expect(body.messages[0]?.content).toMatchObject([{ type: "image" }, { text: "hi" }]);
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
    const foreign: Part = { type: "reasoning", text: "hm", signature: "gAAAAABpX" };
    expect(turns(hi, say("assistant", foreign, "x"), hi)[1]?.content).toBe("x");
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
