/** Whole answers between wire and canonical form. */

import { AppError } from "../../../base/errors.ts";
import type { CanonicalResponse } from "../../canonical.ts";
import { ownExtras, readExtras, recordsOf } from "../../extras.ts";
import { writeAnswer } from "./answer.ts";
import { readFinish, writeFinish } from "./finish.ts";
import { NAME } from "./name.ts";
import { writeOutput } from "./output-items.ts";
import { readOutputItem } from "./read-items.ts";
import { parseAnswer } from "./sniff-response.ts";
import { readUsage } from "./usage.ts";

/** The rest of an answer only repeats the request. */
const RESPONSE_FIELDS = new Set([
  ...Object.keys(writeAnswer({ id: "", model: "", created: 0, status: "in_progress", output: [] })),
  "completed_at",
  "max_tool_calls",
  "output_text",
  "user",
]);

// ---- read ----------------------------------------------------------------------------------------------------------

export function readResponse(text: string): CanonicalResponse {
  const answer = parseAnswer(text);
  const status = answer["status"] ?? undefined;
  if (status !== undefined && status !== "completed" && status !== "incomplete") {
    throw new AppError(
      "upstream_error",
      `The vendor's answer is not finished: it is ${JSON.stringify(status)}.`,
    );
  }
  const parts = recordsOf(answer["output"]).flatMap(readOutputItem);
  const hasCalls = parts.some((part) => part.type === "tool-call");
  const usage = readUsage(answer["usage"], answer["service_tier"]);
  return {
    id: typeof answer["id"] === "string" ? answer["id"] : "",
    model: typeof answer["model"] === "string" ? answer["model"] : "",
    created: readTime(answer["created_at"]),
    choices: [{ parts, finish: readFinish(answer, hasCalls) }],
    ...(usage === undefined ? {} : { usage }),
    ...readExtras(answer, RESPONSE_FIELDS, NAME),
  };
}

/** Some vendors give fractions of a second. */
export function readTime(value: unknown): number {
  return typeof value === "number" ? Math.floor(value) : 0;
}

// ---- write ---------------------------------------------------------------------------------------------------------

/** The wire has one answer; more than one were never asked for. */
export function writeResponse(response: CanonicalResponse): string {
  const [choice] = response.choices;
  const { status, reason } = writeFinish(choice?.finish ?? "stop");
  const answer = writeAnswer({
    id: response.id,
    model: response.model,
    created: response.created,
    status,
    output: writeOutput(
      choice?.parts ?? [],
      response.id,
      status === "incomplete" ? "incomplete" : "completed",
    ),
    ...(reason === undefined ? {} : { reason }),
    usage: response.usage,
  });
  return JSON.stringify({ ...answer, ...ownExtras(response.extras, NAME) });
}
