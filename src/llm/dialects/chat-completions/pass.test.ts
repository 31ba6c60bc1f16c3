import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { passRequest, passResponse } from "./pass.ts";
import { parseRequest } from "./validate.ts";

const messages = '"messages":[{"role":"user","content":"hi"}]';

function pass(text: string, upstream = "gpt-4o"): string {
  return passRequest(parseRequest("chat", text), upstream);
}

describe("passRequest", () => {
  test("the same model and no stream: the very same text", () => {
    const text = `{ "model":"m", ${messages} }`;
    expect(pass(text, "m")).toBe(text);
  });

  test("keeps large integers, number spellings and spacing", () => {
    const text = `{"seed":12345678901234567890,"model" : "m", "temperature":1.0, "x":1e400,${messages}}`;
    expect(pass(text)).toBe(text.replace('"m"', '"gpt-4o"'));
  });

  test("a deeper model is not the model", () => {
    const text = `{"tools":[{"type":"x","model":"m"}],${messages},"model":"m"}`;
    expect(pass(text)).toBe(text.replace(/"m"\}$/, '"gpt-4o"}'));
  });

  test("an escaped spelling of the key is found at the top", () => {
    const text = `{"mod\\u0065l":"m","tools":[{"type":"x","model":"m"}],${messages}}`;
    expect(pass(text)).toBe(text.replace('"m"', '"gpt-4o"'));
  });

  test.each([
    ['"stream":true', '"stream":true,"stream_options":{"include_usage":true}'],
    [
      '"stream_options":null,"stream":true',
      '"stream_options":{"include_usage":true},"stream":true',
    ],
    ['"stream":true,"stream_options":{}', '"stream":true,"stream_options":{"include_usage":true}'],
    [
      '"stream":true,"stream_options":{ "include_usage": false, "x":1.0 }',
      '"stream":true,"stream_options":{ "include_usage": true, "x":1.0 }',
    ],
    [
      '"stream":true,"stream_options":{"include_obfuscation":false}',
      '"stream":true,"stream_options":{"include_obfuscation":false,"include_usage":true}',
    ],
  ])("forces the usage report: %s", (before, after) => {
    expect(pass(`{"model":"m",${messages},${before}}`, "m")).toBe(
      `{"model":"m",${messages},${after}}`,
    );
  });

  test("leaves a usage report that was asked for", () => {
    const text = `{"model":"m",${messages},"stream":true,"stream_options":{"include_usage":true}}`;
    expect(pass(text, "m")).toBe(text);
  });

  test("changes nothing but model and stream_options, whatever else is there", () => {
    const extras = fc.dictionary(
      fc.string().filter((key) => !["__proto__", ...Object.keys(KNOWN)].includes(key)),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(
        extras,
        fc.string({ minLength: 1 }),
        fc.string({ minLength: 1 }),
        fc.boolean(),
        fc.nat(2),
        (...args) => {
          const [extra, model, upstream, stream, indent] = args;
          // JSON has no -0.
          const plain = JSON.parse(JSON.stringify(extra)) as object;
          const body = { ...plain, model, messages: [{ role: "user", content: model }], stream };
          const sent: unknown = JSON.parse(pass(JSON.stringify(body, null, indent), upstream));
          expect(sent).toEqual({
            ...body,
            model: upstream,
            ...(stream ? { stream_options: { include_usage: true } } : {}),
          });
        },
      ),
    );
  });
});

/** Fields that are checked, so that the property leaves them alone. */
const KNOWN = {
  model: 1,
  messages: 1,
  stream: 1,
  stream_options: 1,
  max_tokens: 1,
  max_completion_tokens: 1,
  n: 1,
  temperature: 1,
  tools: 1,
  tool_choice: 1,
  response_format: 1,
};

describe("passResponse", () => {
  const inbound = parseRequest("chat", `{"model":"fast",${messages}}`);

  test("gives the client back the name it asked for", () => {
    const text =
      '{"id":"a", "created": 12345678901234567890, "model":"gpt-4o-2024-11-20","choices":[]}';
    expect(passResponse(inbound, "gpt-4o", text)).toBe(text.replace("gpt-4o-2024-11-20", "fast"));
  });

  test("leaves the vendor's spelling when both names are the same", () => {
    const text = '{"model":"fast-2024-11-20"}';
    expect(passResponse(inbound, "fast", text)).toBe(text);
  });
});
