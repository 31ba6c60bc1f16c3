import { expect, test } from "bun:test";
import { normaliseBaseUrl } from "../../address.ts";
import { messages } from "./index.ts";

test.each([
  ["https://api.anthropic.com"],
  ["https://api.anthropic.com/"],
  ["https://api.anthropic.com/v1"],
  ["https://api.anthropic.com/v1/messages"],
  ["https://api.anthropic.com/v1/messages/count_tokens"],
  ["https://api.anthropic.com/v1/models"],
])("%s is the vendor's address", (text) => {
  const base = normaliseBaseUrl(text, messages.address);
  expect(base).toBe("https://api.anthropic.com/v1");
  const url = (operation: "chat" | "count-tokens" | "models") =>
    messages.operationUrl(base, operation, "m", true);
  expect([url("chat"), url("count-tokens"), url("models")]).toEqual([
    "https://api.anthropic.com/v1/messages",
    "https://api.anthropic.com/v1/messages/count_tokens",
    "https://api.anthropic.com/v1/models",
  ]);
});

test("a compatible vendor below a path of its own", () => {
  const base = normaliseBaseUrl("https://api.deepseek.com/anthropic", messages.address);
  expect(messages.operationUrl(base, "chat", "m", false)).toBe(
    "https://api.deepseek.com/anthropic/v1/messages",
  );
});

test("the key travels in its own header, with the version of the wire", () => {
  expect(messages.authHeaders("k")).toEqual({
    "x-api-key": "k",
    "anthropic-version": "2023-06-01",
  });
  expect(messages.authHeaders("")).toEqual({ "anthropic-version": "2023-06-01" });
});
