/** Whole answers between wire and canonical form. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { CanonicalResponse, Choice, Part } from "../../canonical.ts";
import { ownExtras, readExtras } from "../../extras.ts";
import { readContent } from "./blocks.ts";
import { readFinish, readRefusal, writeFinish } from "./finish.ts";
import { writeId } from "./ids.ts";
import { NAME } from "./name.ts";
import { rawAnswerInputs } from "./raw-input.ts";
import { notAnAnswer, parseAnswer } from "./sniff-response.ts";
import { NO_USAGE, readUsage, writeUsage } from "./usage.ts";
import { findInput, writeReasoning, writeToolUse } from "./write-blocks.ts";

type Wire = Readonly<Record<string, unknown>>;

const RESPONSE_FIELDS = new Set([
  "id",
  "type",
  "role",
  "model",
  "content",
  "stop_reason",
  "stop_sequence",
  "usage",
]);

// ---- read ----------------------------------------------------------------------------------------------------------

export function readResponse(text: string, now: number = Date.now()): CanonicalResponse {
  const answer = parseAnswer(text);
  if (!Array.isArray(answer["content"])) throw notAnAnswer("it has no `content`");
  const usage = readUsage(answer["usage"]);
  return {
    id: typeof answer["id"] === "string" ? answer["id"] : "",
    model: typeof answer["model"] === "string" ? answer["model"] : "",
    // The wire does not say.
    created: Math.floor(now / 1000),
    choices: [readChoice(answer, text)],
    ...(usage === undefined ? {} : { usage }),
    ...readExtras(answer, RESPONSE_FIELDS, NAME),
  };
}

function readChoice(answer: Wire, text: string): Choice {
  const parts = readContent(answer["content"], rawAnswerInputs(text)).filter(
    (part) => part.type !== "text" || part.text !== "",
  );
  const reason = typeof answer["stop_reason"] === "string" ? answer["stop_reason"] : "end_turn";
  const hasCalls = parts.some((part) => part.type === "tool-call");
  const refusal = readRefusal(answer["stop_details"]);
  return {
    parts: refusal === undefined ? parts : [...parts, { type: "refusal", text: refusal }],
    finish: readFinish(reason, hasCalls),
  };
}

// ---- write ---------------------------------------------------------------------------------------------------------

/** The wire has room for one answer: the first. */
export function writeResponse(response: CanonicalResponse): string {
  const choice: Choice = response.choices[0] ?? { parts: [], finish: "stop" };
  const content = choice.parts.flatMap((part) => writeAnswerPart(part, choice));
  const rest = JSON.stringify({
    id: response.id,
    type: "message",
    role: "assistant",
    model: response.model,
    stop_reason: writeFinish(choice.finish),
    stop_sequence: null,
    usage: writeUsage(response.usage ?? NO_USAGE),
    ...ownExtras(response.extras, NAME),
  });
  return `${rest.slice(0, -1)},"content":[${content.join(",")}]}`;
}

function writeAnswerPart(part: Part, choice: Choice): string[] {
  switch (part.type) {
    case "text":
    case "refusal":
      return part.text === "" ? [] : [JSON.stringify({ type: "text", text: part.text })];
    case "reasoning":
      return [writeReasoning(part)];
    case "tool-call": {
      const input = findInput(part);
      if (input !== undefined) return [writeToolUse(part, writeId(part.id, part), input)];
      // Cut off in the middle of its arguments: there is no call yet.
      if (choice.finish === "length") return [];
      throw new AppError(
        "upstream_error",
        `The model called \`${part.name}\` with arguments that are not a JSON object.`,
      );
    }
    case "opaque":
      return part.dialect === NAME && isRecord(part.value) ? [JSON.stringify(part.value)] : [];
    // Answers of the models served here hold none.
    case "image":
    case "audio":
    case "file":
    case "tool-result":
      return [];
  }
}
