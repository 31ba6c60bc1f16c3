import { describe, expect, test } from "bun:test";
import { findDialect } from "../../llm/dialects/index.ts";
import { addressForms, isNear, readAddress } from "./address-forms.ts";

const first = (address: string, protocol: string): string | undefined =>
  addressForms(address, protocol, findDialect(protocol))[0];

describe("the first form tried", () => {
  test.each([
    ["https://h", "openai-completions", "https://h/v1"],
    ["https://h/v1", "anthropic-messages", "https://h/v1"],
    ["https://h/v1", "google-generative-ai", "https://h/v1beta"],
    ["https://h/v1/chat/completions", "openai-completions", "https://h/v1"],
    ["https://h/v1/chat/completions", "anthropic-messages", "https://h/v1"],
    ["https://h/v1/messages", "openai-completions", "https://h/v1"],
    ["https://h/v1beta/models/g:generateContent", "openai-completions", "https://h/v1beta"],
    ["https://h/v1beta/models/g:streamGenerateContent", "google-generative-ai", "https://h/v1beta"],
    ["https://h/api/paas/v4", "openai-completions", "https://h/api/paas/v4"],
    ["https://h/chat/completions", "openai-completions", "https://h/chat/completions"],
  ])("of %s for %s is %s", (address, protocol, form) => {
    expect(first(address, protocol)).toBe(form);
  });
});

test("forms are few, different, and of the same host", () => {
  const forms = addressForms(
    "https://h.example/x",
    "openai-completions",
    findDialect("openai-completions"),
  );
  expect(forms).toEqual([
    "https://h.example/x/v1",
    "https://h.example/x/chat/completions",
    "https://h.example/v1",
    "https://h.example/api/v1",
    "https://h.example/openai/v1",
    "https://h.example/anthropic/v1",
  ]);
});

test("a known vendor's host brings the vendor's base", () => {
  const forms = addressForms(
    "https://api.groq.com",
    "openai-completions",
    findDialect("openai-completions"),
  );
  expect(forms[1]).toBe("https://api.groq.com/openai/v1");
});

test("an address without a scheme gets one that fits the host", () => {
  expect(readAddress("api.example.com/v1/")).toBe("https://api.example.com/v1");
  expect(readAddress(" localhost:11434 ")).toBe("http://localhost:11434");
  expect(readAddress("127.0.0.1:8000/v1")).toBe("http://127.0.0.1:8000/v1");
  expect(readAddress("192.168.1.7:8000")).toBe("http://192.168.1.7:8000");
  expect(readAddress("HTTPS://Example.com")).toBe("HTTPS://Example.com");
});

test("near hosts are those of this machine and its network", () => {
  for (const address of ["http://localhost", "http://[::1]:1", "http://10.1.2.3", "http://box:80"])
    expect([address, isNear(address)]).toEqual([address, true]);
  for (const address of ["https://example.com", "https://8.8.8.8", "https://172.32.0.1"])
    expect([address, isNear(address)]).toEqual([address, false]);
});
