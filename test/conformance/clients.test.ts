/** What every official client must see, whoever the vendor is. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { CLIENT_BEHAVIOURS } from "./behaviours/of-clients.ts";
import { send } from "./raw.ts";
import { Stage } from "./setting.ts";
import { CLIENTS, UPSTREAMS } from "./sides.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.stop());

describe.each([...CLIENTS])("$name", (side) => {
  for (const { name, run } of CLIENT_BEHAVIOURS) {
    test(name, () => run({ side, client: stage.of(side).client, stage }));
  }
});

describe.each([...CLIENTS])("every answer to $name", (side) => {
  test.each([...UPSTREAMS])("of $protocol names the model that was asked for", async (upstream) => {
    const { model } = await stage.target(upstream);
    const { key } = stage.of(side);
    for (const stream of [false, true]) {
      const response = await send(stage.relay, key, { protocol: side.protocol, model, stream });
      const text = await response.text();
      expect(text).toContain(`"${model}"`);
      expect(text).not.toContain(upstream.model);
    }
  });
});
