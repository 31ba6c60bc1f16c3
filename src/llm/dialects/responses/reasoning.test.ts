import { describe, expect, test } from "bun:test";
import type { CanonicalRequest, Message, Part } from "../../canonical.ts";
import { codec } from "./codec.ts";
import { parseRequest } from "./validate.ts";

type Wire = Readonly<Record<string, unknown>>;

const readBody = (fields: Wire): CanonicalRequest =>
  codec.readRequest(parseRequest("chat", JSON.stringify({ model: "m", input: "hi", ...fields })));
const readItems = (...input: readonly Wire[]) => readBody({ input }).messages;
const write = (request: CanonicalRequest) => JSON.parse(codec.writeRequest(request)) as Wire;
const writeMessages = (...messages: readonly Message[]) =>
  write({ model: "m", stream: false, messages });

describe("thoughts", () => {
  test.each([
    [
      { summary: [], encrypted_content: "gAAAA" },
      [{ type: "reasoning", text: "", redacted: "gAAAA" }],
    ],
    [
      {
        summary: [
          { type: "summary_text", text: "a" },
          { type: "summary_text", text: "b" },
        ],
        encrypted_content: "gAAAA",
      },
      [{ type: "reasoning", text: "a\n\nb", signature: "gAAAA" }],
    ],
    [
      { summary: [], content: [{ type: "reasoning_text", text: "raw" }] },
      [{ type: "reasoning", text: "raw" }],
    ],
    [
      { summary: [], encrypted_content: "parley_s_EqQB" },
      [{ type: "reasoning", text: "", signature: "EqQB" }],
    ],
    [
      { summary: [], encrypted_content: "parley_d_EmQB" },
      [{ type: "reasoning", text: "", redacted: "EmQB" }],
    ],
    [{ summary: [], id: "rs_1" }, []],
  ])("%j", (item, parts) => {
    const [message] = readItems(
      { type: "reasoning", ...item },
      { role: "assistant", content: "x" },
    );
    expect(message?.parts.slice(0, -1) as unknown).toEqual(parts);
  });

  test("go back to the vendor as they came, without an id it would look for", () => {
    const parts: Part[] = [
      { type: "reasoning", text: "hm", signature: "gAAAA" },
      { type: "reasoning", text: "", redacted: "gBBBB" },
      { type: "reasoning", text: "nobody signed this" },
      { type: "tool-call", id: "a", name: "f", arguments: "" },
    ];
    const body = writeMessages({ role: "assistant", parts });
    expect(body["input"]).toEqual([
      {
        type: "reasoning",
        summary: [{ type: "summary_text", text: "hm" }],
        encrypted_content: "gAAAA",
      },
      { type: "reasoning", summary: [], encrypted_content: "gBBBB" },
      { type: "function_call", call_id: "a", name: "f", arguments: "{}" },
    ]);
    expect(body).toMatchObject({ store: false, include: ["reasoning.encrypted_content"] });
  });

  test("proven by another vendor are not sent: a conversation that moved here goes on", () => {
    const parts: Part[] = [
      {
        type: "reasoning",
        text: "hm",
        signature: "EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pki",
      },
      { type: "reasoning", text: "", redacted: "EmwKAhgBEgy3va3pzix/LafPsn4aDFIT2Xlxh0L5L8rLVyIw" },
      { type: "text", text: "x" },
    ];
    const body = writeMessages({ role: "assistant", parts });
    expect(JSON.stringify(body["input"])).not.toContain("reasoning");
  });
});
