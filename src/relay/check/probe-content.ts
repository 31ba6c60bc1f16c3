/** What goes into a request of any dialect beside plain words. */

import { isRecord } from "../../base/json.ts";
import { SMALL } from "./find.ts";
import { no, type Probe, quote, yes } from "./finding.ts";
import { Refused, say } from "./subject.ts";

/** 32 by 32 points of red: smaller ones are refused by some. */
const RED =
  "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAKElEQVR42u3NQQkAAAgAseuf0TCm8CEM9l9TpxIIBAKBQCAQCARfggW09XAu+IMdsgAAAABJRU5ErkJggg==";

const vision: Probe = {
  name: "vision",
  async run({ subject }) {
    const picture = {
      type: "image",
      source: { kind: "data", data: RED, mediaType: "image/png" },
    } as const;
    try {
      const { said } = await subject.ask({
        messages: [say("user", "Which colour is this picture? One word.", picture)],
        maxOutputTokens: SMALL,
      });
      return /\bred\b/i.test(said)
        ? [yes("vision", "sees")]
        : [yes("vision", "sees_otherwise", { said: quote(said) })];
    } catch (thrown) {
      const isBlind =
        thrown instanceof Refused &&
        /image|vision|multi.?modal|picture|content|expected a string/i.test(thrown.failure.message);
      if (isBlind) subject.learn({ no_vision: true });
      throw thrown;
    }
  },
};

const structured: Probe = {
  name: "structured output",
  async run({ subject }) {
    const name = "structured output";
    const { said } = await subject.ask({
      messages: [say("user", "Which city is the capital of France?")],
      outputFormat: {
        type: "json-schema",
        name: "capital",
        schema: {
          type: "object",
          properties: { city: { type: "string" } },
          required: ["city"],
          additionalProperties: false,
        },
        strict: true,
      },
      maxOutputTokens: 256,
    });
    return [
      fits(said) ? yes(name, "keeps_schema") : no(name, "breaks_schema", { said: quote(said) }),
    ];
  },
};

function fits(said: string): boolean {
  try {
    const value: unknown = JSON.parse(said);
    return isRecord(value) && typeof value["city"] === "string";
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

const options: Probe = {
  name: "usual options",
  async run({ subject }) {
    const before = subject.quirks.rejected_fields ?? [];
    await subject.ask({
      messages: [say("user", "Say OK.")],
      maxOutputTokens: SMALL,
      temperature: 0.5,
      frequencyPenalty: 0.1,
      seed: 1,
      user: "parley-check",
    });
    const refused = (subject.quirks.rejected_fields ?? []).filter((path) => !before.includes(path));
    return [
      refused.length === 0
        ? yes("usual options", "options_taken")
        : yes("usual options", "options_refused", { fields: refused.join(", ") }),
    ];
  },
};

const prefill: Probe = {
  name: "begun answer",
  async run({ subject }) {
    const { said } = await subject.ask({
      messages: [
        say("user", "Which city is the capital of France?"),
        say("assistant", "The capital of France is"),
      ],
      maxOutputTokens: SMALL,
    });
    return [yes("begun answer", "goes_on", { said: quote(said) })];
  },
};

export const contentProbes: readonly Probe[] = [vision, structured, options, prefill];
