/** Tokens as the client reads them, and the bill that follows from them. */

import { expect } from "bun:test";
import { Watch } from "../clients/client.ts";
import { askBy, type Setting, WAYS } from "../setting.ts";
import { isSame } from "../sides.ts";
import type { Behaviour } from "./behaviour.ts";
import { say } from "./words.ts";

/** Nano-dollars per token, as `PRICE` of the harness says. */
const IN = 1000;
const OUT = 2000;
const CACHED = 100;

export const BILL_BEHAVIOURS: readonly Behaviour[] = [
  {
    name: "usage with cached and reasoning tokens, and a bill of usage times price",
    async run({ client, target, bill, upstream }) {
      const usage = { prompt: 100, cached: 40, completion: 30, reasoning: 12 };
      const { model } = await target({ usage, thinking: "hm", reply: "yes" });
      // Anthropic reports thoughts as output and never apart.
      const reasoning = upstream.protocol === "anthropic-messages" ? 0 : usage.reasoning;
      for (const way of WAYS) {
        const { tokens } = await askBy(client, way, model, say("count"));
        expect(tokens).toMatchObject({ prompt: 100, completion: 30, cached: 40 });
        if (tokens?.reasoning !== undefined) expect(tokens.reasoning).toBe(reasoning);
        expect(await bill()).toMatchObject({
          prompt_tokens: 100,
          cached_tokens: 40,
          completion_tokens: 30,
          cost_nano: 60 * IN + 40 * CACHED + 30 * OUT,
          estimated: false,
          end_reason: "complete",
        });
      }
    },
  },
  {
    name: "without the vendor's usage the tokens are counted here and marked as estimated",
    deviation: (pair) =>
      isSame(pair) && pair.client.protocol === "anthropic-messages"
        ? {
            reason:
              "The vendor's own bytes pass untouched, and this client breaks on a stream without usage. The bill is estimated all the same.",
            run: (setting) =>
              estimate(setting, async (asked) => void (await asked.catch(() => undefined))),
          }
        : undefined,
    run: (setting) => estimate(setting, async (asked) => void (await asked)),
  },
  {
    name: "a failed call costs nothing; a broken stream costs what was delivered",
    async run({ client, target, bill }) {
      const failing = await target({ status: 500 });
      await client.ask(failing.model, say("x")).catch(() => undefined);
      expect(await bill()).toMatchObject({ cost_nano: 0 });
      const broken = await target({ errorInStream: 3, reply: "one two three four five" });
      const watch = new Watch();
      await client.stream(broken.model, say("x"), watch).catch(() => undefined);
      expect(watch.text).toBe("one two three");
      const row = await bill();
      expect(row).toMatchObject({ end_reason: "upstream_error" });
      expect(row.cost_nano).toBeGreaterThan(0);
    },
  },
];

async function estimate(
  { client, target, bill }: Setting,
  wait: (asked: Promise<unknown>) => Promise<void>,
): Promise<void> {
  const { model } = await target({ missingUsage: true, reply: "four words of text" });
  for (const way of WAYS) {
    await wait(askBy(client, way, model, say("count these words")));
    const row = await bill();
    expect(row).toMatchObject({ estimated: true, end_reason: "complete", completion_tokens: 4 });
    expect(row.prompt_tokens).toBeGreaterThan(2);
    expect(row.cost_nano).toBe((row.prompt_tokens ?? 0) * IN + 4 * OUT);
  }
}
