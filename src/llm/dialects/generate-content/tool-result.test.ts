import { describe, expect, test } from "bun:test";
import { assistant, hi, toolCall, toolResult } from "../../../../test/llm/turns.ts";
import type { CanonicalRequest, Message, Part } from "../../canonical.ts";
import { codec } from "./codec.ts";
import { writeRequest } from "./request.ts";
import { parseRequest } from "./validate.ts";

type Json = Record<string, unknown>;

const write = (fields: Partial<CanonicalRequest>, plainSchema = false): Json =>
  JSON.parse(
    writeRequest(
      { model: "gemini-2.5-flash", stream: false, messages: [hi], ...fields },
      { plainSchema },
    ),
  ) as Json;
const contents = (messages: readonly Message[], model = "gemini-2.5-flash"): unknown =>
  write({ messages, model })["contents"];
const read = (body: Json | string): CanonicalRequest =>
  codec.readRequest(
    parseRequest("chat", typeof body === "string" ? body : JSON.stringify(body), {
      model: "m",
      stream: false,
    }),
  );
const readContents = (list: unknown): readonly Message[] => read({ contents: list }).messages;

describe("results", () => {
  const response = (text: string, rest: object = {}): unknown => {
    const turns = contents([hi, assistant(toolCall("1")), toolResult("1", text, rest)]) as {
      parts: { functionResponse: { response: unknown } }[];
    }[];
    return turns[2]?.parts[0]?.functionResponse.response;
  };

  test.each([
    ["plain", {}, { output: "plain" }],
    ["", {}, { output: "" }],
    ["5", {}, { output: "5" }],
    ["[1]", {}, { output: "[1]" }],
    ['{"a":1}', {}, { a: 1 }],
    ['{"output":1}', {}, { output: { output: 1 } }],
    ['{"error":null}', {}, { output: { error: null } }],
    ["{broken", {}, { output: "{broken" }],
    ["bad", { isError: true }, { error: "bad" }],
    ['{"a":1}', { isError: true }, { error: { a: 1 } }],
  ])("%s %j is %j", (text, rest, expected) => {
    expect<unknown>(response(text, rest)).toEqual(expected);
  });

  test("several texts stay several", () => {
    const parts: Part[] = [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ];
    expect(response("", { parts })).toEqual({ output: ["a", "b"] });
  });

  test("numbers of an object are not read", () => {
    const text = codec.writeRequest({
      model: "m",
      stream: false,
      messages: [hi, assistant(toolCall("1")), toolResult("1", '{"n":12345678901234567890}')],
    });
    expect(text).toContain('"response":{"n":12345678901234567890}');
  });

  test("pictures stand inside the response for Gemini 3, behind it before", () => {
    const parts: Part[] = [
      { type: "text", text: "see" },
      { type: "image", source: { kind: "data", data: "iVBORw0KGgoA" } },
    ];
    const turn = (model: string): unknown =>
      (
        contents([hi, assistant(toolCall("1")), toolResult("1", "", { parts })], model) as {
          parts: unknown;
        }[]
      )[2]?.parts;
    const picture = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgoA" } };
    const said = { id: "1", name: "f", response: { output: "see" } };
    expect(turn("gemini-3-pro")).toEqual([{ functionResponse: { ...said, parts: [picture] } }]);
    expect(turn("gemini-2.5-pro")).toEqual([{ functionResponse: said }, picture]);
  });
});

describe("media", () => {
  const part = (media: Part): unknown =>
    (contents([{ role: "user", parts: [media] }]) as { parts: unknown[] }[])[0]?.parts[0];

  test.each([
    [
      { type: "image", source: { kind: "data", data: "AA", mediaType: "image/webp" } },
      { inlineData: { mimeType: "image/webp", data: "AA" } },
    ],
    [
      { type: "image", source: { kind: "data", data: "/9j/AA" } },
      { inlineData: { mimeType: "image/jpeg", data: "/9j/AA" } },
    ],
    [
      { type: "audio", source: { kind: "data", data: "AA", mediaType: "audio/mp3" } },
      { inlineData: { mimeType: "audio/mp3", data: "AA" } },
    ],
    [
      { type: "file", source: { kind: "data", data: "JVBERi0" } },
      { inlineData: { mimeType: "application/pdf", data: "JVBERi0" } },
    ],
    [
      { type: "file", source: { kind: "data", data: "AA" }, filename: "a.csv" },
      { inlineData: { mimeType: "text/csv", data: "AA" } },
    ],
    [
      { type: "image", source: { kind: "url", url: "https://x/a.png?b=1" } },
      { fileData: { mimeType: "image/png", fileUri: "https://x/a.png?b=1" } },
    ],
    [
      { type: "image", source: { kind: "url", url: "https://x/a" } },
      { fileData: { mimeType: "image/jpeg", fileUri: "https://x/a" } },
    ],
    [
      { type: "file", source: { kind: "url", url: "https://youtu.be/x" } },
      { fileData: { fileUri: "https://youtu.be/x" } },
    ],
    [{ type: "file", source: { kind: "id", id: "files/x" } }, { fileData: { fileUri: "files/x" } }],
  ] as [Part, object][])("%j", (media, expected) => {
    expect(part(media)).toEqual(expected);
  });

  test("a file only another vendor has is refused", () => {
    expect(() => part({ type: "file", source: { kind: "id", id: "file-1" } })).toThrow(
      "`messages[0]` names a file",
    );
  });

  test("read by their kind; films are files", () => {
    const inline = (mimeType: string): object => ({ inlineData: { mimeType, data: "AA" } });
    const file = { fileData: { fileUri: "gs://x", mimeType: "video/mp4" } };
    const [message] = readContents([
      {
        role: "user",
        parts: [inline("image/png"), inline("audio/wav"), inline("application/pdf"), file],
      },
    ]);
    expect(message?.parts.map(({ type }) => type)).toEqual(["image", "audio", "file", "file"]);
    expect(message?.parts[3]).toEqual({
      type: "file",
      source: { kind: "url", url: "gs://x", mediaType: "video/mp4" },
    });
  });
});
