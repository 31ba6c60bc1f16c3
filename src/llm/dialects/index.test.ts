import { describe, expect, test } from "bun:test";
import { findDialect, parseProtocol } from "./index.ts";

describe("findDialect", () => {
  test("both spellings mean the same", () => {
    expect(findDialect("openai-completions").name).toBe("chat-completions");
    expect(findDialect("vendorA-completions")).toBe(findDialect("openai-completions"));
    expect(parseProtocol("vendorA-completions")).toBe("openai-completions");
    expect(findDialect("anthropic-messages").name).toBe("messages");
    expect(findDialect("vendorB-messages")).toBe(findDialect("anthropic-messages"));
  });

  test.each([
    ["smoke-signals", "not a known protocol"],
    ["toString", "not a known protocol"],
  ])("%s is refused with the names that work", (name, reason) => {
    expect(() => findDialect(name)).toThrow(reason);
    expect(() => findDialect(name)).toThrow("openai-completions, vendorA-completions");
  });
});
