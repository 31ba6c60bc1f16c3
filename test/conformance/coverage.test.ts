import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Covered, MAPPING_3_3, MAPPING_3_4 } from "./coverage.ts";
import { TRAPS_3_6 } from "./trap-coverage.ts";

const ROOT = join(import.meta.dir, "..", "..");

describe("the list of what is tested where", () => {
  test("has every trap", () => {
    expect(TRAPS_3_6).toHaveLength(25);
  });

  test.each([...MAPPING_3_3, ...MAPPING_3_4, ...TRAPS_3_6])("$row", async ({ tests }: Covered) => {
    for (const place of tests) {
      const [file = "", ...name] = place.split(": ");
      const source = (await Bun.file(join(ROOT, file)).text()).replaceAll('\\"', '"');
      expect(source).toContain(name.join(": "));
    }
  });
});
