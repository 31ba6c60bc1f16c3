/** Turns what zod found wrong with an input into one error that names every problem and its place. */

import type { z } from "@hono/zod-openapi";
import { AppError, type Problem } from "../../base/errors.ts";

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
      message: "is not a known field",
    }));
  }
  if (issue.code === "invalid_key") {
    return [{ path, message: issue.issues[0]?.message ?? issue.message }];
  }
  if (issue.code === "invalid_type" && issue.message.startsWith("Invalid input")) {
    return [
      { path, message: isMissing(issue) ? "is missing" : `must be ${article(issue.expected)}` },
    ];
  }
  return [{ path, message: issue.message }];
}

/** zod tells a missing field only by its words. */
function isMissing(issue: Issue): boolean {
  return issue.message.endsWith("received undefined");
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** `["models", 2, "price_in"]` -> `models[2].price_in` */
function writePath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? String(part) : `${text}.${String(part)}`;
  }, "");
}
