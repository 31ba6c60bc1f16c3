import { describe, expect, test } from "bun:test";
import { say, text } from "../../../../test/llm/canonical-words.ts";
import type { CanonicalRequest } from "../../canonical.ts";
import { DEFAULT_MAX_TOKENS } from "./name.ts";
import { writeRequest } from "./request.ts";

type Body = Record<string, unknown> & { messages: { role: string; content: unknown }[] };

const hi = say("user", "hi");

function write(fields: Partial<CanonicalRequest>): Body {
  const base = { model: "claude-sonnet-4-5", messages: [hi], stream: false };
  return JSON.parse(writeRequest({ ...base, ...fields })) as Body;
}

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

  test("models that refuse sampling are not told how to sample", () => {
    const body = write({ model: "claude-opus-4-7", temperature: 0.3, topP: 0.9, topK: 5 });
    for (const field of ["temperature", "top_p", "top_k"]) expect(body).not.toHaveProperty(field);
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
