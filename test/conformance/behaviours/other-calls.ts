/** What is not a conversation: counting tokens, embeddings. */

import { expect } from "bun:test";
import { DEFAULT_DIMENSIONS, embed } from "../../fakes/vendor/vectors.ts";
import { failureOf, type Setting } from "../setting.ts";
import type { Pair } from "../sides.ts";
import type { Behaviour, Deviation } from "./behaviour.ts";

const NO_COUNT: Deviation = { reason: "This client has no call that counts tokens." };
const NO_EMBED: Deviation = { reason: "This client has no embeddings." };
const NO_VECTORS: Deviation = {
  reason: "The vendor's protocol has no embeddings: refused with a 400 that says so.",
  async run({ client, target }) {
    const { model } = await target();
    const asked = client.embed?.(model, ["one"]) ?? Promise.resolve();
    expect(await failureOf(client, asked)).toMatchObject({ kind: "bad_request", status: 400 });
  },
};

const WORDS = "one two three four five";

export const OTHER_BEHAVIOURS: readonly Behaviour[] = [
  {
    name: "tokens of a prompt are counted, by the vendor or here, and not billed",
    deviation: ({ client }) => (client.protocol.startsWith("openai") ? NO_COUNT : undefined),
    async run({ client, target, key, relay, pair }) {
      const upstream = await target();
      const before = (await relay.relay.management.accounts.get(key.account)).balance_nano;
      const tokens = await client.countTokens?.(upstream.model, WORDS);
      const asksVendor = pair.client.protocol === pair.upstream.protocol;
      if (asksVendor) expect(tokens).toBe(5);
      else expect(tokens).toBeWithin(5, 12);
      expect(upstream.requests()).toHaveLength(asksVendor ? 1 : 0);
      const after = (await relay.relay.management.accounts.get(key.account)).balance_nano;
      expect(after).toBe(before);
    },
  },
  {
    name: "embeddings: one vector per text, in order, of the vendor's numbers",
    deviation: vectors,
    async run(setting) {
      const texts = ["red", "green", "blue"];
      const found = await embeddings(setting, texts);
      expect(found).toHaveLength(3);
      for (const [i, text] of texts.entries()) {
        expect(found[i]).toHaveLength(DEFAULT_DIMENSIONS);
        const wanted = embed(text, DEFAULT_DIMENSIONS);
        for (const [at, value] of (found[i] ?? []).entries())
          expect(value).toBeCloseTo(wanted[at] ?? NaN, 5);
      }
    },
  },
];

function vectors({ client, upstream }: Pair): Deviation | undefined {
  const has = client.protocol === "openai-completions" || client.protocol.startsWith("google");
  if (!has) return NO_EMBED;
  return upstream.embedder === undefined ? NO_VECTORS : undefined;
}

async function embeddings(
  { client, target, upstream }: Setting,
  texts: readonly string[],
): Promise<readonly (readonly number[])[]> {
  const { model } = await target({}, { model: upstream.embedder ?? "" });
  const found = await client.embed?.(model, texts);
  if (!found) throw new Error("no embeddings");
  return found;
}
