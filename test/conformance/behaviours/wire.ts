/** Bytes: however they are cut, and untouched where nothing needs translating. */

import { expect } from "bun:test";
import type { Faults } from "../../fakes/vendor/server.ts";
import { Watch } from "../clients/client.ts";
import { askBy, WAYS } from "../setting.ts";
import type { Behaviour } from "./behaviour.ts";
import { callsOf, say, weather } from "./words.ts";

const WIDE = "Grüße, 你好, 🙂 and ẞ";

const CUTS: readonly (readonly [name: string, faults: Faults])[] = [
  ["characters split across writes arrive whole", { splitUtf8: true }],
  ["a stream of one-byte writes arrives whole", { oneByteWrites: true }],
  ["lines that end in CRLF are read", { crlf: true }],
  ["keep-alives of the vendor are no part of the answer", { pingMs: 5, firstTokenDelayMs: 30 }],
];

export const WIRE_BEHAVIOURS: readonly Behaviour[] = [
  ...CUTS.map(([name, faults]): Behaviour => ({
    name,
    async run({ client, target }) {
      const { model } = await target({ ...faults, reply: WIDE });
      const watch = new Watch();
      const answer = await client.stream(model, say("hi"), watch);
      expect(answer).toMatchObject({ text: WIDE, finish: "stop" });
      expect(watch.text).toBe(WIDE);
    },
  })),
  {
    name: "a tool call of one-byte writes arrives whole",
    async run({ client, target }) {
      const { model } = await target({ oneByteWrites: true });
      const asked = say('call:weather({"city":"Łódź 🙂"})', { tools: [weather] });
      for (const way of WAYS) {
        const answer = await askBy(client, way, model, asked);
        expect(callsOf(answer)).toEqual([["weather", { city: "Łódź 🙂" }]]);
      }
    },
  },
  {
    name: "an answer without its end mark, but with its finish, is whole",
    deviation: ({ upstream }) =>
      upstream.protocol === "openai-responses"
        ? { reason: "In this protocol the end mark is what says that the answer is finished." }
        : undefined,
    async run({ client, target }) {
      const { model } = await target({ missingDone: true, reply: "all of it" });
      const answer = await client.stream(model, say("hi"));
      expect(answer).toMatchObject({ text: "all of it", finish: "stop" });
    },
  },
];
