/** Every behaviour, from every official client, through the real relay, to every kind of vendor. */

import { afterAll, beforeAll, describe, test } from "bun:test";
import { BEHAVIOURS } from "./behaviours/index.ts";
import { Stage } from "./setting.ts";
import { PAIRS } from "./sides.ts";

for (const pair of PAIRS) {
  describe(`${pair.client.name} to ${pair.upstream.protocol}`, () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await Stage.open();
    });
    afterAll(() => stage.stop());
    for (const { name, run, deviation } of BEHAVIOURS) {
      const deviates = deviation?.(pair);
      const prove = deviates ? deviates.run : run;
      const title = deviates ? `${name} (deviation)` : name;
      if (prove) test(title, () => prove(stage.at(pair)));
    }
  });
}
