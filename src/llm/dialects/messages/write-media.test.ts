import { describe, expect, test } from "bun:test";
import { say } from "../../../../test/llm/canonical-words.ts";
import type { CanonicalRequest, Message, Part } from "../../canonical.ts";
import { writeRequest } from "./request.ts";

type Body = Record<string, unknown> & { messages: { role: string; content: unknown }[] };

const hi = say("user", "hi");

function write(fields: Partial<CanonicalRequest>): Body {
  const base = { model: "claude-sonnet-4-5", messages: [hi], stream: false };
  return JSON.parse(writeRequest({ ...base, ...fields })) as Body;
}
const turns = (...messages: Message[]) => write({ messages }).messages;

describe("media", () => {
  const pdf = "JVBERi0xLjQ=";
  test.each<[string, Part, unknown]>([
    [
      "a picture at an address",
      { type: "image", source: { kind: "url", url: "https://x/y.png" }, detail: "low" },
      { type: "image", source: { type: "url", url: "https://x/y.png" } },
    ],
    [
      "a picture by id",
      { type: "image", source: { kind: "id", id: "file_1" } },
      { type: "image", source: { type: "file", file_id: "file_1" } },
    ],
    [
      "a type spelled wrong",
      { type: "image", source: { kind: "data", data: "AA", mediaType: "image/jpg;x=1" } },
      { type: "image", source: { type: "base64", media_type: "image/jpeg", data: "AA" } },
    ],
    [
      "a type nobody said",
      { type: "image", source: { kind: "data", data: "R0lGODlh" } },
      { type: "image", source: { type: "base64", media_type: "image/gif", data: "R0lGODlh" } },
    ],
    [
      "a document",
      {
        type: "file",
        filename: "a.pdf",
        source: { kind: "data", data: pdf, mediaType: "application/pdf" },
      },
      {
        type: "document",
        title: "a.pdf",
        source: { type: "base64", media_type: "application/pdf", data: pdf },
      },
    ],
    [
      "a document of a type nobody said",
      { type: "file", source: { kind: "data", data: pdf } },
      { type: "document", source: { type: "base64", media_type: "application/pdf", data: pdf } },
    ],
    [
      "a text file",
      { type: "file", source: { kind: "data", data: "w6TDtg==", mediaType: "text/markdown" } },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "äö" } },
    ],
    [
      "a picture sent as a file",
      { type: "file", source: { kind: "data", data: "AA", mediaType: "image/webp" } },
      { type: "image", source: { type: "base64", media_type: "image/webp", data: "AA" } },
    ],
    [
      "a document at an address",
      { type: "file", source: { kind: "url", url: "https://x/a.pdf" } },
      { type: "document", source: { type: "url", url: "https://x/a.pdf" } },
    ],
  ])("%s", (_name, part, block) => {
    expect(turns(say("user", part))[0]?.content).toEqual([block]);
  });

  test("sound cannot be sent: 400 naming the message", () => {
    const sound: Part = {
      type: "audio",
      source: { kind: "data", data: "AA", mediaType: "audio/wav" },
    };
    expect(() => write({ messages: [hi, say("user", sound)] })).toThrow(
      "`messages[1]` holds sound",
    );
  });
});
