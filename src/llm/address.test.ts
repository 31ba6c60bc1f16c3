import { describe, expect, test } from "bun:test";
import { normaliseBaseUrl } from "./address.ts";
import { chatCompletions } from "./dialects/chat-completions/index.ts";

const rules = chatCompletions.address;

/** What a person pastes, what is stored, and where a chat call then goes. */
const TABLE: ReadonlyArray<readonly [pasted: string, stored: string, chat: string]> = [
  // The three forms, and untidy spellings of them.
  row("https://api.openai.com", "https://api.openai.com/v1"),
  row("https://api.openai.com/", "https://api.openai.com/v1"),
  row("https://api.openai.com/v1", "https://api.openai.com/v1"),
  row("https://api.openai.com/v1//", "https://api.openai.com/v1"),
  row("https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1"),
  row(" https://API.openai.com//v1//chat/completions/ ", "https://api.openai.com/v1"),
  row("https://api.openai.com/v1/completions", "https://api.openai.com/v1"),
  row("https://api.openai.com/v1/embeddings", "https://api.openai.com/v1"),
  row("https://api.openai.com/v1/models", "https://api.openai.com/v1"),
  // Prefixes.
  row("https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1"),
  row("https://openrouter.ai/api", "https://openrouter.ai/api/v1"),
  row("https://api.groq.com/openai", "https://api.groq.com/openai/v1"),
  row("https://api.groq.com/openai/v1/chat/completions", "https://api.groq.com/openai/v1"),
  row(
    "https://dashscope.aliyuncs.com/compatible-mode/v1",
    "https://dashscope.aliyuncs.com/compatible-mode/v1",
  ),
  // Other versions, and versions that are not the last segment.
  row("https://open.bigmodel.cn/api/paas/v4", "https://open.bigmodel.cn/api/paas/v4"),
  row(
    "https://ark.cn-beijing.volces.com/api/v3/chat/completions",
    "https://ark.cn-beijing.volces.com/api/v3",
  ),
  row(
    "https://generativelanguage.googleapis.com/v1beta/openai/",
    "https://generativelanguage.googleapis.com/v1beta/openai",
  ),
  row("https://api.deepinfra.com/v1/openai", "https://api.deepinfra.com/v1/openai"),
  row(
    "https://gateway.ai.cloudflare.com/v1/acc/gw/compat",
    "https://gateway.ai.cloudflare.com/v1/acc/gw/compat",
  ),
  // Local servers.
  row("http://localhost:11434", "http://localhost:11434/v1"),
  row("http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080/v1"),
  // Vendors that answer with and without a version, and vendors that have none: the full address is exact.
  row("https://api.deepseek.com", "https://api.deepseek.com/v1"),
  [
    "https://api.perplexity.ai/chat/completions",
    "https://api.perplexity.ai/chat/completions",
    "https://api.perplexity.ai/chat/completions",
  ],
  [
    "https://models.github.ai/inference/chat/completions",
    "https://models.github.ai/inference/chat/completions",
    "https://models.github.ai/inference/chat/completions",
  ],
  // Azure: deployments carry no version in the path, but one in the query.
  [
    "https://x.openai.azure.com/openai/deployments/d1?api-version=2024-10-21",
    "https://x.openai.azure.com/openai/deployments/d1?api-version=2024-10-21",
    "https://x.openai.azure.com/openai/deployments/d1/chat/completions?api-version=2024-10-21",
  ],
  [
    "https://x.openai.azure.com/openai/deployments/d1/chat/completions?api-version=2024-10-21",
    "https://x.openai.azure.com/openai/deployments/d1/chat/completions?api-version=2024-10-21",
    "https://x.openai.azure.com/openai/deployments/d1/chat/completions?api-version=2024-10-21",
  ],
  row("https://x.openai.azure.com/openai/v1/", "https://x.openai.azure.com/openai/v1"),
  row("builtin:demo", "builtin:demo"),
];

function row(pasted: string, stored: string): [string, string, string] {
  return [pasted, stored, `${stored}/chat/completions`];
}

describe("normaliseBaseUrl", () => {
  test.each([...TABLE])("%s is stored as %s", (pasted, stored, chat) => {
    const base = normaliseBaseUrl(pasted, rules);
    expect(base).toBe(stored);
    expect(normaliseBaseUrl(base, rules)).toBe(base);
    expect(chatCompletions.operationUrl(base, "chat", "m", false)).toBe(chat);
  });

  test.each([
    ["", "is empty"],
    ["api.openai.com/v1", "must begin with https://"],
    ["localhost:11434", "must begin with https://"],
    ["ftp://x.com", "must begin with https://"],
    ["https://a b.com", "is not an address"],
    ["https://user:pw@x.com", "user name or password"],
    ["https://x.com/v1#top", "fragment"],
    ["https://x.com/v1?key=abc", "credential"],
    ["builtin:", "must begin with"],
  ])("%s is refused", (pasted, reason) => {
    expect(() => normaliseBaseUrl(pasted, rules)).toThrow(reason);
  });

  test("other operations go beside the one that was pasted", () => {
    const base = normaliseBaseUrl("https://api.perplexity.ai/chat/completions", rules);
    expect(chatCompletions.operationUrl(base, "models", "", false)).toBe(
      "https://api.perplexity.ai/models",
    );
    expect(chatCompletions.operationUrl(base, "embeddings", "", false)).toBe(
      "https://api.perplexity.ai/embeddings",
    );
  });
});
