/**
 * Request text in, checked request out. Strict where Parley's own rules and bills depend on a field, silent about
 * everything else: new fields appear monthly and must reach the vendor as they are.
 */

import type { Inbound, Operation } from "../../dialect.ts";
import { describeValue, Problems } from "../../problems.ts";
import {
  type Body,
  checkDuplicates,
  checkInteger,
  isAbsent,
  parseBody,
  singleFields,
} from "../../request-body.ts";
import { asksOf, readService } from "../../special-usage.ts";
import { checkMessages } from "./validate-messages.ts";
import {
  checkResponseFormat,
  checkSampling,
  checkStream,
  checkToolChoice,
  checkTools,
} from "./validate-options.ts";

export function parseRequest(operation: Operation, text: string): Inbound {
  const body = parseBody(text);
  const problems = new Problems();
  checkDuplicates(text, body, SINGLE_FIELDS, problems);
  const model = body["model"];
  if (typeof model !== "string" || model === "") {
    problems.add("model", `must name a model, found ${describeValue(model)}`);
  }
  const facts =
    operation === "chat"
      ? checkChat(body, problems)
      : operation === "completions"
        ? checkCompletions(body, problems)
        : checkEmbeddings(body, problems);
  problems.throwIfAny();
  return { operation, model: model as string, ...facts, text, body };
}

type Facts = Pick<Inbound, "stream" | "wantsUsage" | "maxOutputTokens" | "choices" | "asks">;

/** What is dearer than usual. */
function readAsks(body: Body): Pick<Inbound, "asks"> {
  const { service_tier: tier, modalities } = body;
  if (tier === undefined && modalities === undefined) return {};
  const audio = Array.isArray(modalities) && modalities.includes("audio") ? true : undefined;
  return asksOf({ service: readService(tier), audio });
}

const SINGLE_FIELDS = singleFields(
  "model",
  "stream",
  "stream_options",
  "max_tokens",
  "max_completion_tokens",
  "n",
);

// ---- operations ----------------------------------------------------------------------------------------------------

const MAX_CHOICES = 128;
const MAX_BEST_OF = 20;

function checkChat(body: Body, problems: Problems): Facts {
  checkMessages(body["messages"], problems);
  checkTools(body["tools"], problems);
  checkToolChoice(body["tool_choice"], problems);
  checkResponseFormat(body["response_format"], problems);
  const old = checkInteger(body, "max_tokens", 1, Number.MAX_SAFE_INTEGER, problems);
  const now = checkInteger(body, "max_completion_tokens", 1, Number.MAX_SAFE_INTEGER, problems);
  return {
    ...checkStream(body, problems),
    // Vendors differ on which of the two counts; the larger is the one that cannot be exceeded.
    maxOutputTokens: old === undefined ? now : now === undefined ? old : Math.max(old, now),
    choices: checkChoices(body, problems),
    ...readAsks(body),
  };
}

function checkCompletions(body: Body, problems: Problems): Facts {
  const prompt = body["prompt"];
  if (typeof prompt !== "string" && !(Array.isArray(prompt) && prompt.length > 0)) {
    problems.add("prompt", `must be a text or a non-empty array, found ${describeValue(prompt)}`);
  }
  // An array of texts or of token arrays is several prompts; an array of numbers is one.
  const prompts = Array.isArray(prompt) && typeof prompt[0] !== "number" ? prompt.length : 1;
  const choices = checkChoices(body, problems);
  return {
    ...checkStream(body, problems),
    maxOutputTokens: checkInteger(body, "max_tokens", 0, Number.MAX_SAFE_INTEGER, problems),
    // All of them are written and billed; the best are given.
    choices:
      prompts * Math.max(choices, checkInteger(body, "best_of", 0, MAX_BEST_OF, problems) ?? 1),
  };
}

function checkChoices(body: Body, problems: Problems): number {
  checkSampling(body, problems);
  return checkInteger(body, "n", 1, MAX_CHOICES, problems) ?? 1;
}

function checkEmbeddings(body: Body, problems: Problems): Facts {
  const input = body["input"];
  const isText = typeof input === "string" && input !== "";
  if (!isText && !(Array.isArray(input) && input.length > 0 && input.every(isEmbeddable))) {
    const found =
      input === ""
        ? "an empty text"
        : Array.isArray(input)
          ? describeInputs(input)
          : describeValue(input);
    problems.add(
      "input",
      `must be a non-empty text, an array of texts, or an array of token numbers, found ${found}`,
    );
  }
  if (!isAbsent(body["stream"]) && body["stream"] !== false) {
    problems.add("stream", "is not possible for embeddings; leave it out");
  }
  return { stream: false, wantsUsage: false, maxOutputTokens: 0, choices: 1 };
}

function isEmbeddable(item: unknown): boolean {
  if (typeof item === "string") return item !== "";
  if (typeof item === "number") return Number.isInteger(item);
  return Array.isArray(item) && item.length > 0 && item.every((token) => Number.isInteger(token));
}

function describeInputs(inputs: readonly unknown[]): string {
  if (inputs.length === 0) return "an empty array";
  const bad = inputs.findIndex((item) => !isEmbeddable(item));
  return `${inputs[bad] === "" ? "an empty text" : describeValue(inputs[bad])} at index ${bad}`;
}
