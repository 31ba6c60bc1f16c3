import { describe, expect, test } from "bun:test";
import { normaliseBaseUrl } from "../../address.ts";
import { findDialect } from "../index.ts";
import { readCount, writeCount, writeCountRequest } from "./count-tokens.ts";
import { generateContent } from "./index.ts";

const host = "https://generativelanguage.googleapis.com";

describe("addresses", () => {
  test.each([
    [host],
    [`${host}/`],
    [`${host}/v1beta`],
    [`${host}/v1beta/models`],
    [`${host}/v1beta/models/gemini-2.5-pro`],
    [`${host}/v1beta/models/gemini-2.5-pro:generateContent`],
    [`${host}/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse`],
  ])("%s is the same place", (address) => {
    const base = normaliseBaseUrl(address, generateContent.address);
    expect(base).toBe(`${host}/v1beta`);
    expect(normaliseBaseUrl(base, generateContent.address)).toBe(base);
  });

  test("other versions and longer paths stay; a key in the address is refused", () => {
    const vertex =
      "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google";
    expect(
      normaliseBaseUrl(`${vertex}/models/gemini-x:generateContent`, generateContent.address),
    ).toBe(vertex);
    expect(normaliseBaseUrl(`${host}/v1`, generateContent.address)).toBe(`${host}/v1`);
    expect(() => normaliseBaseUrl(`${host}/v1beta?key=x`, generateContent.address)).toThrow(
      "must not hold a credential",
    );
  });

  test.each([
    ["chat", false, "/models/gemini-x:generateContent"],
    ["chat", true, "/models/gemini-x:streamGenerateContent?alt=sse"],
    ["embeddings", false, "/models/gemini-x:batchEmbedContents"],
    ["count-tokens", false, "/models/gemini-x:countTokens"],
    ["models", false, "/models"],
  ] as const)("%s, stream %p", (operation, stream, path) => {
    expect(generateContent.operationUrl(`${host}/v1beta`, operation, "gemini-x", stream)).toBe(
      `${host}/v1beta${path}`,
    );
  });

  test("names that are paths, and names that must be escaped", () => {
    const url = (model: string): string =>
      generateContent.operationUrl(`${host}/v1beta`, "chat", model, false);
    expect(url("tunedModels/mine")).toBe(`${host}/v1beta/tunedModels/mine:generateContent`);
    expect(url("models/gemini-x")).toBe(`${host}/v1beta/models/gemini-x:generateContent`);
    expect(url("a?b")).toBe(`${host}/v1beta/models/a%3Fb:generateContent`);
    expect(generateContent.operationUrl("https://proxy/v1beta?team=1", "chat", "x", true)).toBe(
      "https://proxy/v1beta/models/x:streamGenerateContent?team=1&alt=sse",
    );
  });
});

describe("the dialect", () => {
  test("both spellings of its protocol; its key header; no end mark", () => {
    expect(findDialect("google-generative-ai")).toBe(generateContent);
    expect(findDialect("vendorC-generative-ai")).toBe(generateContent);
    expect(generateContent.authHeaders("k")).toEqual({ "x-goog-api-key": "k" });
    expect(generateContent.authHeaders("")).toEqual({});
    expect(generateContent.streamEnd).toBe("");
  });

  test("a count of any request", () => {
    const messages = [
      { role: "system" as const, parts: [{ type: "text" as const, text: "s" }] },
      { role: "user" as const, parts: [{ type: "text" as const, text: "hi" }] },
    ];
    const text = writeCountRequest({ model: "gemini-x", stream: false, messages });
    expect(JSON.parse(text)).toEqual({
      generateContentRequest: {
        model: "models/gemini-x",
        systemInstruction: { parts: [{ text: "s" }] },
        contents: [{ role: "user", parts: [{ text: "hi" }] }],
      },
    });
    expect(readCount(writeCount(31))).toBe(31);
    expect(() => readCount("{}")).toThrow("no `totalTokens`");
  });
});
