/** Tools, tool choice and output format between wire and canonical form. */

import { isRecord } from "../../../base/json.ts";
import type { OutputFormat, Tool, ToolChoice } from "../../canonical.ts";
import { flagField, recordField, recordsOf, textField } from "../../extras.ts";
import { NAME } from "./name.ts";

type Wire = Readonly<Record<string, unknown>>;

// ---- read ----------------------------------------------------------------------------------------------------------

/** Tools that the vendor runs itself, or that only its own clients know how to run, are opaque. */
export function readTool(tool: Wire): Tool {
  const { name, type } = tool;
  if (typeof name === "string") {
    const head = { name, ...textField("description", tool["description"]) };
    if (type === "custom") return { type, ...head, ...recordField("format", tool["format"]) };
    if (type === "function") {
      return {
        type,
        ...head,
        ...recordField("parameters", tool["parameters"]),
        ...flagField("strict", tool["strict"]),
      };
    }
  }
  return { type: "opaque", dialect: NAME, value: tool };
}

/** Undefined when absent or about a tool that only the vendor has. */
export function readToolChoice(choice: unknown): ToolChoice | undefined {
  if (choice === "auto" || choice === "none" || choice === "required") return { type: choice };
  if (!isRecord(choice)) return undefined;
  const { type, name } = choice;
  if (type === "allowed_tools") {
    const names = recordsOf(choice["tools"]).flatMap((tool) =>
      typeof tool["name"] === "string" ? [tool["name"]] : [],
    );
    return { type: "allowed", mode: choice["mode"] === "required" ? "required" : "auto", names };
  }
  if (typeof name !== "string" || (type !== "function" && type !== "custom")) return undefined;
  return { type: "tool", name, ...(type === "custom" ? { custom: true } : {}) };
}

export function readOutputFormat(format: unknown): OutputFormat | undefined {
  if (!isRecord(format)) return undefined;
  if (format["type"] === "text") return { type: "text" };
  if (format["type"] === "json_object") return { type: "json" };
  if (format["type"] !== "json_schema") return undefined;
  return {
    type: "json-schema",
    name: typeof format["name"] === "string" ? format["name"] : "answer",
    schema: isRecord(format["schema"]) ? format["schema"] : {},
    ...textField("description", format["description"]),
    ...flagField("strict", format["strict"]),
  };
}

// ---- write ---------------------------------------------------------------------------------------------------------

const NO_PARAMETERS = { type: "object", properties: {} };

export function writeTool(tool: Tool): Wire[] {
  if (tool.type === "opaque")
    return tool.dialect === NAME && isRecord(tool.value) ? [tool.value] : [];
  const head = { name: tool.name, ...textField("description", tool.description) };
  if (tool.type === "custom") {
    return [{ type: "custom", ...head, ...recordField("format", tool.format) }];
  }
  const parameters = tool.parameters ?? NO_PARAMETERS;
  // Unsaid, this wire takes `strict` for true and refuses most schemas; every other one takes it for false.
  return [{ type: "function", ...head, parameters, strict: tool.strict ?? false }];
}

export function writeToolChoice(choice: ToolChoice, tools: readonly Tool[]): unknown {
  if (choice.type === "tool") {
    return { type: choice.custom ? "custom" : "function", name: choice.name };
  }
  if (choice.type !== "allowed") return choice.type;
  const isCustom = (name: string): boolean =>
    tools.some((tool) => tool.type === "custom" && tool.name === name);
  return {
    type: "allowed_tools",
    mode: choice.mode,
    tools: choice.names.map((name) => ({ type: isCustom(name) ? "custom" : "function", name })),
  };
}

export function writeOutputFormat(format: OutputFormat): Wire {
  if (format.type !== "json-schema")
    return { type: format.type === "json" ? "json_object" : "text" };
  return {
    type: "json_schema",
    name: format.name,
    ...textField("description", format.description),
    schema: format.schema,
    ...flagField("strict", format.strict),
  };
}
