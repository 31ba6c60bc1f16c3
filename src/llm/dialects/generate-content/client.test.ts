import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { ApiError, type FunctionDeclaration, GoogleGenAI, Type } from "@google/genai";
import { type FakeVendor, startFakeVendor } from "../../../../test/fakes/vendor/server.ts";
import { type Pair, translate } from "../../../../test/llm/translate.ts";
import { AppError } from "../../../base/errors.ts";
import { chatCompletions } from "../chat-completions/index.ts";
import { messages } from "../messages/index.ts";
import { makeArrayFraming } from "./array-framing.ts";
import { generateContent } from "./index.ts";

/** The official client before each kind of vendor, with only the codecs between them. */
const vendor: FakeVendor = await startFakeVendor({ record: 20 });
const PAIRS: Readonly<Record<string, Omit<Pair, "client" | "url">>> = {
  "via-chat": { vendor: chatCompletions, model: "gpt-4o" },
  "via-messages": { vendor: messages, model: "claude-sonnet-4-5-20250929" },
  "via-gemini": { vendor: generateContent, model: "gemini-2.5-flash" },
};

const server = Bun.serve({
  port: 0,
  async fetch(request) {
    const url = new URL(request.url);
    const [, model = "", method = ""] =
      /^\/v1beta\/models\/([^:]+):(\w+)$/.exec(url.pathname) ?? [];
    const pair = PAIRS[model];
    if (pair === undefined) {
      const error = new AppError("model_not_found", `There is no model \`${model}\`.`);
      return new Response(generateContent.writeError(error), {
        status: error.status,
        headers: { "content-type": "application/json" },
      });
    }
    const stream = method === "streamGenerateContent";
    const answer = await translate(
      { ...pair, client: generateContent, url: vendor.url },
      await request.text(),
      { model, stream },
    );
    if (!stream || url.searchParams.get("alt") === "sse") return answer;
    const framing = makeArrayFraming();
    return new Response(framing.push(await answer.text()) + framing.end());
  },
});
afterEach(() => vendor.clear());
afterAll(async () => {
  await server.stop(true);
  await vendor.stop();
});

const base = `http://127.0.0.1:${server.port}`;
const ai = new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: base } });
const weather: FunctionDeclaration = {
  name: "weather",
  description: "Tells the weather.",
  parameters: {
    type: Type.OBJECT,
    properties: { city: { type: Type.STRING } },
    required: ["city"],
  },
};
const config = { tools: [{ functionDeclarations: [weather] }], maxOutputTokens: 200 };

describe.each(Object.keys(PAIRS))("the official client %s", (model) => {
  test("plain", async () => {
    vendor.next({ usage: { prompt: 10, completion: 5 } });
    const answer = await ai.models.generateContent({
      model,
      contents: "hello",
      config: { systemInstruction: "be kind", temperature: 0, maxOutputTokens: 50 },
    });
    expect(answer.text).toBe("Echo: hello");
    expect(answer.modelVersion).toBe(model);
    expect(answer.candidates?.[0]?.finishReason as string).toBe("STOP");
    expect(answer.usageMetadata).toMatchObject({ promptTokenCount: 10, totalTokenCount: 15 });
  });

  test("a chat that streams, remembers, and streams on", async () => {
    const chat = ai.chats.create({ model, config: { maxOutputTokens: 50 } });
    vendor.next({ reply: "grüße 👋", splitUtf8: true, thinking: "hm" });
    let text = "";
    for await (const chunk of await chat.sendMessageStream({ message: "one" }))
      text += chunk.text ?? "";
    expect(text).toBe("grüße 👋");
    const answer = await chat.sendMessage({ message: "two" });
    expect(answer.text).toBe("Echo: two");
    expect(JSON.stringify(vendor.requests.at(-1)?.body)).toContain("grüße 👋");
  });

  test("a tool loop: parallel calls, answered by name and id", async () => {
    const question = {
      role: "user",
      parts: [{ text: 'call:weather({"city":"Oslo"}) call:weather({"city":"Rome"})' }],
    };
    const first = await ai.models.generateContent({ model, contents: [question], config });
    const calls = first.functionCalls ?? [];
    expect(calls.map(({ name, args }) => [name, args])).toEqual([
      ["weather", { city: "Oslo" }],
      ["weather", { city: "Rome" }],
    ]);
    const content = first.candidates?.[0]?.content;
    if (content === undefined) throw new Error("no content");
    const answers = ["rain", "sun"].map((output, i) => {
      const { id } = calls[i] ?? {};
      return {
        functionResponse: {
          ...(id === undefined ? {} : { id }),
          name: "weather",
          response: { output },
        },
      };
    });
    const second = await ai.models.generateContent({
      model,
      contents: [question, content, { role: "user", parts: answers }],
      config,
    });
    expect(second.text).toMatch(/^Tool results: \S+ -> rain; \S+ -> sun$/);
  });

  test("a streamed call comes whole", async () => {
    const stream = await ai.models.generateContentStream({
      model,
      contents: 'call:weather({"city":"Oslo"})',
      config,
    });
    const calls = [];
    for await (const chunk of stream) calls.push(...(chunk.functionCalls ?? []));
    expect(calls).toMatchObject([{ name: "weather", args: { city: "Oslo" } }]);
  });

  test("failures before and inside the stream are errors of the client's own kind", async () => {
    vendor.next({ errorKind: "overloaded" });
    const early = await ai.models
      .generateContent({ model, contents: "a", config })
      .catch((error: unknown) => error);
    expect(early).toBeInstanceOf(ApiError);
    expect((early as ApiError).status).toBeGreaterThanOrEqual(500);
    vendor.next({ cutAfterChunks: 1 });
    const late = (async () => {
      const seen: string[] = [];
      for await (const chunk of await ai.models.generateContentStream({
        model,
        contents: "one two three",
        config,
      })) {
        seen.push(chunk.text ?? "");
      }
      return seen;
    })();
    expect(await late.catch((error: unknown) => error)).toBeInstanceOf(ApiError);
  });

  test("a stream without alt=sse is one array", async () => {
    const response = await fetch(`${base}/v1beta/models/${model}:streamGenerateContent`, {
      method: "POST",
      body: JSON.stringify({
        contents: [{ parts: [{ text: "one two" }] }],
        generationConfig: { maxOutputTokens: 50 },
      }),
    });
    const chunks = (await response.json()) as { candidates: { finishReason?: string }[] }[];
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.at(-1)?.candidates[0]?.finishReason).toBe("STOP");
  });
});

test("an unknown model and a bad request, in the client's own errors", async () => {
  const missing = await ai.models
    .generateContent({ model: "nope", contents: "a" })
    .catch((error: unknown) => error);
  expect((missing as ApiError).status).toBe(404);
  const bad = await ai.models
    .generateContent({ model: "via-chat", contents: "a", config: { candidateCount: 99 } })
    .catch((error: unknown) => error);
  expect((bad as ApiError).status).toBe(400);
  expect((bad as ApiError).message).toContain("generationConfig.candidateCount");
});
