import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readName, writeName } from "./function-name.ts";

describe("names of functions", () => {
  test.each([
    ["get_weather", "get_weather"],
    ["_x.y:z-1", "_x.y:z-1"],
    ["1get_weather", "_n_1get__weather"],
    ["-a", "_n_-a"],
    ["größe", "_n_gr_f6__df_e"],
    ["_n_1", "_n___n__1"],
  ])("%s is said %s", (name, wire) => {
    expect(writeName(name)).toBe(wire);
    expect(readName(wire)).toEqual({ name });
  });

  test("any name comes back, whole and legal", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.boolean(), (name, custom) => {
        const wire = writeName(name, custom);
        expect(wire).toMatch(/^[A-Za-z_][A-Za-z0-9_.:-]*$/);
        expect(readName(wire)).toEqual(custom ? { name, custom } : { name });
      }),
    );
  });

  test("a client's own name that only looks like ours stays", () => {
    for (const name of ["_n_weather", "_c_", "_n__zz_", "_n_110000_", "_n__110000_"]) {
      const read = readName(name);
      expect(read.custom || read.name === name || writeName(read.name) === name).toBe(true);
    }
    expect(readName("_n_weather")).toEqual({ name: "_n_weather" });
  });
});
