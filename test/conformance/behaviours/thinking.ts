/** Thoughts and what proves them: the vendors refuse a turn whose proof is lost or changed. */

import { expect } from "bun:test";
import type { Turn } from "../clients/client.ts";
import { askBy, type Setting, type Way, WAYS } from "../setting.ts";
import type { Pair } from "../sides.ts";
import type { Behaviour, Deviation } from "./behaviour.ts";
import { results, say, sentText, time, user, weather } from "./words.ts";

const PARIS = 'call:weather({"city":"Paris"})';
const THOUGHT = "The user wants the weather, so I ask for it.";

const UNSIGNED: Deviation = {
  reason: "A chat-completions vendor signs no thoughts, so there is nothing that must come back.",
};

function unsigned({ upstream }: Pair): Deviation | undefined {
  return upstream.thinker === undefined ? UNSIGNED : undefined;
}

export const THINKING_BEHAVIOURS: readonly Behaviour[] = [
  {
    name: "thoughts are shown apart from the answer",
    async run({ client, target, upstream }) {
      const options = upstream.thinker === undefined ? {} : { model: upstream.thinker };
      const { model } = await target({ thinking: THOUGHT, reply: "Done." }, options);
      for (const way of WAYS) {
        const answer = await askBy(client, way, model, say("think", { thinks: true }));
        expect(answer).toMatchObject({ text: "Done.", reasoning: THOUGHT, finish: "stop" });
      }
    },
  },
  {
    name: "signed thoughts survive a tool round trip",
    deviation: unsigned,
    run: (setting) => loop(setting, WAYS),
  },
  {
    name: "thoughts, words and calls of one turn keep their order and their proofs",
    deviation: unsigned,
    async run({ client, target, upstream }) {
      const { model } = await target({ reply: "Let me look." }, { model: upstream.thinker ?? "" });
      const turns: Turn[] = [user(PARIS)];
      const first = await client.stream(model, { turns, tools: [weather], thinks: true });
      expect(first.text).toBe("Let me look.");
      expect(first.reasoning).not.toBe("");
      turns.push(
        { role: "answer", answer: first },
        results(first, () => "sunny"),
      );
      const second = await client.stream(model, { turns, tools: [weather], thinks: true });
      expect(second).toMatchObject({ text: "Let me look.", finish: "stop" });
    },
  },
  {
    name: "signed thoughts survive two calls of one turn",
    deviation: unsigned,
    async run({ client, target, upstream }) {
      const { model } = await target({}, { model: upstream.thinker ?? "" });
      const tools = [weather, time];
      const turns: Turn[] = [user(`${PARIS} call:time({"city":"Oslo"})`)];
      const first = await client.stream(model, { turns, tools, thinks: true });
      expect(first.calls).toHaveLength(2);
      turns.push({ role: "answer", answer: first });
      turns.push(results(first, (city) => `of ${city}`));
      const second = await client.stream(model, { turns, tools, thinks: true });
      expect(second.text).toContain("weather -> of Paris; time -> of Oslo");
    },
  },
];

/** The fake refuses the second turn when a signature is missing, changed, or at another thought. */
async function loop({ client, target, upstream }: Setting, ways: readonly Way[]): Promise<void> {
  const vendor = await target({}, { model: upstream.thinker ?? "" });
  for (const way of ways) {
    const turns: Turn[] = [user(PARIS)];
    const first = await askBy(client, way, vendor.model, { turns, tools: [weather], thinks: true });
    expect(first.calls).toHaveLength(1);
    turns.push({ role: "answer", answer: first });
    turns.push(results(first, () => "sunny"));
    const second = await askBy(client, way, vendor.model, {
      turns,
      tools: [weather],
      thinks: true,
    });
    expect(second.text).toContain("weather -> sunny");
    expect(sentText(vendor)).toMatch(
      upstream.protocol === "anthropic-messages"
        ? /"signature":"EqFake/
        : upstream.protocol === "openai-responses"
          ? /"encrypted_content":"gAAAA/
          : /"thoughtSignature":"/,
    );
  }
}
