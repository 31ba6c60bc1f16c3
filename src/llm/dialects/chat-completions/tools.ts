/** Tools, tool choice and output format between wire and canonical form. */

import { isRecord } from "../../../base/json.ts";
import type { OutputFormat, Tool, ToolChoice } from "../../canonical.ts";
import { flagField, recordField, recordsOf, textField } from "../../extras.ts";
import { NAME } from "./name.ts";

type Wire = Readonly<Record<string, unknown>>;

// ---- read ----------------------------------------------------------------------------------------------------------

export function readTool(tool: Wire): Tool {
  const body = tool[String(tool["type"])];
  if (!isRecord(body) || typeof body["name"] !== "string") {
    return { type: "opaque", dialect: NAME, value: tool };
  }
  const head = { name: body["name"], ...textField("description", body["description"]) };
  if (tool["type"] === "custom")
    return { type: "custom", ...head, ...recordField("format", body["format"]) };
  if (tool["type"] !== "function") return { type: "opaque", dialect: NAME, value: tool };
  return {
    type: "function",
    ...head,
    ...recordField("parameters", body["parameters"]),
    ...flagField("strict", body["strict"]),
    ...recordField("cacheControl", tool["cache_control"]),
  };
}

export function readToolChoice(choice: unknown): ToolChoice | undefined {
  if (choice === "auto" || choice === "none" || choice === "required") return { type: choice };
  if (choice === "any") return { type: "required" };
  if (!isRecord(choice)) return undefined;
  const type = choice["type"];
  if (type === "allowed_tools") return readAllowed(choice["allowed_tools"]);
  const body = type === "function" || type === "custom" ? choice[type] : undefined;
  if (!isRecord(body) || typeof body["name"] !== "string") return undefined;
  return { type: "tool", name: body["name"], ...(type === "custom" ? { custom: true } : {}) };
}

function readAllowed(allowed: unknown): ToolChoice | undefined {
  if (!isRecord(allowed)) return undefined;
  const names = recordsOf(allowed["tools"]).flatMap((tool) => {
    const body = tool[String(tool["type"])];
    const name = isRecord(body) ? body["name"] : tool["name"];
    return typeof name === "string" ? [name] : [];
  });
  return { type: "allowed", mode: allowed["mode"] === "required" ? "required" : "auto", names };
}

export function readOutputFormat(format: unknown): OutputFormat | undefined {
  if (!isRecord(format)) return undefined;
  if (format["type"] === "text") return { type: "text" };
  if (format["type"] === "json_object") return { type: "json" };
  const body = format["json_schema"];
  if (format["type"] !== "json_schema" || !isRecord(body)) return undefined;
  return {
    type: "json-schema",
    name: typeof body["name"] === "string" ? body["name"] : "answer",
    schema: isRecord(body["schema"]) ? body["schema"] : {},
    ...textField("description", body["description"]),
    ...flagField("strict", body["strict"]),
  };
}

// ---- write ---------------------------------------------------------------------------------------------------------

export function writeTool(tool: Tool): Wire[] {
  if (tool.type === "opaque")
    return tool.dialect === NAME && isRecord(tool.value) ? [tool.value] : [];
  const head = { name: tool.name, ...textField("description", tool.description) };
  if (tool.type === "custom") {
    return [{ type: "custom", custom: { ...head, ...recordField("format", tool.format) } }];
  }
  const body = {
    ...head,
    ...recordField("parameters", tool.parameters),
    ...flagField("strict", tool.strict),
  };
  return [{ type: "function", function: body, ...recordField("cache_control", tool.cacheControl) }];
}

export function writeToolChoice(choice: ToolChoice): unknown {
  if (choice.type === "tool") {
    const kind = choice.custom ? "custom" : "function";
    return { type: kind, [kind]: { name: choice.name } };
  }
  if (choice.type === "allowed") {
    const tools = choice.names.map((name) => ({ type: "function", function: { name } }));
    return { type: "allowed_tools", allowed_tools: { mode: choice.mode, tools } };
  }
  return choice.type;
}

export function writeOutputFormat(format: OutputFormat): Wire {
  if (format.type !== "json-schema")
    return { type: format.type === "json" ? "json_object" : "text" };
  const { name, schema } = format;
  return {
    type: "json_schema",
    json_schema: {
      name,
      ...textField("description", format.description),
      schema,
      ...flagField("strict", format.strict),
    },
  };
}
