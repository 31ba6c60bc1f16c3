/** Tool calls: whole and in pieces, one and many, there and back. */

import { expect } from "bun:test";
import type { Ask, ToolSpec, Turn } from "../clients/client.ts";
import { askBy, type Setting, WAYS } from "../setting.ts";
import { isSame } from "../sides.ts";
import type { Behaviour } from "./behaviour.ts";
import {
  callsOf,
  cityOf,
  expectDistinctIds,
  ping,
  results,
  say,
  sentText,
  time,
  user,
  weather,
} from "./words.ts";

const PARIS = 'call:weather({"city":"Paris"})';
const BOTH = `${PARIS} call:time({"city":"Oslo"})`;

const ODD: ToolSpec = {
  name: "odd",
  schema: {
    properties: {
      place: { $ref: "#/$defs/place" },
      kind: { const: "exact" },
      size: { oneOf: [{ type: "integer", exclusiveMinimum: 0 }, { type: "null" }] },
      many: { type: ["array", "null"], items: { enum: [1, 2] } },
    },
    $defs: { place: { type: "object", additionalProperties: false, properties: {} } },
  },
};

export const TOOL_BEHAVIOURS: readonly Behaviour[] = [
  {
    name: "a tool call: name, arguments, finish tool_calls",
    async run({ client, target }) {
      const { model } = await target();
      for (const way of WAYS) {
        const answer = await askBy(client, way, model, say(PARIS, { tools: [weather] }));
        expect(callsOf(answer)).toEqual([["weather", { city: "Paris" }]]);
        expect(answer).toMatchObject({ text: "", finish: "tool_calls" });
      }
    },
  },
  {
    name: "a tool round trip of three steps",
    async run({ client, target }) {
      const { model } = await target();
      for (const way of WAYS) {
        const tools = [weather, time];
        const turns: Turn[] = [user(PARIS)];
        const first = await askBy(client, way, model, { turns, tools });
        turns.push({ role: "answer", answer: first });
        turns.push(results(first, (city) => `sunny in ${city}`));
        const second = await askBy(client, way, model, { turns, tools });
        expect(second.text).toBe("Tool results: weather -> sunny in Paris");
        turns.push({ role: "answer", answer: second }, user('call:time({"city":"Oslo"})'));
        const third = await askBy(client, way, model, { turns, tools });
        expect(callsOf(third)).toEqual([["time", { city: "Oslo" }]]);
        turns.push({ role: "answer", answer: third });
        turns.push(results(third, () => "noon"));
        const last = await askBy(client, way, model, { turns, tools });
        expect(last).toMatchObject({ text: "Tool results: time -> noon", finish: "stop" });
      }
    },
  },
  {
    name: "parallel calls streamed in pieces: dense indexes, distinct ids, whole arguments",
    async run({ client, target }) {
      const { model } = await target({ reply: "Let me look." });
      const same = 'call:weather({"city":"Łódź"})';
      const ask: Ask = say(`${BOTH} ${same}`, { tools: [weather, time] });
      for (const way of WAYS) {
        const answer = await askBy(client, way, model, ask);
        expect(callsOf(answer)).toEqual([
          ["weather", { city: "Paris" }],
          ["time", { city: "Oslo" }],
          ["weather", { city: "Łódź" }],
        ]);
        expect(answer.text).toBe("Let me look.");
        expectDistinctIds(answer);
      }
    },
  },
  {
    name: "results of parallel calls reach the vendor in one turn, each at its call",
    async run({ client, target }) {
      const { model } = await target();
      for (const way of WAYS) {
        const turns: Turn[] = [user(BOTH)];
        const first = await askBy(client, way, model, { turns, tools: [weather, time] });
        turns.push({ role: "answer", answer: first });
        turns.push(results(first, (city) => `of ${city}`));
        const second = await client.ask(model, { turns, tools: [weather, time] });
        expect(second.text).toBe("Tool results: weather -> of Paris; time -> of Oslo");
      }
    },
  },
  {
    name: "a call without arguments is {}, there and back",
    run: (setting) => pingPong(setting, "call:ping", "{}"),
  },
  {
    name: "a call whose arguments the vendor left empty is {} too",
    deviation: (pair) =>
      isSame(pair) && pair.client.protocol.startsWith("openai")
        ? {
            reason: 'The vendor\'s own bytes pass untouched, `arguments: ""` included.',
            run: (setting) => pingPong(setting, "call:ping()", ""),
          }
        : undefined,
    run: (setting) => pingPong(setting, "call:ping()", "{}"),
  },
  {
    name: "an answer of calls and no text goes back without an empty text",
    async run({ client, target }) {
      const upstream = await target();
      const first = await client.ask(upstream.model, say(PARIS, { tools: [weather] }));
      expect(first.text).toBe("");
      const turns: Turn[] = [
        user(PARIS),
        { role: "answer", answer: first },
        results(first, () => "sunny"),
      ];
      await client.ask(upstream.model, { turns, tools: [weather] });
      expect(sentText(upstream)).not.toContain('"text":""');
    },
  },
  {
    name: "a tool's error is told as one where the dialects have a word for it",
    async run({ client, pair, target }) {
      const upstream = await target();
      const first = await client.ask(upstream.model, say(PARIS, { tools: [weather] }));
      const turns: Turn[] = [
        user(PARIS),
        { role: "answer", answer: first },
        results(first, () => "no such city", true),
      ];
      const second = await client.ask(upstream.model, { turns, tools: [weather] });
      expect(second.text).toContain("no such city");
      const speaks = (protocol: string): boolean => !protocol.startsWith("openai");
      if (!speaks(pair.client.protocol)) return;
      if (pair.upstream.protocol === "anthropic-messages")
        expect(sentText(upstream)).toContain('"is_error":true');
      if (pair.upstream.protocol === "google-generative-ai")
        expect(sentText(upstream)).toContain('{"error":"no such city"}');
    },
  },
  {
    name: "a schema with $ref, const, oneOf, several types and no type at the top is taken",
    async run({ client, target }) {
      const { model } = await target();
      const answer = await client.ask(model, say(PARIS, { tools: [weather, ODD] }));
      expect(callsOf(answer)).toEqual([["weather", { city: "Paris" }]]);
    },
  },
  {
    name: "a choice of tools: none, required, one by name",
    async run({ client, target }) {
      const { model } = await target();
      const tools = [weather, time];
      const none = await client.ask(model, say(PARIS, { tools, toolChoice: "none" }));
      expect(none).toMatchObject({ calls: [], finish: "stop" });
      const required = await client.ask(model, say("hello", { tools, toolChoice: "required" }));
      expect(required.calls).toHaveLength(1);
      const named = await client.ask(model, say("hello", { tools, toolChoice: { name: "time" } }));
      expect(named.calls.map(({ name }) => name)).toEqual(["time"]);
    },
  },
  {
    name: "one call at a time, when asked",
    deviation: ({ client, upstream }) => {
      if (client.protocol === "google-generative-ai")
        return { reason: "The generate-content dialect has no word for one call at a time." };
      if (upstream.protocol !== "google-generative-ai") return undefined;
      return {
        reason: "A Gemini vendor cannot be told to call one tool at a time; the wish is dropped.",
        async run({ client: sdk, target }) {
          const { model } = await target();
          const ask = say(BOTH, { tools: [weather, time], single: true });
          expect((await sdk.ask(model, ask)).calls).toHaveLength(2);
        },
      };
    },
    async run({ client, target }) {
      const { model } = await target();
      const ask = say(BOTH, { tools: [weather, time], single: true });
      expect((await client.ask(model, ask)).calls).toHaveLength(1);
    },
  },
  {
    name: "long arguments in many pieces, with quotes, breaks and characters of four bytes",
    async run({ client, target }) {
      const city = `Köln "am Rhein"\n\\ 🙂 ${"x".repeat(3000)}`;
      const { model } = await target({
        calls: [{ name: "weather", arguments: JSON.stringify({ city }) }],
        splitUtf8: true,
      });
      for (const way of WAYS) {
        const answer = await askBy(client, way, model, say("go", { tools: [weather] }));
        expect(answer.calls.map((call) => cityOf(call.arguments))).toEqual([city]);
      }
    },
  },
];

async function pingPong(
  { client, target }: Setting,
  words: string,
  expected: string,
): Promise<void> {
  const { model } = await target();
  for (const way of WAYS) {
    const first = await askBy(client, way, model, say(words, { tools: [ping] }));
    expect(first.calls.map((call) => [call.name, call.arguments])).toEqual([["ping", expected]]);
    const turns: Turn[] = [
      user(words),
      { role: "answer", answer: first },
      results(first, () => "pong"),
    ];
    const second = await client.ask(model, { turns, tools: [ping] });
    expect(second.text).toBe("Tool results: ping -> pong");
  }
}
