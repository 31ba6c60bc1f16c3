import { afterAll, beforeAll, describe, test } from "bun:test";
import { upstreamOf } from "./difference.ts";
import { DIFFERENCES } from "./differences.ts";
import { Stage } from "./setting.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.stop());

for (const { what, from, to, does, run } of DIFFERENCES) {
  describe(`${what}, from ${from}`, () => {
    test.each([...to])(`${does} before %s`, (protocol) => run(stage, upstreamOf(protocol)));
  });
}
