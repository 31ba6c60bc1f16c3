/** Turns what zod found wrong with an input into one error that names every problem and its place. */

import type { z } from "@hono/zod-openapi";
import { AppError, type Problem } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import { quoted, sentence, type Sentence } from "../../base/sentence.ts";
import { findProblem } from "../../contract/problem.ts";

type Issue = z.core.$ZodIssue;

/** Where in the request the input stood. */
export type Place = "json" | "query" | "param" | "header" | "cookie" | "form";

export function makeInputError(place: Place, issues: readonly Issue[]): AppError {
  const problems = issues.flatMap(readIssue);
  const where = place === "query" ? "query" : "request";
  const sentences = problems.map(({ path, message }) =>
    path === "" ? message : `${path} ${message}`,
  );
  const message =
    problems.length === 1
      ? `The ${where} has a problem: ${sentences[0]}.`
      : `The ${where} has ${problems.length} problems: ${sentences.join("; ")}.`;
  return new AppError("invalid_request", message, { param: problems[0]?.path || "body", problems });
}

function readIssue(issue: Issue): Problem[] {
  const path = writePath(issue.path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: writePath([...issue.path, key]),
      ...sentence("unknown_field"),
    }));
  }
  if (issue.code === "invalid_key" && issue.issues[0]) {
    return [{ path, ...describe(issue.issues[0]) }];
  }
  return [{ path, ...describe(issue) }];
}

function describe(issue: Issue): Sentence {
  if (issue.code === "custom" && isSentence(issue.params?.["said"])) return issue.params["said"];
  const known = findProblem(issue.message);
  if (known) return known;
  switch (issue.code) {
    case "invalid_type":
      // zod tells a missing field only by its words.
      if (issue.message.endsWith("received undefined")) return sentence("missing");
      return issue.expected in TYPES
        ? sentence(TYPES[issue.expected as keyof typeof TYPES])
        : sentence("wrong_type", { type: issue.expected });
    case "invalid_value":
      return sentence("must_be_one_of", { choices: issue.values.join(", ") });
    case "too_small":
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case "too_big":
      return tooBig(issue.origin, Number(issue.maximum));
    default:
      return quoted(issue.message);
  }
}

const TYPES = {
  string: "must_be_text",
  number: "must_be_number",
  int: "must_be_whole",
  boolean: "must_be_boolean",
  array: "must_be_list",
  object: "must_be_object",
  record: "must_be_object",
} as const;

function tooSmall(origin: string, minimum: number, isInclusive: boolean): Sentence {
  if (origin === "string")
    return minimum === 1 ? sentence("empty") : sentence("too_short", { minimum });
  if (origin === "array")
    return minimum === 1 ? sentence("empty_list") : sentence("too_few", { minimum });
  return minimum === 0 && !isInclusive
    ? sentence("must_be_positive")
    : sentence("too_small", { minimum });
}

function tooBig(origin: string, maximum: number): Sentence {
  if (origin === "string") return sentence("too_long", { maximum });
  return sentence(origin === "array" ? "too_many" : "too_big", { maximum });
}

function isSentence(value: unknown): value is Sentence {
  return isRecord(value) && "sentence" in value;
}

/** `["models", 2, "price_in"]` -> `models[2].price_in` */
function writePath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? String(part) : `${text}.${String(part)}`;
  }, "");
}
