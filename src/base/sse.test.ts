import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { SseReader, writeSse } from "./sse.ts";

const encode = (text: string) => new TextEncoder().encode(text);

function readInPieces(text: string, size: number) {
  const reader = new SseReader();
  const bytes = encode(text);
  const frames = [];
  for (let at = 0; at < bytes.length; at += size) {
    frames.push(...reader.push(bytes.subarray(at, at + size)));
  }
  const last = reader.end();
  return last ? [...frames, last] : frames;
}

describe("SseReader", () => {
  test("gives the same frames however the bytes are cut, split characters included", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme" })),
        fc.integer({ min: 1, max: 9 }),
        (texts, size) => {
          const stream = texts.map((text) => writeSse(JSON.stringify(text))).join("");
          expect(readInPieces(stream, size).map((f) => f.data)).toEqual(
            texts.map((text) => JSON.stringify(text)),
          );
        },
      ),
    );
  });

  test.each(["\n", "\r\n", "\r"])("reads line ending %j at every cut", (end) => {
    const stream = `event: a${end}data: 1${end}${end}: note${end}${end}data:2${end}data: 3${end}${end}`;
    for (let size = 1; size < 12; size++) {
      expect(readInPieces(stream, size).map((f) => [f.event, f.data])).toEqual([
        ["a", "1"],
        [null, null],
        [null, "2\n3"],
      ]);
    }
  });

  test("skips a byte order mark and gives a last frame without its blank line", () => {
    expect(readInPieces("\uFEFFdata: 1\n\ndata: 2", 3).map((f) => f.data)).toEqual(["1", "2"]);
  });
});
