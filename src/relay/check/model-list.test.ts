import { describe, expect, test } from "bun:test";
import { chooseChatModel, chooseEmbeddingModel, readModelList } from "./model-list.ts";

describe("lists of models", () => {
  test.each<readonly [vendor: string, body: unknown, first: object]>([
    ["OpenRouter", { data: [{ id: "a/b", context_length: 8192 }] }, { id: "a/b", context: 8192 }],
    ["vLLM", { data: [{ id: "m", max_model_len: 4096 }] }, { id: "m", context: 4096 }],
    ["Groq", { data: [{ id: "m", context_window: 131_072 }] }, { id: "m", context: 131_072 }],
    ["llama.cpp", { data: [{ id: "m", meta: { n_ctx_train: 2048 } }] }, { id: "m", context: 2048 }],
    [
      "Gemini",
      {
        models: [
          { name: "models/g", inputTokenLimit: 9, supportedGenerationMethods: ["generateContent"] },
        ],
      },
      { id: "g", context: 9, use: "chat" },
    ],
    ["Together", [{ id: "x/y" }], { id: "x/y" }],
    ["Ollama", { models: [{ name: "llama3.2:1b", model: "llama3.2:1b" }] }, { id: "llama3.2:1b" }],
    [
      "one with nonsense",
      { data: [{}, { id: 4 }, { id: "a b" }, { id: "m", context_length: -1 }] },
      { id: "m" },
    ],
  ])("of %s are read", (_, body, first) => {
    expect(readModelList(JSON.stringify(body))).toEqual([first as never]);
  });

  test.each(["", "<html>", "{}", '{"data":1}', "3"])("%p is none", (text) => {
    expect(readModelList(text)).toBeUndefined();
  });
});

describe("the model to ask", () => {
  const list = (...ids: string[]) => ids.map((id) => ({ id }));

  test("is the cheapest whose price is known", () => {
    expect(chooseChatModel(list("gpt-4o", "whisper-1", "gpt-4o-mini", "mine"))).toBe("gpt-4o-mini");
  });

  test("is else the first that may chat", () => {
    expect(chooseChatModel(list("bge-m3", "my-embedding", "qwen-own", "other"))).toBe("qwen-own");
    expect(chooseChatModel([])).toBeUndefined();
    expect(chooseChatModel(list("text-embedding-3-small"))).toBeUndefined();
  });

  test("for embeddings is one that says so", () => {
    expect(chooseEmbeddingModel(list("gpt-4o", "nomic-embed-text"))).toBe("nomic-embed-text");
    expect(chooseEmbeddingModel([{ id: "x" }, { id: "y", use: "embedding" }])).toBe("y");
    expect(chooseEmbeddingModel(list("gpt-4o"))).toBeUndefined();
  });
});
