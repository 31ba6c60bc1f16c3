/** Whole answers between wire and canonical form. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { CanonicalResponse, Choice } from "../../canonical.ts";
import { ownExtras, readExtras, recordsOf } from "../../extras.ts";
import type { Usage } from "../../inbound.ts";
import { readFinish, writeFinish } from "./finish.ts";
import { readAssistantParts, writeAssistant } from "./messages.ts";
import { NAME } from "./name.ts";
import { parseAnswer } from "./sniff-response.ts";
import { readUsage } from "./usage.ts";

type Wire = Readonly<Record<string, unknown>>;

const RESPONSE_FIELDS = new Set(["id", "object", "created", "model", "choices", "usage"]);
const CHOICE_FIELDS = new Set(["index", "message", "finish_reason"]);

// ---- read ----------------------------------------------------------------------------------------------------------

export function readResponse(text: string): CanonicalResponse {
  const answer = parseAnswer(text);
  const choices = recordsOf(answer["choices"]).map(readChoice);
  if (choices.length === 0)
    throw new AppError("upstream_error", "The vendor's answer has no `choices`.");
  const usage = readUsage(answer["usage"], answer["service_tier"]);
  return {
    id: typeof answer["id"] === "string" ? answer["id"] : "",
    model: typeof answer["model"] === "string" ? answer["model"] : "",
    created: typeof answer["created"] === "number" ? answer["created"] : 0,
    choices,
    ...(usage === undefined ? {} : { usage }),
    ...readExtras(answer, RESPONSE_FIELDS, NAME),
  };
}

function readChoice(choice: Wire): Choice {
  const message = isRecord(choice["message"]) ? choice["message"] : {};
  const parts = readAssistantParts(message, "call_function_0");
  const reason = choice["finish_reason"];
  if (reason === "error")
    throw new AppError("upstream_error", "The vendor ended the answer with an error.");
  return {
    parts,
    finish: readFinish(
      typeof reason === "string" ? reason : "stop",
      parts.some((part) => part.type === "tool-call"),
    ),
    ...readExtras(choice, CHOICE_FIELDS, NAME),
  };
}

// ---- write ---------------------------------------------------------------------------------------------------------

export function writeResponse(response: CanonicalResponse): string {
  return JSON.stringify({
    id: response.id,
    object: "chat.completion",
    created: response.created,
    model: response.model,
    choices: response.choices.map((choice, index) => ({
      index,
      message: { role: "assistant", refusal: null, ...writeAssistant(choice.parts, "client") },
      logprobs: null,
      finish_reason: writeFinish(choice.finish),
      ...ownExtras(choice.extras, NAME),
    })),
    ...(response.usage === undefined ? {} : { usage: writeUsage(response.usage) }),
    ...ownExtras(response.extras, NAME),
  });
}

export function writeUsage(usage: Usage): Wire {
  return {
    prompt_tokens: usage.prompt,
    completion_tokens: usage.completion,
    total_tokens: usage.prompt + usage.completion,
    prompt_tokens_details: {
      cached_tokens: usage.cached,
      ...(usage.cacheWrite === undefined ? {} : { cache_write_tokens: usage.cacheWrite }),
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  };
}
