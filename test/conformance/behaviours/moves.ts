/** Conversations that change hands: another vendor from one turn to the next, and clients that forget. */

import { expect } from "bun:test";
import type { Answer, Turn } from "../clients/client.ts";
import { askBy, failureOf, type Setting, WAYS } from "../setting.ts";
import { isSame, type Upstream, UPSTREAMS } from "../sides.ts";
import type { Behaviour } from "./behaviour.ts";
import { results, sentText, time, user, weather } from "./words.ts";

const ASKED = 'call:weather({"city":"Paris"}) call:time({"city":"Oslo"})';
const TOOLS = [weather, time];
const MUST_THINK: ReadonlySet<string> = new Set(["anthropic-messages", "google-generative-ai"]);

export const MOVE_BEHAVIOURS: readonly Behaviour[] = [
  {
    name: "a tool loop begun with any other vendor goes on with this one",
    deviation: (pair) =>
      isSame(pair) && MUST_THINK.has(pair.upstream.protocol)
        ? {
            reason:
              "The bytes pass as they are: where thinking is on, this vendor refuses calls that another vendor made, because their thoughts lack its signature. Without thinking the loop goes on.",
            async run(setting) {
              const { client } = setting;
              const [other] = UPSTREAMS as readonly [Upstream];
              expect((await failureOf(client, move(setting, other))).kind).toBe("bad_request");
              await move(setting, other, false);
            },
          }
        : undefined,
    async run(setting) {
      for (const other of UPSTREAMS) {
        if (other !== setting.upstream) await move(setting, other);
      }
    },
  },
  {
    name: "a client that gives back only names, ids and arguments gets through a thinking loop",
    deviation: (pair) =>
      isSame(pair) && pair.upstream.thinker !== undefined
        ? { reason: "The bytes pass as they are, so the vendor's own rule for its thoughts holds." }
        : undefined,
    async run({ client, target, upstream }) {
      const vendor = await target({}, { model: upstream.thinker ?? upstream.model });
      for (const way of WAYS) {
        const turns: Turn[] = [user(ASKED)];
        const first = await askBy(client, way, vendor.model, { turns, tools: TOOLS, thinks: true });
        turns.push(
          { role: "calls", answer: first },
          results(first, (city) => `of ${city}`),
        );
        const second = await client.ask(vendor.model, { turns, tools: TOOLS, thinks: true });
        expect(second.text).toContain("weather -> of Paris; time -> of Oslo");
      }
    },
  },
];

/** Nothing that one vendor wants back may reach another: the fakes refuse proofs that are not theirs. */
async function move(
  { client, target, upstream, relay }: Setting,
  other: Upstream,
  isThinking = true,
): Promise<Answer> {
  const here = await target(
    {},
    { model: (isThinking ? upstream.thinker : undefined) ?? upstream.model },
  );
  const how = { tools: TOOLS, ...(isThinking && { thinks: true as const }) };
  const name = `${here.model}-from-${other.protocol}`;
  await relay.relay.management.providers.add({
    name,
    protocol: other.protocol,
    base_url: relay.vendor.url,
    api_keys: [`key-of-${name}`],
    models: [{ id: name, upstream_id: other.thinker ?? other.model, free: true }],
  });
  const turns: Turn[] = [user(ASKED)];
  const first = await client.stream(name, { turns, ...how });
  turns.push(
    { role: "answer", answer: first },
    results(first, (city) => `of ${city}`),
  );
  const second = await client.stream(here.model, { turns, ...how });
  expect(second.text).toContain("weather -> of Paris; time -> of Oslo");
  expect(sentText(here)).not.toContain("parley");
  return second;
}
