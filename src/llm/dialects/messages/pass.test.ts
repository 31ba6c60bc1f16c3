import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { packId } from "../../carried-id.ts";
import { passRequest, passResponse, setStartModel } from "./pass.ts";
import { promptText } from "./prompt-text.ts";
import { parseRequest } from "./validate.ts";

const rest = '"max_tokens":9,"messages":[{"role":"user","content":"hi"}]';

function pass(text: string, upstream = "claude-opus-5"): string {
  return passRequest(parseRequest("chat", text), upstream);
}

describe("passRequest", () => {
  test("the same model: the very same text", () => {
    const text = `{ "model":"m", ${rest}, "stream":true }`;
    expect(pass(text, "m")).toBe(text);
  });

  test("keeps large integers, number spellings, spacing and fields nobody knows", () => {
    const text = `{"x":12345678901234567890,"model" : "m", "temperature":1.0, "y":1e400,"context_management":{"edits":[ ]},${rest}}`;
    expect(pass(text)).toBe(text.replace('"m"', '"claude-opus-5"'));
  });

  test("a deeper model is not the model", () => {
    const text = `{"tools":[{"type":"x","model":"m"}],${rest},"model":"m"}`;
    expect(pass(text)).toBe(text.replace(/"m"\}$/, '"claude-opus-5"}'));
  });

  test("what ids carry for another vendor does not reach this one", () => {
    const packed = packId("call_1", { signature: "CiQB" });
    const text = (id: string) =>
      `{"model":"m","max_tokens":9,"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"${id}","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"${id}"}]}]}`;
    expect(pass(text(packed), "m")).toBe(text("call_1"));
  });

  test("changes nothing but model, whatever else is there", () => {
    const known = ["__proto__", "model", "messages", "max_tokens", "system", "tools", "thinking"];
    const extras = fc.dictionary(
      fc.string().filter((key) => !known.includes(key)),
      // -0 is not JSON.
      fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown),
    );
    const name = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(extras, name, name, fc.nat(2), (extra, model, upstream, indent) => {
        const body = {
          ...extra,
          model,
          max_tokens: 1,
          messages: [{ role: "user", content: model }],
        };
        const sent: unknown = JSON.parse(pass(JSON.stringify(body, null, indent), upstream));
        expect(sent).toEqual({ ...body, model: upstream });
      }),
    );
  });
});

describe("passResponse", () => {
  const inbound = parseRequest("chat", `{"model":"fast",${rest}}`);

  test("gives the client back the name it asked for", () => {
    const text = '{"id":"a", "n": 12345678901234567890, "model":"claude-opus-5","content":[]}';
    expect(passResponse(inbound, "claude-opus-5", text)).toBe(
      text.replace("claude-opus-5", "fast"),
    );
  });

  test("leaves the vendor's spelling when both names are the same", () => {
    expect(passResponse(inbound, "fast", '{"model":"fast-1"}')).toBe('{"model":"fast-1"}');
  });

  test("a count has no model", () => {
    const count = parseRequest("count-tokens", `{"model":"fast",${rest}}`);
    expect(passResponse(count, "claude-opus-5", '{"input_tokens":5}')).toBe('{"input_tokens":5}');
  });

  test("the model of a stream's beginning, and no other", () => {
    const data = '{"type":"message_start","message":{"model":"v","usage":{"n": 1.0}},"model":"v"}';
    expect(setStartModel(data, '"fast"')).toBe(data.replace('{"model":"v"', '{"model":"fast"'));
    expect(setStartModel('{"type":"message_start"}', '"fast"')).toBe('{"type":"message_start"}');
  });
});

test("promptText holds everything that is counted, and no base64", () => {
  const body = {
    model: "m",
    max_tokens: 1,
    system: [{ type: "text", text: "SYSTEM" }],
    messages: [
      {
        role: "user",
        content: [
          { type: "image", source: { type: "base64", media_type: "image/png", data: "BASE64" } },
          {
            type: "document",
            title: "TITLE",
            source: { type: "text", media_type: "text/plain", data: "DOCUMENT" },
          },
          {
            type: "document",
            source: { type: "base64", media_type: "application/pdf", data: "BASE64" },
          },
          {
            type: "search_result",
            title: "FOUND",
            source: "https://x",
            content: [{ type: "text", text: "RESULT" }],
          },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "THOUGHT", signature: "SIGNED" },
          { type: "tool_use", id: "a", name: "TOOL", input: { city: "ARGUMENT" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "ANSWER" }] },
          { type: "tool_result", tool_use_id: "b", content: "PLAIN" },
        ],
      },
    ],
    tools: [{ name: "DEFINED", input_schema: {} }],
    output_config: { format: { type: "json_schema", schema: { title: "SCHEMA" } } },
  };
  const text = promptText(parseRequest("chat", JSON.stringify(body)));
  for (const word of "SYSTEM TITLE DOCUMENT FOUND RESULT THOUGHT TOOL ARGUMENT ANSWER PLAIN DEFINED SCHEMA".split(
    " ",
  )) {
    expect(text).toContain(word);
  }
  expect(text).not.toContain("BASE64");
});
