import { describe, expect, test } from "bun:test";
import type { CanonicalRequest, Message, Part } from "../canonical.ts";
import { chatCompletions } from "../dialects/chat-completions/index.ts";
import { applyQuirks, findUnservable, type Quirks } from "../quirks.ts";
import { applyQuirksToRequest } from "./apply-request.ts";

const text = (value: string): Part => ({ type: "text", text: value });
const say = (role: Message["role"], ...parts: Part[]): Message => ({ role, parts });
const ask = (...messages: Message[]): CanonicalRequest => ({ model: "m", stream: false, messages });

test("a request that no quirk concerns is given back itself", () => {
  const request = ask(say("user", text("Q")));
  const quirks: Quirks = {
    string_content: true,
    no_developer_role: true,
    no_system_role: true,
    no_parallel_tool_calls: true,
    no_prefill: true,
    no_response_schema: true,
    no_json_mode: true,
  };
  const edited = applyQuirksToRequest(request, quirks);
  expect(edited).toEqual(request);
  expect(applyQuirksToRequest(request, {})).toBe(request);
});

test("roles, parts and begun answers", () => {
  const request = ask(
    say("developer", text("A")),
    say("user", text("Q"), text("R")),
    say("assistant", text("It is")),
  );
  expect(applyQuirksToRequest(request, { no_developer_role: true }).messages[0]?.role).toBe(
    "system",
  );
  expect(applyQuirksToRequest(request, { no_system_role: true }).messages[0]).toEqual(
    say("user", text("A"), text("Q"), text("R")),
  );
  expect(applyQuirksToRequest(request, { string_content: true }).messages[1]).toEqual(
    say("user", text("Q\nR")),
  );
  expect(applyQuirksToRequest(request, { no_prefill: true }).messages.at(-1)?.role).toBe("user");
});

test("several calls become turns of their own", () => {
  const call = (id: string): Part => ({ type: "tool-call", id, name: "f", arguments: "{}" });
  const result = (callId: string): Part => ({ type: "tool-result", callId, parts: [text(callId)] });
  const request = ask(
    say("assistant", text("Both:"), call("a"), call("b")),
    say("tool", result("a"), result("b")),
    say("user", text("Go on")),
  );
  expect(applyQuirksToRequest(request, { no_parallel_tool_calls: true }).messages).toEqual([
    say("assistant", text("Both:"), call("a")),
    say("tool", result("a")),
    say("assistant", call("b")),
    say("tool", result("b")),
    say("user", text("Go on")),
  ]);
  const open = ask(say("assistant", call("a"), call("b")), say("tool", result("a")));
  expect(applyQuirksToRequest(open, { no_parallel_tool_calls: true })).toEqual(open);
});

describe("the wire text of an edited request", () => {
  test.each<Quirks>([
    { no_developer_role: true },
    { no_system_role: true },
    { string_content: true },
    { no_prefill: true },
    { no_response_schema: true },
    { no_response_schema: true, no_json_mode: true },
  ])("%o needs no more edits of its turns", (quirks) => {
    const request: CanonicalRequest = {
      ...ask(
        say("developer", text("A"), text("B")),
        say("user", text("Q")),
        say("assistant", text("It is")),
      ),
      outputFormat: { type: "json-schema", name: "n", schema: { type: "object" } },
    };
    const wire = chatCompletions.codec.writeRequest(applyQuirksToRequest(request, quirks));
    expect(applyQuirks(wire, quirks)).toBe(wire);
    expect(wire).not.toBe(chatCompletions.codec.writeRequest(request));
  });
});

test("what a vendor cannot serve is told, not cut down", () => {
  const picture: Part = { type: "image", source: { kind: "url", url: "https://x" } };
  const tooled: CanonicalRequest = {
    ...ask(say("user", text("Q"))),
    tools: [{ type: "function", name: "f" }],
  };
  expect(findUnservable(tooled, {})).toBeUndefined();
  expect(findUnservable(tooled, { no_tools: true })).toBe("cannot call tools");
  expect(
    findUnservable({ ...tooled, toolChoice: { type: "none" } }, { no_tools: true }),
  ).toBeUndefined();
  expect(findUnservable(ask(say("user", picture)), { no_vision: true })).toBe(
    "cannot see pictures",
  );
  expect(
    findUnservable(ask(say("tool", { type: "tool-result", callId: "1", parts: [picture] })), {
      no_vision: true,
    }),
  ).toBe("cannot see pictures");
});

test("top_k of other dialects' clients is not sent to vendors that may not know it", () => {
  const request = { ...ask(say("user", text("Q"))), topK: 5 };
  const sent = (quirks: Quirks): unknown =>
    JSON.parse(chatCompletions.codec.writeRequest(applyQuirksToRequest(request, quirks)));
  expect(sent({})).not.toHaveProperty("top_k");
  expect(sent({ takes_top_k: true })).toMatchObject({ model: "m", top_k: 5 });
  const mine = { ...request, extras: { "chat-completions": { min_p: 0.1, top_k: 9 } } };
  expect(applyQuirksToRequest(mine, { takes_top_k: true }).extras).toMatchObject({
    "chat-completions": { min_p: 0.1, top_k: 9 },
  });
});
