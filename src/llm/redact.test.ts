import { describe, expect, test } from "bun:test";
import { redactCredentials } from "./redact.ts";

describe("redactCredentials", () => {
  test.each([
    ["Incorrect API key provided: sk-proj-abc123DEF456.", "Incorrect API key provided: [redacted]"],
    ["key sk-ant-api03-xxxxxxxx-yyyy is bad", "key [redacted] is bad"],
    ["sk-****************abcd", "[redacted]"],
    ["API key AIzaSyA1234567890abcdef not valid", "API key [redacted] not valid"],
    ["Authorization: Bearer abc.def-123", "Authorization: Bearer [redacted]"],
    ["GET /v1?key=secretvalue&x=1", "GET /v1?key=[redacted]&x=1"],
    ['{"api_key": "abcd1234efgh"}', '{"api_key": "[redacted]"}'],
    ["gsk_abcdefghijklmnop", "[redacted]"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig", "[redacted]"],
  ])("%s", (text, expected) => {
    expect(redactCredentials(text)).toBe(expected);
  });

  test.each([
    ["Unknown key: temperature"],
    ["max_tokens: 4096 is over the limit of this model"],
    ["invalid_api_key"],
    ["The task-specific model sk is not here"],
    ["Rate limit reached for tokens: 12"],
  ])("leaves %s", (text) => {
    expect(redactCredentials(text)).toBe(text);
  });
});
