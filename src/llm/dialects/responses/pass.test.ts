import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { normaliseBaseUrl } from "../../address.ts";
import { findDialect } from "../index.ts";
import { responses } from "./index.ts";
import { passRequest, passResponse, replaceEventModel } from "./pass.ts";
import { promptText } from "./prompt-text.ts";
import { parseRequest } from "./validate.ts";

describe("requests", () => {
  test("only the model differs, whatever else is in the text", () => {
    const text =
      '{ "model" : "public",\n "input":[{"role":"user","content":"\\"model\\":\\"public\\""}], "n":12345678901234567890, "new":1e400 }';
    expect(passRequest(parseRequest("chat", text), "vendor-model")).toBe(
      text.replace('"model" : "public"', '"model" : "vendor-model"'),
    );
  });

  test("the same name: not a byte differs", () => {
    fc.assert(
      fc.property(fc.json(), fc.string({ unit: "grapheme" }), (any, words) => {
        const text = `{"input":${JSON.stringify(words)},"extra":${any},"model":"m"}`;
        expect(passRequest(parseRequest("chat", text), "m")).toBe(text);
      }),
    );
  });

  test("vendor state passes", () => {
    const text =
      '{"model":"m","previous_response_id":"resp_1","background":true,"input":[{"type":"item_reference","id":"msg_1"}]}';
    expect(passRequest(parseRequest("chat", text), "m")).toBe(text);
  });

  test("what another vendor wants back is not sent to this one", () => {
    const items = [
      '{"role":"user","content":"hi \\"parley_s_\\"", "n": 1.0}',
      '{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"parley_s_EqQB"}',
      '{"type":"reasoning","summary":[],"encrypted_content":"parley_d_EmQB"}',
      '{"type":"reasoning","summary":[],"encrypted_content":"gAAAAB"}',
      '{"type":"function_call","call_id":"a__parley_sCiQB","name":"f","arguments":"{}"}',
      '{"type":"function_call_output","call_id":"a__parley_sCiQB","output":"1"}',
    ];
    const text = `{"model":"m","input":[${items.join(",")}],"store":false}`;
    const kept = [items[0], items[3], items[4], items[5]]
      .join(",")
      .replaceAll("__parley_sCiQB", "");
    expect(passRequest(parseRequest("chat", text), "m")).toBe(
      `{"model":"m","input":[${kept}],"store":false}`,
    );
  });
});

describe("answers", () => {
  const inbound = parseRequest("chat", '{"model":"public","input":"x"}');

  test("show the model the client asked for", () => {
    const text =
      '{"id":"resp_1","tools":[{"model":"x"}],"instructions":"{\\"model\\":1}","model":"v-2025","output":[]}';
    expect(passResponse(inbound, "v", text)).toBe(text.replace("v-2025", "public"));
    expect(passResponse(inbound, "public", text)).toBe(text);
  });

  test("so do events, in their response", () => {
    const text =
      '{"type":"response.created","model":"other","response":{"a":{"model":"v"},"model":"v"}}';
    expect(replaceEventModel(text, '"v"', '"public"')).toBe(
      '{"type":"response.created","model":"other","response":{"a":{"model":"v"},"model":"public"}}',
    );
  });
});

describe("addresses", () => {
  test.each([
    ["https://api.openai.com"],
    ["https://api.openai.com/v1/"],
    ["https://api.openai.com/v1/responses"],
  ])("%s is stored as one", (text) => {
    expect(normaliseBaseUrl(text, responses.address)).toBe("https://api.openai.com/v1");
  });

  test("both spellings of the protocol", () => {
    expect(findDialect("openai-responses")).toBe(responses);
    expect(findDialect("vendorA-responses")).toBe(responses);
  });

  test.each([
    ["https://api.openai.com/v1", "chat", "https://api.openai.com/v1/responses"],
    ["https://api.openai.com/v1", "models", "https://api.openai.com/v1/models"],
    [
      "https://x.openai.azure.com/openai/v1?api-version=preview",
      "chat",
      "https://x.openai.azure.com/openai/v1/responses?api-version=preview",
    ],
  ] as const)("%s, %s", (base, operation, url) => {
    expect(responses.operationUrl(base, operation, "m", false)).toBe(url);
  });

  test("the key is a bearer token, and no key is none", () => {
    expect(responses.authHeaders("k")).toEqual({ authorization: "Bearer k" });
    expect(responses.authHeaders("")).toEqual({});
  });
});

test("the countable text of a request", () => {
  const body = {
    model: "m",
    instructions: "be brief",
    input: [
      { role: "user", content: [{ type: "input_text", text: "hi" }, { type: "input_image" }] },
      { type: "reasoning", summary: [{ type: "summary_text", text: "hm" }] },
      { type: "function_call", call_id: "a", name: "f", arguments: "{}" },
      { type: "function_call_output", call_id: "a", output: "42" },
    ],
    tools: [{ type: "function", name: "f" }],
    text: { format: { type: "json_schema", name: "n", schema: {} } },
  };
  expect(promptText(parseRequest("chat", JSON.stringify(body)))).toBe(
    [
      "be brief",
      "user",
      "hi",
      "hm",
      "f",
      "{}",
      "42",
      '[{"type":"function","name":"f"}]',
      '{"type":"json_schema","name":"n","schema":{}}',
    ].join("\n"),
  );
  expect(promptText(parseRequest("chat", '{"model":"m","input":"hi"}'))).toBe("hi");
});
