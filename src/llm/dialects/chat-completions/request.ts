/** Whole requests between wire and canonical form. */

import type { CanonicalRequest } from "../../canonical.ts";
import type { Inbound } from "../../dialect.ts";
import {
  flagField,
  numberField,
  ownExtras,
  readExtras,
  recordField,
  recordsOf,
  textField,
} from "../../extras.ts";
import { readMessages, writeMessages } from "./messages.ts";
import { NAME } from "./name.ts";
import {
  readOutputFormat,
  readTool,
  readToolChoice,
  writeOutputFormat,
  writeTool,
  writeToolChoice,
} from "./tools.ts";

type Wire = Readonly<Record<string, unknown>>;

const REQUEST_FIELDS = new Set([
  "model",
  "messages",
  "stream",
  "stream_options",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "max_tokens",
  "max_completion_tokens",
  "temperature",
  "top_p",
  "top_k",
  "presence_penalty",
  "frequency_penalty",
  "seed",
  "stop",
  "n",
  "response_format",
  "reasoning_effort",
  "user",
  "metadata",
]);

// ---- read ----------------------------------------------------------------------------------------------------------

export function readRequest(inbound: Inbound): CanonicalRequest {
  const { body } = inbound;
  const toolChoice = readToolChoice(body["tool_choice"]);
  const outputFormat = readOutputFormat(body["response_format"]);
  const effort = textField("effort", body["reasoning_effort"]);
  return {
    model: inbound.model,
    messages: readMessages(body["messages"]),
    stream: inbound.stream,
    ...(Array.isArray(body["tools"]) ? { tools: recordsOf(body["tools"]).map(readTool) } : {}),
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...flagField("parallelToolCalls", body["parallel_tool_calls"]),
    ...numberField("maxOutputTokens", inbound.maxOutputTokens),
    ...numberField("temperature", body["temperature"]),
    ...numberField("topP", body["top_p"]),
    ...numberField("topK", body["top_k"]),
    ...numberField("presencePenalty", body["presence_penalty"]),
    ...numberField("frequencyPenalty", body["frequency_penalty"]),
    ...numberField("seed", body["seed"]),
    ...readStop(body["stop"]),
    ...numberField("choices", body["n"]),
    ...(outputFormat === undefined ? {} : { outputFormat }),
    ...(effort.effort === undefined ? {} : { reasoning: effort }),
    ...textField("user", body["user"]),
    ...recordField("metadata", body["metadata"]),
    ...readExtras(body, REQUEST_FIELDS, NAME),
  };
}

function readStop(stop: unknown): { stop?: readonly string[] } {
  if (typeof stop === "string") return { stop: [stop] };
  if (!Array.isArray(stop)) return {};
  return { stop: (stop as unknown[]).filter((item) => typeof item === "string") };
}

// ---- write ---------------------------------------------------------------------------------------------------------

/** `top_k` is not of this dialect: the quirk `takes_top_k` brings it where a vendor knows it. */
export function writeRequest(request: CanonicalRequest): string {
  const body: Wire = {
    model: request.model,
    messages: writeMessages(request.messages),
    ...(request.stream ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...(request.tools === undefined ? {} : { tools: request.tools.flatMap(writeTool) }),
    ...(request.toolChoice === undefined
      ? {}
      : { tool_choice: writeToolChoice(request.toolChoice) }),
    ...flagField("parallel_tool_calls", request.parallelToolCalls),
    // The older name: every vendor of this dialect but one knows it.
    ...numberField("max_tokens", request.maxOutputTokens),
    ...numberField("temperature", request.temperature),
    ...numberField("top_p", request.topP),
    ...numberField("presence_penalty", request.presencePenalty),
    ...numberField("frequency_penalty", request.frequencyPenalty),
    ...numberField("seed", request.seed),
    ...(request.stop === undefined ? {} : { stop: request.stop }),
    ...numberField("n", request.choices),
    ...(request.outputFormat === undefined
      ? {}
      : { response_format: writeOutputFormat(request.outputFormat) }),
    ...textField("reasoning_effort", request.reasoning?.effort),
    ...textField("user", request.user),
    ...recordField("metadata", request.metadata),
    ...ownExtras(request.extras, NAME),
  };
  return JSON.stringify(body);
}
