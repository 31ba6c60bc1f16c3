import { describe, expect, test } from "bun:test";
import type { Inbound, Operation } from "../../inbound.ts";
import { passRequest, passResponse } from "./pass.ts";
import { parseRequest } from "./validate.ts";

const parse = (operation: Operation, text: string): Inbound =>
  parseRequest(operation, text, { model: "public", stream: false });
const pass = (operation: Operation, text: string): string =>
  passRequest(parse(operation, text), "vendor");

describe("requests", () => {
  test("pass as they are", () => {
    const text =
      '{ "contents":[{"parts":[{"text":"\\u00e9"}]}],\n"n":12345678901234567890, "x": 1e400}';
    expect(pass("chat", text)).toBe(text);
  });

  test("name the vendor's model where they name one", () => {
    expect(pass("chat", '{"model":"models/public","contents":[{"parts":[{"text":"a"}]}]}')).toBe(
      '{"model":"models/vendor","contents":[{"parts":[{"text":"a"}]}]}',
    );
    expect(
      pass(
        "count-tokens",
        '{"generateContentRequest":{"model":"models/public","contents":[{"parts":[{"text":"a"}]}]}, "x":1}',
      ),
    ).toBe(
      '{"generateContentRequest":{"model":"models/vendor","contents":[{"parts":[{"text":"a"}]}]}, "x":1}',
    );
    expect(
      pass(
        "embeddings",
        '{"requests":[{"model":"models/public","content":{"parts":[{"text":"a"}]}},{"content":{"parts":[{"text":"b"}]}}]}',
      ),
    ).toBe(
      '{"requests":[{"model":"models/vendor","content":{"parts":[{"text":"a"}]}},{"content":{"parts":[{"text":"b"}]},"model":"models/vendor"}]}',
    );
  });

  test("thoughts of another vendor lose the mark that only Parley understands", () => {
    const text =
      '{"contents":[{"role":"model","parts":[{"text":"h","thought":true,"thoughtSignature":"parley_s_AB+/="},' +
      '{"thoughtSignature":"parley_d_x","text":"","thought":true},{"text":"a","thoughtSignature":"own"}]}]}';
    expect(pass("chat", text)).toBe(
      '{"contents":[{"role":"model","parts":[{"text":"h","thought":true},' +
        '{"text":"","thought":true},{"text":"a","thoughtSignature":"own"}]}]}',
    );
  });
});

describe("answers", () => {
  const chat = parse("chat", '{"contents":[{"parts":[{"text":"a"}]}]}');

  test("show the name the client asked for, and only there", () => {
    const text =
      '{"candidates":[{"content":{"parts":[{"functionCall":{"args":{"modelVersion":"x"}}}]}}],\n "modelVersion": "vendor-001"}';
    expect(passResponse(chat, "vendor", text)).toBe(text.replace('"vendor-001"', '"public"'));
    expect(passResponse(chat, "public", text)).toBe(text);
    const nameless = '{"candidates":[{"x":{"modelVersion":"x"}}]}';
    expect(passResponse(chat, "vendor", nameless)).toBe(nameless);
  });

  test("one embedding is asked for as a batch of one and comes back as one", () => {
    const one = parse(
      "embeddings",
      '{"content":{"parts":[{"text":"a"}]},"taskType":"RETRIEVAL_QUERY"}',
    );
    expect(passRequest(one, "vendor")).toBe(
      '{"requests":[{"content":{"parts":[{"text":"a"}]},"taskType":"RETRIEVAL_QUERY","model":"models/vendor"}]}',
    );
    expect(
      passResponse(one, "vendor", '{\n"embeddings": [{"values":[0.10,1e-3]}],"usageMetadata":{}}'),
    ).toBe('{\n"embedding":{"values":[0.10,1e-3]},"usageMetadata":{}}');
    const batch = parse("embeddings", '{"requests":[{"content":{"parts":[{"text":"a"}]}}]}');
    expect(passResponse(batch, "vendor", '{"embeddings":[{"values":[1]}]}')).toBe(
      '{"embeddings":[{"values":[1]}]}',
    );
  });

  test("a count passes", () => {
    const count = parse("count-tokens", '{"contents":[{"parts":[{"text":"a"}]}]}');
    expect(passResponse(count, "vendor", '{"totalTokens":3}')).toBe('{"totalTokens":3}');
  });
});
