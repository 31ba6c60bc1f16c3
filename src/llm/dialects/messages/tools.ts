/** Tools and tool choice between wire and canonical form. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { CanonicalRequest, FunctionTool, Message, Tool, ToolChoice } from "../../canonical.ts";
import { flagField, recordField, textField } from "../../extras.ts";
import { NAME } from "./name.ts";
import { strictSchema } from "./schema.ts";

type Wire = Readonly<Record<string, unknown>>;

// ---- read ----------------------------------------------------------------------------------------------------------

export function readTool(tool: Wire): Tool {
  const isOwn = tool["type"] === undefined || tool["type"] === null || tool["type"] === "custom";
  if (!isOwn || typeof tool["name"] !== "string") {
    return { type: "opaque", dialect: NAME, value: tool };
  }
  return {
    type: "function",
    name: tool["name"],
    ...textField("description", tool["description"]),
    ...recordField("parameters", tool["input_schema"]),
    ...flagField("strict", tool["strict"]),
    ...recordField("cacheControl", tool["cache_control"]),
  };
}

const CHOICES: Readonly<Record<string, ToolChoice>> = {
  auto: { type: "auto" },
  any: { type: "required" },
  none: { type: "none" },
};

export function readToolChoice(choice: unknown): {
  toolChoice?: ToolChoice;
  parallelToolCalls?: boolean;
} {
  if (!isRecord(choice)) return {};
  const { type, name, disable_parallel_tool_use: single } = choice;
  const toolChoice: ToolChoice | undefined =
    type === "tool" && typeof name === "string"
      ? { type: "tool", name }
      : Object.hasOwn(CHOICES, String(type))
        ? CHOICES[String(type)]
        : undefined;
  return {
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(typeof single === "boolean" ? { parallelToolCalls: !single } : {}),
  };
}

// ---- write ---------------------------------------------------------------------------------------------------------

/** The two fields, and whether the model is made to call. */
export interface WrittenTools {
  readonly fields: Wire;
  readonly isForced: boolean;
}

export function writeTools(request: CanonicalRequest): WrittenTools {
  const choice = request.toolChoice;
  const offered = offeredTools(request.tools ?? [], choice);
  if (offered.length === 0) return { fields: writeUsedTools(request.messages), isForced: false };
  const tools = offered.flatMap(writeTool);
  if (tools.length === 0) return { fields: {}, isForced: false };
  const written = writeToolChoice(choice, request.parallelToolCalls);
  return {
    fields: { tools, ...(written === undefined ? {} : { tool_choice: written }) },
    isForced: written?.["type"] === "any" || written?.["type"] === "tool",
  };
}

/** The wire cannot allow some of the tools only, so the others are not offered. */
function offeredTools(tools: readonly Tool[], choice: ToolChoice | undefined): readonly Tool[] {
  if (choice?.type !== "allowed") return tools;
  return tools.filter((tool) => tool.type !== "opaque" && choice.names.includes(tool.name));
}

/** Calls in the history without a tool on offer: some vendors want to know the tools all the same. */
function writeUsedTools(messages: readonly Message[]): Wire {
  const names = new Set(
    messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === "tool-call" ? [part.name] : [])),
    ),
  );
  if (names.size === 0) return {};
  return {
    tools: [...names].flatMap((name) => writeTool({ type: "function", name })),
    tool_choice: { type: "none" },
  };
}

function writeTool(tool: Tool): Wire[] {
  if (tool.type === "opaque")
    return tool.dialect === NAME && isRecord(tool.value) ? [tool.value] : [];
  if (tool.type === "custom") {
    throw new AppError(
      "invalid_request",
      `The tool \`${tool.name}\` takes free text, which this model's vendor does not know; describe its input with a JSON schema.`,
      { param: "tools" },
    );
  }
  return [
    {
      name: tool.name,
      ...textField("description", tool.description),
      input_schema: writeSchema(tool),
      ...(tool.strict === true ? { strict: true } : {}),
      ...recordField("cache_control", tool.cacheControl),
    },
  ];
}

function writeSchema(tool: FunctionTool): Wire {
  const schema = { type: "object", ...(tool.parameters ?? { properties: {} }) };
  return tool.strict === true ? strictSchema(schema) : schema;
}

function writeToolChoice(
  choice: ToolChoice | undefined,
  parallel: boolean | undefined,
): Wire | undefined {
  const written = writeChoice(choice);
  if (parallel !== false || written?.["type"] === "none") return written;
  // The wish for one call at a time has no place but in the choice.
  return { ...(written ?? { type: "auto" }), disable_parallel_tool_use: true };
}

function writeChoice(choice: ToolChoice | undefined): Wire | undefined {
  switch (choice?.type) {
    case undefined:
      return undefined;
    case "required":
      return { type: "any" };
    case "tool":
      return { type: "tool", name: choice.name };
    case "allowed":
      return { type: choice.mode === "required" ? "any" : "auto" };
    case "auto":
    case "none":
      return { type: choice.type };
  }
}
