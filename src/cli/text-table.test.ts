import { describe, expect, test } from "bun:test";
import { makePaint } from "./paint.ts";
import { dollars, renderFacts, renderTable } from "./text-table.ts";

interface Row {
  readonly name: string;
  readonly nano: number;
}

const columns = [
  { title: "NAME", cell: (row: Row) => row.name },
  { title: "COST", cell: (row: Row) => ({ nano: row.nano }) },
];

describe("renderTable", () => {
  test("writes dollars with the same decimals, so that the points stand below each other", () => {
    const rows = [
      { name: "a", nano: 1_500_000_000 },
      { name: "long name", nano: 12_345 },
      { name: "debt", nano: -20_000_000_000 },
    ];
    expect(renderTable(columns, rows).split("\n")).toEqual([
      "NAME                 COST",
      "a            $1.500000000",
      "long name    $0.000012345",
      "debt       -$20.000000000",
    ]);
  });

  test("aligns names in wide scripts by terminal cells", () => {
    const lines = renderTable(columns, [
      { name: "团队", nano: 0 },
      { name: "abcd", nano: 0 },
    ]).split("\n");
    expect(lines[1]).toBe("团队  $0.00");
    expect(lines[2]).toBe("abcd  $0.00");
  });

  test("colours do not move columns", () => {
    const paint = makePaint(true);
    const painted = [
      { title: "NAME", cell: (row: Row) => row.name, paint: () => paint.red },
      ...columns.slice(1),
    ];
    const rows = [
      { name: "a", nano: 5 },
      { name: "bb", nano: 5 },
    ];
    expect(Bun.stripANSI(renderTable(painted, rows, paint))).toBe(renderTable(columns, rows));
  });

  test("a name cannot send control sequences to the terminal", () => {
    expect(renderTable(columns, [{ name: "x\u001B[2Jy\n", nano: 0 }])).not.toContain("\u001B");
  });
});

test("dollars keeps every nano-dollar", () => {
  expect([0, 1, 1_000_000_000, -250_000_000].map(dollars)).toEqual([
    "$0.00",
    "$0.000000001",
    "$1.00",
    "-$0.25",
  ]);
});

test("renderFacts leaves out what is unknown", () => {
  expect(
    renderFacts([
      ["a", "1"],
      ["long", undefined],
      ["bb", "2"],
    ]),
  ).toBe("a   1\nbb  2");
});
