import { expect, test } from "bun:test";
import fc from "fast-check";
import { onEngine } from "../../../test/engines.ts";
import { openConnections } from "./connection.ts";
import { fillIn, literal } from "./one-message.ts";

test("values are filled in where the statement asks for them, as often as it does", () => {
  expect(fillIn("a $1, b $2, a $1", [1, "x"])).toBe("a 1, b 'x', a 1");
  expect(fillIn("$10$1", [1, 2, 3, 4, 5, 6, 7, 8, 9, null])).toBe("null1");
  expect(fillIn("x - $1", [-5])).toBe("x - (-5)");
});

test("a value without a literal is refused", () => {
  for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, {}, true]) {
    expect(() => literal(value)).toThrow(TypeError);
  }
});

onEngine("postgres", "literals", (_open, { makePlace }) => {
  test("give the server exactly the text and number they were made of", async () => {
    const { databaseUrl } = await makePlace();
    const sql = openConnections({ url: databaseUrl ?? "", max: 1 });
    const text = fc.string({
      unit: fc.constantFrom(
        "'",
        "\\",
        "\n",
        "$1",
        ";",
        "--",
        "/*",
        '"',
        "E'",
        "é",
        "🎈",
        "a",
        "\u0001",
      ),
    });
    const anyText = fc
      .oneof(text, fc.string({ unit: "binary" }))
      .filter((value) => !value.includes("\0"));
    await fc.assert(
      fc.asyncProperty(anyText, fc.maxSafeInteger(), async (wanted, number) => {
        const [row] = await sql.unsafe<{ text: string; number: number }[]>(
          fillIn("select $1::text as text, $2::bigint as number", [wanted, number]),
        );
        expect(row).toEqual({ text: wanted, number });
      }),
      { numRuns: 300 },
    );
    await sql.end();
  });
});
