import { afterAll, describe, expect, test } from "bun:test";
import { startFakeVendor } from "../../../../test/fakes/vendor/server.ts";
import type { EmbeddingsCodec } from "../../embeddings.ts";
import type { Inbound } from "../../inbound.ts";
import { embeddings as chat } from "../chat-completions/embeddings.ts";
import { parseRequest as parseChat } from "../chat-completions/validate.ts";
import { embeddings as gemini } from "./embeddings.ts";
import { parseRequest } from "./validate.ts";

const vendor = await startFakeVendor();
afterAll(() => vendor.stop());

const fromChat = (body: object): Inbound =>
  parseChat("embeddings", JSON.stringify({ model: "public", ...body }));
const fromGemini = (body: object): Inbound =>
  parseRequest("embeddings", JSON.stringify(body), { model: "public", stream: false });
const content = (text: string): object => ({ content: { parts: [{ text }] } });

/** A client of one dialect, the fake vendor of the other. */
async function relay(
  inbound: Inbound,
  client: EmbeddingsCodec,
  upstream: EmbeddingsCodec,
  path: string,
  model: string,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${vendor.url}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-goog-api-key": "k",
      authorization: "Bearer k",
    },
    body: upstream.writeRequest({ ...client.readRequest(inbound), model }),
  });
  expect(response.status).toBe(200);
  const answer = upstream.readResponse(await response.text());
  return JSON.parse(client.writeResponse({ ...answer, model: inbound.model }, inbound)) as never;
}

const toGemini = (inbound: Inbound): Promise<Record<string, unknown>> =>
  relay(
    inbound,
    chat,
    gemini,
    "/v1beta/models/gemini-embedding-001:batchEmbedContents",
    "gemini-embedding-001",
  );
const toChat = (inbound: Inbound): Promise<Record<string, unknown>> =>
  relay(inbound, gemini, chat, "/v1/embeddings", "text-embedding-3-small");

describe("a chat-completions client and a Gemini model", () => {
  test("several inputs, in their order, of the wanted length", async () => {
    const answer = (await toGemini(fromChat({ input: ["one", "two"], dimensions: 8 }))) as {
      data: { index: number; embedding: number[] }[];
      model: string;
    };
    expect(answer.model).toBe("public");
    expect(answer.data.map(({ index, embedding }) => [index, embedding.length])).toEqual([
      [0, 8],
      [1, 8],
    ]);
    expect(answer.data[0]?.embedding).not.toEqual(answer.data[1]?.embedding);
  });

  test("base64 for a client that asks for it: the same numbers", async () => {
    const plain = (await toGemini(fromChat({ input: "one" }))) as {
      data: { embedding: number[] }[];
    };
    const packed = (await toGemini(fromChat({ input: "one", encoding_format: "base64" }))) as {
      data: { embedding: string }[];
    };
    const bytes = Buffer.from(packed.data[0]?.embedding ?? "", "base64");
    const floats = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    expect([...floats]).toEqual(plain.data[0]?.embedding ?? []);
  });

  test("token numbers are refused: they mean nothing to another vendor", () => {
    for (const input of [[1, 2], [[1, 2]]]) {
      const request = chat.readRequest(fromChat({ input }));
      expect(() => gemini.writeRequest(request)).toThrow("`input[0]` must be a text");
      expect(JSON.parse(chat.writeRequest(request))).toMatchObject({ input: [[1, 2]] });
    }
  });
});

describe("a Gemini client and a chat-completions model", () => {
  test("one content and a batch come back in their own shape", async () => {
    expect(await toChat(fromGemini({ ...content("one"), outputDimensionality: 8 }))).toEqual({
      embedding: { values: expect.any(Array) as unknown },
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 0, totalTokenCount: 1 },
    });
    const batch = await toChat(fromGemini({ requests: [content("one"), content("two")] }));
    expect(batch["embeddings"]).toHaveLength(2);
  });

  test("a picture is refused where only texts can be embedded", () => {
    const inlineData = { mimeType: "image/png", data: "AA" };
    const inbound = fromGemini({ requests: [{ content: { parts: [{ inlineData }] } }] });
    expect(() => gemini.readRequest(inbound)).toThrow(
      "`requests[0].content.parts[0]` must be a text",
    );
  });

  test("what only this vendor knows stays for it", () => {
    const body = {
      ...content("one"),
      taskType: "RETRIEVAL_DOCUMENT",
      title: "t",
      autoTruncate: true,
    };
    const request = gemini.readRequest(fromGemini(body));
    expect(JSON.parse(gemini.writeRequest(request))).toEqual({
      requests: [{ model: "models/public", ...body }],
    });
    expect(JSON.parse(chat.writeRequest(request))).toEqual({
      model: "public",
      input: ["one"],
      encoding_format: "float",
    });
  });
});

describe("vendors' answers", () => {
  test("chat-completions: any order, base64 or numbers", () => {
    const packed = Buffer.from(new Float32Array([0.5, 1]).buffer).toString("base64");
    const data = [
      { index: 1, embedding: [0.25] },
      { index: 0, embedding: packed },
    ];
    expect(
      chat.readResponse(
        JSON.stringify({ model: "m", data, usage: { prompt_tokens: 3, total_tokens: 3 } }),
      ),
    ).toEqual({
      model: "m",
      vectors: [[0.5, 1], [0.25]],
      usage: { prompt: 3, cached: 0, completion: 0, reasoning: 0 },
    });
  });

  test.each([
    [chat, "{}"],
    [chat, '{"data":[{"index":1,"embedding":[1]}]}'],
    [chat, '{"data":[{"index":0,"embedding":[]}]}'],
    [gemini, "{}"],
    [gemini, '{"embeddings":[{}]}'],
    [gemini, '{"embeddings":[{"values":["x"]}]}'],
  ])("%# is none", (codec, text) => {
    expect(() => codec.readResponse(text)).toThrow();
  });
});
