/** Whole requests between wire and canonical form. The model and the wish to stream stand in the path. */

import { isRecord } from "../../../base/json.ts";
import type { CanonicalRequest, Tool } from "../../canonical.ts";
import { ownExtras, readExtras } from "../../extras.ts";
import type { Inbound } from "../../inbound.ts";
import { readConfig, readConfigExtras, writeConfig } from "./generation-config.ts";
import { NAME } from "./name.ts";
import { rawMember } from "./raw-json.ts";
import { readMessages } from "./read-contents.ts";
import { readTools, readToolChoice, writeTools, writeToolChoice } from "./tools.ts";
import { field, present, recordOf, snakeOf, type Wire } from "./wire.ts";
import { writeContents } from "./write-contents.ts";

const REQUEST_FIELDS = new Set(
  [
    "model",
    "contents",
    "systemInstruction",
    "generationConfig",
    "tools",
    "toolConfig",
    "generateContentRequest",
  ].flatMap((name) => [name, snakeOf(name)]),
);

// ---- read ----------------------------------------------------------------------------------------------------------

/** Also reads the request inside a count of tokens. */
export function readRequest(inbound: Inbound): CanonicalRequest {
  const inner = field(inbound.body, "generateContentRequest");
  const body = isRecord(inner) ? inner : inbound.body;
  const text = (): string =>
    (isRecord(inner) ? rawMember(inbound.text, "generateContentRequest") : undefined) ??
    inbound.text;
  const config = recordOf(body, "generationConfig");
  const tools = field(body, "tools");
  return {
    model: inbound.model,
    messages: readMessages(body, text),
    stream: inbound.stream,
    ...(tools === undefined ? {} : { tools: readTools(tools) }),
    ...present("toolChoice", readToolChoice(field(body, "toolConfig"))),
    ...readConfig(config),
    ...readRest(body, config),
  };
}

function readRest(body: Wire, config: Wire): Pick<CanonicalRequest, "extras"> {
  const { extras } = readExtras(body, REQUEST_FIELDS, NAME);
  const toolConfig = Object.entries(recordOf(body, "toolConfig")).filter(
    ([key]) => key !== "functionCallingConfig" && key !== "function_calling_config",
  );
  const rest = {
    ...extras?.[NAME],
    ...present("generationConfig", readConfigExtras(config)),
    ...(toolConfig.length === 0 ? {} : { toolConfig: Object.fromEntries(toolConfig) }),
  };
  return Object.keys(rest).length === 0 ? {} : { extras: { [NAME]: rest } };
}

// ---- write ---------------------------------------------------------------------------------------------------------

export interface WriteOptions {
  /** The target takes only the narrow schema dialect (quirk `gemini_plain_schema`). */
  readonly plainSchema?: boolean;
}

export function writeRequest(request: CanonicalRequest, options: WriteOptions = {}): string {
  const plainSchema = options.plainSchema === true;
  const { generationConfig, toolConfig, ...extras } = ownExtras(request.extras, NAME);
  const { system, contents } = writeContents(request.messages, request.model);
  const config = {
    ...writeConfig(request, plainSchema),
    ...(isRecord(generationConfig) ? generationConfig : {}),
  };
  const calling = {
    ...writeCalling(request),
    ...(isRecord(toolConfig) ? toolConfig : {}),
  };
  const rest = JSON.stringify({
    ...present("tools", request.tools && writeTools(request.tools, plainSchema)),
    ...(Object.keys(calling).length === 0 ? {} : { toolConfig: calling }),
    ...(Object.keys(config).length === 0 ? {} : { generationConfig: config }),
    ...extras,
  });
  const instruction =
    system.length === 0 ? "" : `"systemInstruction":{"parts":[${system.join(",")}]},`;
  // Calls hold raw text, so the turns are put in by hand.
  const head = `{${instruction}"contents":${contents}`;
  return rest === "{}" ? `${head}}` : `${head},${rest.slice(1)}`;
}

/** The vendor refuses a choice among functions when there are none. */
function writeCalling({ tools = [], toolChoice }: CanonicalRequest): Wire {
  if (toolChoice === undefined || !tools.some(isCallable)) return {};
  return { functionCallingConfig: writeToolChoice(toolChoice, tools) };
}

function isCallable(tool: Tool): boolean {
  return tool.type !== "opaque";
}
