/** Numbers of a client's request, in every dialect: what no vendor of it takes is refused before one is called. */

import { describe, expect, test } from "bun:test";
import { AppError } from "../../base/errors.ts";
import type { Dialect, Operation } from "../dialect.ts";
import { chatCompletions } from "./chat-completions/index.ts";
import { generateContent } from "./generate-content/index.ts";
import { messages } from "./messages/index.ts";
import { responses } from "./responses/index.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Side {
  readonly dialect: Dialect;
  readonly operation: Operation;
  readonly ask: (fields: Fields) => object;
  /** Field to values that pass, and values that do not. */
  readonly ranges: Readonly<
    Record<string, readonly [good: readonly unknown[], bad: readonly unknown[]]>
  >;
}

const turn = [{ role: "user", content: "hi" }];
const penalty = [
  [-2, 0, 1.5, 2],
  [-2.1, 2.1, "1"],
] as const;
const share = [
  [0, 0.5, 1],
  [-0.1, 1.1, "1", true],
] as const;
const sampling = {
  temperature: [
    [0, 1, 2],
    [-0.1, 2.1, 99, 1e300, "1"],
  ],
  top_p: share,
  presence_penalty: penalty,
  frequency_penalty: penalty,
  seed: [
    [0, -5, 2 ** 40, Number.MIN_SAFE_INTEGER],
    [1.5, "7"],
  ],
  n: [
    [1, 128],
    [0, 129, 1.5],
  ],
} as const;

const SIDES: Readonly<Record<string, Side>> = {
  "chat completions": {
    dialect: chatCompletions,
    operation: "chat",
    ask: (fields) => ({ model: "m", messages: turn, ...fields }),
    // Servers of this dialect give more alternatives than its maker's 20.
    ranges: {
      ...sampling,
      top_logprobs: [
        [0, 20, 100],
        [-5, 1.5, "1"],
      ],
    },
  },
  completions: {
    dialect: chatCompletions,
    operation: "completions",
    ask: (fields) => ({ model: "m", prompt: "hi", ...fields }),
    ranges: {
      ...sampling,
      best_of: [
        [1, 20],
        [-1, 21, 1.5],
      ],
    },
  },
  responses: {
    dialect: responses,
    operation: "chat",
    ask: (fields) => ({ model: "m", input: "hi", ...fields }),
    ranges: {
      temperature: sampling.temperature,
      top_p: share,
      top_logprobs: [
        [0, 20, 100],
        [-5, 1.5, "1"],
      ],
      max_output_tokens: [
        [1, 16],
        [0, -1, 1.5],
      ],
      max_tool_calls: [
        [1, 5],
        [-1, 1.5, "1"],
      ],
    },
  },
  messages: {
    dialect: messages,
    operation: "chat",
    ask: (fields) => ({ model: "m", max_tokens: 5, messages: turn, ...fields }),
    ranges: {
      temperature: [
        [0, 0.5, 1],
        [-0.1, 1.1, 99, "1"],
      ],
      top_p: share,
      top_k: [
        [0, 1, 500],
        [-1, 1.5, "1"],
      ],
      max_tokens: [
        [0, 1, 1_000_000],
        [-1, 1.5, "1"],
      ],
    },
  },
  "generate content": {
    dialect: generateContent,
    operation: "chat",
    ask: (generationConfig) => ({
      contents: [{ role: "user", parts: [{ text: "hi" }] }],
      generationConfig,
    }),
    ranges: {
      temperature: [
        [0, 1, 2],
        [-0.1, 2.1, 99, "hot"],
      ],
      topP: share,
      top_p: share,
      topK: [
        [0, 1, 40, 500],
        [-1, "many"],
      ],
      presencePenalty: penalty,
      frequencyPenalty: penalty,
      frequency_penalty: penalty,
      seed: [
        [0, -1, 2_147_483_647, "5"],
        [1.5, "five"],
      ],
      logprobs: [
        [0, 5, 20],
        [-1, 1.5],
      ],
      candidateCount: [
        [1, 8],
        [0, 9, 1.5],
      ],
      maxOutputTokens: [
        [1, 65_536, "12"],
        [0, -1, 1.5],
      ],
    },
  },
};

describe.each(Object.entries(SIDES))("%s", (_name, { dialect, operation, ask, ranges }) => {
  const paramOf = (fields: Fields): string | undefined => {
    try {
      dialect.parseRequest(operation, JSON.stringify(ask(fields)), { model: "m", stream: false });
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.detail.param ?? "";
    }
  };

  test.each(Object.entries(ranges))("%s", (field, [good, bad]) => {
    const absent = field === "max_tokens" ? [] : [null];
    for (const value of [...good, ...absent])
      expect([value, paramOf({ [field]: value })]).toEqual([value, undefined]);
    for (const value of bad) {
      const camel = field.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      const shown = dialect === generateContent ? `generationConfig.${camel}` : field;
      expect([value, paramOf({ [field]: value })]).toEqual([value, shown]);
    }
  });
});

test("max_tokens of messages may not be null: it is required", () => {
  const body = { model: "m", max_tokens: null, messages: turn };
  expect(() => messages.parseRequest("chat", JSON.stringify(body))).toThrow("required");
});

test("best_of answers are written and billed, so that many are held", () => {
  const body = { model: "m", prompt: ["a", "b"], n: 2, best_of: 5 };
  const { choices } = chatCompletions.parseRequest("completions", JSON.stringify(body));
  expect(choices).toBe(10);
});
