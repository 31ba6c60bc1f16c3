/** Whole requests between wire and canonical form. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { CanonicalRequest, Extras, Message, Reasoning, Tool } from "../../canonical.ts";
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
import { NAME } from "./name.ts";
import { readMessages } from "./read-items.ts";
import {
  readOutputFormat,
  readTool,
  readToolChoice,
  writeOutputFormat,
  writeTool,
  writeToolChoice,
} from "./tools.ts";
import { refuseVendorState } from "./vendor-state.ts";
import { writeInput } from "./write-items.ts";

type Wire = Readonly<Record<string, unknown>>;

const REQUEST_FIELDS = new Set([
  "model",
  "input",
  "instructions",
  "stream",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "max_output_tokens",
  "temperature",
  "top_p",
  "text",
  "reasoning",
  "user",
  "metadata",
]);
const FORMAT = new Set(["format"]);
const EFFORT = new Set(["effort"]);

// ---- read ----------------------------------------------------------------------------------------------------------

/** Throws AppError for a request that leans on the vendor's memory: whoever reads it here is another vendor. */
export function readRequest(inbound: Inbound): CanonicalRequest {
  const { body } = inbound;
  refuseVendorState(body);
  const toolChoice = readToolChoice(body["tool_choice"]);
  const text = isRecord(body["text"]) ? body["text"] : {};
  const outputFormat = readOutputFormat(text["format"]);
  const reasoning = isRecord(body["reasoning"]) ? body["reasoning"] : {};
  const effort = textField("effort", reasoning["effort"]);
  return {
    model: inbound.model,
    messages: readMessages(body),
    stream: inbound.stream,
    ...(Array.isArray(body["tools"]) ? { tools: recordsOf(body["tools"]).map(readTool) } : {}),
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...flagField("parallelToolCalls", body["parallel_tool_calls"]),
    ...numberField("maxOutputTokens", inbound.maxOutputTokens),
    ...numberField("temperature", body["temperature"]),
    ...numberField("topP", body["top_p"]),
    ...(outputFormat === undefined ? {} : { outputFormat }),
    ...(effort.effort === undefined ? {} : { reasoning: effort }),
    // The newer name of the same thing stays in the extras too.
    ...textField("user", body["user"] ?? body["safety_identifier"]),
    ...recordField("metadata", body["metadata"]),
    ...readRest(body, text, reasoning, toolChoice === undefined),
  };
}

/** What has no place of its own, and what is left of the fields that have one. */
function readRest(
  body: Wire,
  text: Wire,
  reasoning: Wire,
  keepChoice: boolean,
): { extras?: Extras } {
  const rest = readExtras(body, REQUEST_FIELDS, NAME);
  const left: Wire = {
    ...leftOf("text", text, FORMAT),
    ...leftOf("reasoning", reasoning, EFFORT),
    ...(keepChoice ? recordField("tool_choice", body["tool_choice"]) : {}),
  };
  if (isEmpty(left)) return rest;
  return { extras: { [NAME]: { ...ownExtras(rest.extras, NAME), ...left } } };
}

function leftOf(field: string, record: Wire, known: ReadonlySet<string>): Wire {
  const { extras } = readExtras(record, known, NAME);
  return extras === undefined ? {} : { [field]: extras[NAME] };
}

// ---- write ---------------------------------------------------------------------------------------------------------

/** The least the vendor takes; a smaller wish is raised to it. */
const LEAST_OUTPUT_TOKENS = 16;

/** Throws AppError for a wish that changes what the answer means and that the wire cannot say. */
export function writeRequest(request: CanonicalRequest): string {
  refuseUnsayable(request);
  const { instructions, items } = writeInput(request.messages);
  const own = ownExtras(request.extras, NAME);
  const effort = effortOf(request.reasoning);
  const reasoning = { ...recordOf(own["reasoning"]), ...textField("effort", effort) };
  const text = {
    ...recordOf(own["text"]),
    ...(request.outputFormat === undefined
      ? {}
      : { format: writeOutputFormat(request.outputFormat) }),
  };
  const body: Wire = {
    model: request.model,
    ...textField("instructions", instructions),
    input: items,
    ...(request.stream ? { stream: true } : {}),
    // Nobody could ask for it again: the client speaks another dialect.
    store: false,
    ...(thinks(effort, request.messages) ? { include: ["reasoning.encrypted_content"] } : {}),
    ...writeTools(request),
    ...(request.maxOutputTokens === undefined
      ? {}
      : { max_output_tokens: Math.max(request.maxOutputTokens, LEAST_OUTPUT_TOKENS) }),
    ...numberField("temperature", request.temperature),
    ...numberField("top_p", request.topP),
    ...textField("user", request.user),
    ...recordField("metadata", request.metadata),
    ...own,
    ...(isEmpty(text) ? {} : { text }),
    ...(isEmpty(reasoning) ? {} : { reasoning }),
  };
  return JSON.stringify(body);
}

function recordOf(value: unknown): Wire {
  return isRecord(value) ? value : {};
}

function isEmpty(record: Wire): boolean {
  for (const _ in record) return false;
  return true;
}

function refuseUnsayable(request: CanonicalRequest): void {
  if (request.choices !== undefined && request.choices > 1) {
    throw unsayable("n", "must be 1: the vendor of this model gives one answer to a request");
  }
  if (request.stop !== undefined && request.stop.length > 0) {
    throw unsayable("stop", "is not possible: the vendor of this model has no stop sequences");
  }
}

function unsayable(param: string, why: string): AppError {
  return new AppError("invalid_request", `\`${param}\` ${why}.`, { param });
}

/** A choice, or a wish for one call at a time, without tools is refused. */
function writeTools(request: CanonicalRequest): Wire {
  const all: readonly Tool[] = request.tools ?? [];
  const tools = all.flatMap(writeTool);
  if (tools.length === 0) return {};
  return {
    tools,
    ...(request.toolChoice === undefined
      ? {}
      : { tool_choice: writeToolChoice(request.toolChoice, all) }),
    ...flagField("parallel_tool_calls", request.parallelToolCalls),
  };
}

// ---- reasoning -----------------------------------------------------------------------------------------------------

const LOW_BELOW = 4096;
const MEDIUM_BELOW = 16_384;

/** A budget in tokens becomes a word that every model with efforts knows. */
function effortOf(reasoning: Reasoning | undefined): string | undefined {
  const { effort, budgetTokens } = reasoning ?? {};
  if (effort !== undefined || budgetTokens === undefined) return effort;
  if (budgetTokens === 0) return "none";
  return budgetTokens < LOW_BELOW ? "low" : budgetTokens < MEDIUM_BELOW ? "medium" : "high";
}

/** Models that do not think refuse to be asked for the proof of their thoughts. */
function thinks(effort: string | undefined, messages: readonly Message[]): boolean {
  if (effort !== undefined) return effort !== "none";
  return messages.some((message) =>
    message.parts.some(
      (part) => part.type === "reasoning" && (part.signature ?? part.redacted) !== undefined,
    ),
  );
}
