/** Whole requests between wire and canonical form. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { CanonicalRequest, OutputFormat } from "../../canonical.ts";
import type { Inbound } from "../../dialect.ts";
import { numberField, ownExtras, readExtras, recordsOf, textField } from "../../extras.ts";
import { refusesSampling } from "./generation.ts";
import { DEFAULT_MAX_TOKENS, NAME } from "./name.ts";
import { readMessages } from "./read-messages.ts";
import { strictSchema } from "./schema.ts";
import { readReasoning, writeThinking } from "./thinking.ts";
import { readTool, readToolChoice, writeTools } from "./tools.ts";
import { type Block, writeText } from "./write-blocks.ts";
import { writeMessages } from "./write-messages.ts";

type Wire = Readonly<Record<string, unknown>>;

const REQUEST_FIELDS = new Set([
  "model",
  "messages",
  "system",
  "stream",
  "tools",
  "tool_choice",
  "max_tokens",
  "temperature",
  "top_p",
  "top_k",
  "stop_sequences",
  "thinking",
  "output_config",
  "metadata",
]);

// ---- read ----------------------------------------------------------------------------------------------------------

export function readRequest(inbound: Inbound): CanonicalRequest {
  const { body } = inbound;
  const reasoning = readReasoning(body);
  const outputFormat = readOutputFormat(body);
  const metadata = isRecord(body["metadata"]) ? body["metadata"] : {};
  return {
    model: inbound.model,
    messages: readMessages(body, inbound.text),
    stream: inbound.stream,
    ...(Array.isArray(body["tools"]) ? { tools: recordsOf(body["tools"]).map(readTool) } : {}),
    ...readToolChoice(body["tool_choice"]),
    ...numberField("maxOutputTokens", body["max_tokens"]),
    ...numberField("temperature", body["temperature"]),
    ...numberField("topP", body["top_p"]),
    ...numberField("topK", body["top_k"]),
    ...(Array.isArray(body["stop_sequences"])
      ? { stop: body["stop_sequences"].filter((item): item is string => typeof item === "string") }
      : {}),
    ...(outputFormat === undefined ? {} : { outputFormat }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...textField("user", metadata["user_id"]),
    ...readExtras(body, REQUEST_FIELDS, NAME),
  };
}

/** The wire has no name for a format; the dialects that have one require it. */
const FORMAT_NAME = "answer";

function readOutputFormat(body: Wire): OutputFormat | undefined {
  const config = isRecord(body["output_config"]) ? body["output_config"] : {};
  // The second is the name the field had before it was released.
  const format = config["format"] ?? body["output_format"];
  if (!isRecord(format) || format["type"] !== "json_schema" || !isRecord(format["schema"])) {
    return undefined;
  }
  return { type: "json-schema", name: FORMAT_NAME, schema: format["schema"] };
}

// ---- write ---------------------------------------------------------------------------------------------------------

const JSON_ORDER = "Answer with one valid JSON object and nothing else: no prose, no code fence.";
const MAX_TEMPERATURE = 1;
/** With thinking on, the vendor takes no lower `top_p`. */
const LEAST_THINKING_TOP_P = 0.95;

export function writeRequest(request: CanonicalRequest): string {
  if ((request.choices ?? 1) > 1) {
    throw new AppError("invalid_request", "This model's vendor gives one answer; leave `n` out.", {
      param: "n",
    });
  }
  const maxTokens = request.maxOutputTokens ?? DEFAULT_MAX_TOKENS;
  const { system, messages, isPrefill, lacksThoughts } = writeMessages(request.messages);
  const tools = writeTools(request);
  const { isForced } = tools;
  const limits = { model: request.model, maxTokens, isForced, isPrefill, lacksThoughts };
  const thinking = writeThinking(request.reasoning, limits);
  const rest = JSON.stringify({
    model: request.model,
    max_tokens: maxTokens,
    ...(request.stream ? { stream: true } : {}),
    ...tools.fields,
    ...thinking.fields,
    ...writeOutputConfig(request.outputFormat, thinking.effort),
    ...writeSampling(request, thinking.isOn),
    ...writeStop(request.stop),
    ...(request.user === undefined || request.user === ""
      ? {}
      : { metadata: { user_id: request.user } }),
    ...ownExtras(request.extras, NAME),
  });
  const prompt = writeSystem(system, request.outputFormat);
  return `${rest.slice(0, -1)}${prompt},"messages":${messages}}`;
}

/** `,"system":…` or nothing. */
function writeSystem(system: readonly Block[], format: OutputFormat | undefined): string {
  // The wire can hold a model to a schema, not to JSON as such; there it must be told.
  const order = format?.type === "json" ? writeText(JSON_ORDER) : undefined;
  const blocks = order === undefined ? system : [...system, order];
  const [only] = blocks;
  if (only === undefined) return "";
  return blocks.length === 1 && only.text !== undefined
    ? `,"system":${JSON.stringify(only.text)}`
    : `,"system":[${blocks.map((block) => block.json).join(",")}]`;
}

function writeOutputConfig(format: OutputFormat | undefined, effort: string | undefined): Wire {
  const isHeld = format?.type === "json-schema";
  if (!isHeld && effort === undefined) return {};
  return {
    output_config: {
      ...textField("effort", effort),
      ...(isHeld ? { format: { type: "json_schema", schema: strictSchema(format.schema) } } : {}),
    },
  };
}

function writeSampling(request: CanonicalRequest, isThinking: boolean): Wire {
  const { temperature, topP, topK } = request;
  if (refusesSampling(request.model)) return {};
  if (isThinking) return topP !== undefined && topP >= LEAST_THINKING_TOP_P ? { top_p: topP } : {};
  return {
    ...(temperature === undefined ? {} : { temperature: Math.min(temperature, MAX_TEMPERATURE) }),
    ...numberField("top_p", topP),
    ...numberField("top_k", topK),
  };
}

/** The vendor refuses sequences of blanks. */
function writeStop(stop: readonly string[] | undefined): Wire {
  const sequences = stop?.filter((sequence) => sequence.trim() !== "") ?? [];
  return sequences.length === 0 ? {} : { stop_sequences: sequences };
}
