import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ReasoningPart } from "./canonical.ts";
import { dropCarried, packId, unpackId } from "./carried-id.ts";

const some = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/);
const signature = fc.oneof(some, fc.base64String({ minLength: 4, maxLength: 400 }));
const reasoning: fc.Arbitrary<ReasoningPart> = fc.oneof(
  fc
    .tuple(fc.string({ unit: "grapheme", maxLength: 200 }), signature)
    .map(([text, proof]): ReasoningPart => ({ type: "reasoning", text, signature: proof })),
  some.map((redacted): ReasoningPart => ({ type: "reasoning", text: "", redacted })),
);

describe("ids that carry", () => {
  test("nothing carried: the id stays as it is", () => {
    expect(packId("toolu_1", {})).toBe("toolu_1");
    expect(packId("a", { reasoning: [{ type: "reasoning", text: "unsigned" }] })).toBe("a");
    expect(unpackId("toolu_1")).toEqual({ id: "toolu_1" });
  });

  test("a signature comes back, and the packed id has only letters every vendor allows", () => {
    fc.assert(
      fc.property(id, signature, (plain, carried) => {
        const packed = packId(plain, { signature: carried });
        expect(packed).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(unpackId(packed)).toEqual({ id: plain, signature: carried });
      }),
    );
  });

  test("thoughts come back with their signatures, beside the call's own", () => {
    fc.assert(
      fc.property(
        id,
        fc.array(reasoning, { minLength: 1, maxLength: 3 }),
        fc.option(signature, { nil: undefined }),
        (plain, parts, own) => {
          const carried = { reasoning: parts, ...(own === undefined ? {} : { signature: own }) };
          const packed = packId(plain, carried);
          expect(packed).toMatch(/^[A-Za-z0-9_-]+$/);
          expect(unpackId(packed)).toEqual({ id: plain, ...carried });
        },
      ),
    );
  });

  test("thoughts too long for an id are left out, a signature never is", () => {
    const long = Buffer.from(Array.from({ length: 20_000 }, (_, i) => (i * i * 31) % 251));
    const part: ReasoningPart = {
      type: "reasoning",
      text: "",
      signature: crypto.getRandomValues(new Uint8Array(20_000)).toBase64(),
    };
    expect(packId("a", { reasoning: [part] })).toBe("a");
    const own = long.toString("base64");
    expect(unpackId(packId("a", { reasoning: [part], signature: own })).signature).toBe(own);
  });

  test.each([["a__parley_jnonsense"], ["a__parley_x"], ["a__parley_"], ["a__parley_jq1YqBAA"]])(
    "%s was not packed by us and stays as it is",
    (odd) => {
      expect(unpackId(odd)).toEqual({ id: odd });
    },
  );

  test("an id that would grow without end is not unpacked", () => {
    const bomb = packId("a", {
      reasoning: [{ type: "reasoning", text: "x".repeat(5_000_000), signature: "s" }],
    });
    expect(bomb).not.toBe("a");
    expect(unpackId(bomb)).toEqual({ id: bomb });
  });

  test("text that passes to a vendor loses what its ids carry, and nothing else", () => {
    const packed = packId("call_1", { signature: "CiQB" });
    const text = JSON.stringify({ tool_calls: [{ id: packed }], tool_call_id: packed, n: "__" });
    expect(dropCarried(text)).toBe(text.replaceAll(packed, "call_1"));
  });
});
