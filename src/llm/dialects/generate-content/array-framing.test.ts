import { describe, expect, test } from "bun:test";
import { KEEP_ALIVE, writeSse } from "../../../base/sse.ts";
import { makeArrayFraming } from "./array-framing.ts";

describe("a stream as one array", () => {
  test("events become elements, comments space", () => {
    const framing = makeArrayFraming();
    const text = [
      framing.push(KEEP_ALIVE),
      framing.push(writeSse('{"a":1}') + writeSse('{"b":2}')),
      framing.push(KEEP_ALIVE),
      framing.push('event: x\ndata:{"c":\ndata: 3}\n\n'),
      framing.end(),
    ].join("");
    expect(JSON.parse(text)).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
  });

  test("every piece leaves at once, and nothing at all is an empty array", () => {
    const framing = makeArrayFraming();
    expect(framing.push(writeSse("{}"))).toBe("[{}");
    expect(framing.push(writeSse("{}"))).toBe(",\r\n{}");
    expect(makeArrayFraming().end()).toBe("[]");
  });
});
