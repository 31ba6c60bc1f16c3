import { describe, expect, test } from "bun:test";
import { RequestReader } from "./request-reader.ts";

const BODY = '{"text":"grüße 🙂"}';
const PLAIN = `POST /v1/x?alt=sse&a=1 HTTP/1.1\r\nHost: h\r\nX-Two: a\r\nx-two: b\r\nContent-Length: ${Buffer.byteLength(BODY)}\r\n\r\n${BODY}`;
const CHUNKED = `POST /v1/x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n3\r\n12}\r\n0\r\n\r\n`;

function readAll(text: string, size: number): { path: string; bodyText: string }[] {
  const reader = new RequestReader();
  const bytes = Buffer.from(text);
  const requests = [];
  for (let at = 0; at < bytes.length; at += size) {
    reader.push(bytes.subarray(at, at + size));
    for (let request = reader.take(); request !== undefined; request = reader.take())
      requests.push(request);
  }
  return requests;
}

describe("reads requests whatever the pieces", () => {
  for (const size of [1, 2, 7, 10_000]) {
    test(`${size} bytes at a time`, () => {
      expect(readAll(PLAIN, size)).toMatchObject([
        { path: "/v1/x", bodyText: BODY, headers: { "x-two": "a, b" } },
      ]);
      expect(readAll(CHUNKED, size)).toMatchObject([{ path: "/v1/x", bodyText: '{"a":12}' }]);
      const pipelined = readAll(PLAIN + PLAIN + "GET /v1/models HTTP/1.1\r\n\r\n", size);
      expect(pipelined.map(({ path }) => path)).toEqual(["/v1/x", "/v1/x", "/v1/models"]);
    });
  }
});

test("knows who wants 100 Continue and who wants the connection closed", () => {
  const reader = new RequestReader();
  reader.push(
    Buffer.from(
      "POST / HTTP/1.1\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 2\r\n\r\n",
    ),
  );
  expect(reader.take()).toBeUndefined();
  expect([reader.takeContinue(), reader.takeContinue()]).toEqual([true, false]);
  reader.push(Buffer.from("{}"));
  expect(reader.take()).toMatchObject({ bodyText: "{}", closeAfter: true });
});

test("throws on what is not HTTP", () => {
  for (const text of [
    "hello\r\n\r\n",
    "GET / HTTP/1.1\r\nno colon\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
  ]) {
    const reader = new RequestReader();
    reader.push(Buffer.from(text));
    expect(() => reader.take()).toThrow();
  }
});
