/** Words: plain and streamed, instructions, history, limits, pictures, structured output. */

import { expect } from "bun:test";
import { Watch } from "../clients/client.ts";
import { askBy, failureOf, type Setting, WAYS } from "../setting.ts";
import type { Behaviour, Deviation } from "./behaviour.ts";
import { say, sentBody, sentText, user } from "./words.ts";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const PERSON = {
  type: "object",
  properties: { name: { type: "string" }, age: { type: "integer" } },
  required: ["name", "age"],
  additionalProperties: false,
} as const;

const NO_STOP_FIELD: Deviation = {
  reason: "The responses dialect has no stop sequences, so this client cannot ask for them.",
};
const NO_STOP_UPSTREAM: Deviation = {
  reason:
    "Stop sequences are refused with a 400 that names `stop`: an openai-responses vendor has none.",
  async run({ client, target }) {
    const { model } = await target();
    const failure = await failureOf(client, client.ask(model, say("hello", { stop: ["END"] })));
    expect(failure).toMatchObject({ kind: "bad_request", status: 400 });
    expect(failure.message).toContain("stop");
  },
};

export const TEXT_BEHAVIOURS: readonly Behaviour[] = [
  {
    name: "plain text",
    async run({ client, target }) {
      const { model } = await target({ reply: "Hello there, Zoë." });
      const answer = await client.ask(model, say("Hi"));
      expect(answer).toMatchObject({ text: "Hello there, Zoë.", calls: [], finish: "stop" });
    },
  },
  {
    name: "a stream gives the same text as a plain answer, piece by piece",
    async run({ client, target }) {
      const { model } = await target({ reply: "one\n\n two  three\n" });
      const plain = await client.ask(model, say("count"));
      const watch = new Watch();
      const streamed = await client.stream(model, say("count"), watch);
      expect(streamed).toMatchObject({ text: plain.text, finish: "stop" });
      expect(watch.text).toBe(plain.text);
      expect(watch.pieces).toBeGreaterThan(1);
      expect(plain.text).toBe("one\n\n two  three\n");
    },
  },
  {
    name: "an answer without a word is still an answer",
    async run({ client, target }) {
      const { model } = await target({ reply: "" });
      for (const way of WAYS) {
        const answer = await askBy(client, way, model, say("say nothing"));
        expect(answer).toMatchObject({ text: "", calls: [], finish: "stop" });
      }
    },
  },
  {
    name: "the system prompt arrives as the vendor's own",
    async run(setting) {
      const target = await setting.target();
      await setting.client.ask(target.model, say("Hi", { system: "Speak like a pirate." }));
      expect(instructionsOf(setting, sentBody(target))).toContain("Speak like a pirate.");
    },
  },
  {
    name: "several turns arrive in order",
    async run({ client, target }) {
      const upstream = await target();
      const turns = [user("first"), { role: "assistant", text: "second" } as const, user("third")];
      expect((await client.ask(upstream.model, { turns })).text).toBe("Echo: third");
      const sent = sentText(upstream);
      const places = ["first", "second", "third"].map((word) => sent.indexOf(`"${word}"`));
      expect(places.every((place) => place > 0)).toBe(true);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    },
  },
  {
    name: "a picture as base64 arrives whole",
    async run({ client, target }) {
      const upstream = await target();
      const image = { mediaType: "image/png", data: PIXEL } as const;
      await client.ask(upstream.model, { turns: [{ role: "user", text: "what is it?", image }] });
      expect(sentText(upstream)).toContain(PIXEL);
      expect(sentText(upstream)).toContain("image/png");
    },
  },
  {
    name: "structured output: the schema is enforced, the answer is JSON",
    async run({ client, target }) {
      const upstream = await target();
      for (const way of WAYS) {
        const answer = await askBy(client, way, upstream.model, say("Ada", { schema: PERSON }));
        expect(JSON.parse(answer.text)).toEqual({ name: "Ada", age: 1 });
        expect(answer.finish).toBe("stop");
        expect(sentText(upstream)).toContain('"age"');
      }
    },
  },
  {
    name: "the output limit is kept and said: length",
    async run({ client, target }) {
      const words = Array.from({ length: 30 }, (_, i) => `w${i}`);
      const { model } = await target({ reply: words.join(" ") });
      for (const way of WAYS) {
        const answer = await askBy(client, way, model, say("go on", { maxTokens: 16 }));
        expect(answer.text).toBe(words.slice(0, 16).join(" "));
        expect(answer.finish).toBe("length");
      }
    },
  },
  {
    name: "a stop sequence ends the answer: stop",
    deviation: ({ client, upstream }) => {
      if (client.protocol === "openai-responses") return NO_STOP_FIELD;
      return upstream.protocol === "openai-responses" ? NO_STOP_UPSTREAM : undefined;
    },
    async run({ client, target }) {
      const { model } = await target();
      for (const way of WAYS) {
        const answer = await askBy(client, way, model, say("one END two", { stop: ["END"] }));
        expect(answer.text.trim()).toBe("Echo: one");
        expect(answer.finish).toBe("stop");
      }
    },
  },
  {
    name: "a filtered answer says so: content_filter",
    async run({ client, target }) {
      const { model } = await target({ finish: "content_filter", reply: "I" });
      for (const way of WAYS)
        expect((await askBy(client, way, model, say("hm"))).finish).toBe("content_filter");
    },
  },
  {
    name: "without an output limit the vendor still gets what it needs",
    deviation: ({ client }) =>
      client.protocol === "anthropic-messages"
        ? {
            reason:
              "The messages dialect demands an output limit, so this client always sends one.",
          }
        : undefined,
    async run({ client, pair, target }) {
      const upstream = await target();
      await client.ask(upstream.model, say("hello"));
      const limit = sentBody(upstream)["max_tokens"];
      if (pair.upstream.protocol === "anthropic-messages") expect(limit).toBe(64_000);
      else expect(limit).toBeUndefined();
    },
  },
];

/** Where each vendor reads its instructions. */
function instructionsOf({ upstream }: Setting, body: Record<string, unknown>): string {
  switch (upstream.protocol) {
    case "openai-completions":
      return JSON.stringify((body["messages"] as readonly unknown[])[0]);
    case "openai-responses":
      return JSON.stringify(body["instructions"] ?? (body["input"] as readonly unknown[])[0]);
    case "anthropic-messages":
      return JSON.stringify(body["system"]);
    default:
      return JSON.stringify(body["systemInstruction"]);
  }
}
