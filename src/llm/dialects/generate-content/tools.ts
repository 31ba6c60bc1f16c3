/** Tools and tool choice. All functions stand in one entry; tools the vendor runs itself have entries of their own. */

import { isRecord } from "../../../base/json.ts";
import type { CustomTool, FunctionTool, Tool, ToolChoice } from "../../canonical.ts";
import { textField } from "../../extras.ts";
import { CUSTOM_INPUT, readName, writeName } from "./function-name.ts";
import { toJsonSchema } from "./json-schema.ts";
import { NAME } from "./name.ts";
import { toPlainSchema } from "./plain-schema.ts";
import { field, listOf, recordOf, recordsIn, textOf, type Wire } from "./wire.ts";

// ---- read ----------------------------------------------------------------------------------------------------------

export function readTools(tools: unknown): Tool[] {
  return recordsIn(tools).flatMap((entry): Tool[] => {
    const declared = recordsIn(field(entry, "functionDeclarations"));
    const { functionDeclarations: _camel, function_declarations: _snake, ...others } = entry;
    const opaque: Tool[] =
      Object.keys(others).length === 0 ? [] : [{ type: "opaque", dialect: NAME, value: others }];
    return [...declared.map(readDeclaration), ...opaque];
  });
}

function readDeclaration(declaration: Wire): Tool {
  const { name, custom } = readName(textOf(declaration["name"]));
  const described = textField("description", declaration["description"]);
  if (custom) return { type: "custom", name, ...described };
  const parameters = readParameters(declaration);
  return {
    type: "function",
    name,
    ...described,
    ...(parameters === undefined ? {} : { parameters }),
  };
}

function readParameters(declaration: Wire): Wire | undefined {
  const schema = field(declaration, "parametersJsonSchema");
  if (isRecord(schema)) return schema;
  const plain = declaration["parameters"];
  return isRecord(plain) ? toJsonSchema(plain) : undefined;
}

export function readToolChoice(config: unknown): ToolChoice | undefined {
  const calling = isRecord(config) ? recordOf(config, "functionCallingConfig") : {};
  const allowed = listOf(field(calling, "allowedFunctionNames"))
    .filter((name) => typeof name === "string")
    .map(readName);
  const names = allowed.map(({ name }) => name);
  switch (calling["mode"]) {
    case "AUTO":
      return { type: "auto" };
    case "NONE":
      return { type: "none" };
    case "ANY": {
      const [only] = allowed;
      if (only === undefined) return { type: "required" };
      return names.length === 1
        ? { type: "tool", ...only }
        : { type: "allowed", mode: "required", names };
    }
    case "VALIDATED":
      return names.length === 0 ? { type: "auto" } : { type: "allowed", mode: "auto", names };
    default:
      return undefined;
  }
}

// ---- write ---------------------------------------------------------------------------------------------------------

/** Undefined when there is no tool this vendor could use. */
export function writeTools(tools: readonly Tool[], plainSchema: boolean): Wire[] | undefined {
  const functionDeclarations = tools.flatMap((tool) => {
    if (tool.type === "function") return [writeFunction(tool, plainSchema)];
    return tool.type === "custom" ? [writeCustom(tool, plainSchema)] : [];
  });
  const own = tools.flatMap((tool) =>
    tool.type === "opaque" && tool.dialect === NAME && isRecord(tool.value) ? [tool.value] : [],
  );
  const entries = functionDeclarations.length === 0 ? own : [{ functionDeclarations }, ...own];
  return entries.length === 0 ? undefined : entries;
}

/** A tool without parameters has no schema at all: the vendor refuses an object without properties. */
function writeFunction(tool: FunctionTool, plainSchema: boolean): Wire {
  const head = { name: writeName(tool.name), ...textField("description", tool.description) };
  const { parameters } = tool;
  if (parameters === undefined || Object.keys(parameters).length === 0) return head;
  return { ...head, ...writeParameters(parameters, plainSchema) };
}

function writeParameters(schema: Wire, plainSchema: boolean): Wire {
  if (!plainSchema) return { parametersJsonSchema: schema };
  const plain = toPlainSchema(schema);
  const isEmpty =
    plain["type"] === "object" &&
    (!isRecord(plain["properties"]) || Object.keys(plain["properties"]).length === 0);
  return isEmpty ? {} : { parameters: plain };
}

/** A tool of free text is a function of one text; its grammar is told to the model in words. */
function writeCustom(tool: CustomTool, plainSchema: boolean): Wire {
  const grammar = tool.format?.["grammar"] ?? tool.format;
  const definition = isRecord(grammar) ? grammar["definition"] : undefined;
  const description =
    typeof definition === "string"
      ? {
          description: `Text of this grammar (${textOf(isRecord(grammar) ? grammar["syntax"] : "")}):\n${definition}`,
        }
      : {};
  const schema = {
    type: "object",
    properties: { [CUSTOM_INPUT]: { type: "string", ...description } },
    required: [CUSTOM_INPUT],
  };
  return {
    name: writeName(tool.name, true),
    ...textField("description", tool.description),
    ...writeParameters(schema, plainSchema),
  };
}

/** `tools` tells which of the named are custom. */
export function writeToolChoice(choice: ToolChoice, tools: readonly Tool[]): Wire {
  const named = (name: string): string =>
    writeName(
      name,
      tools.some((tool) => tool.type === "custom" && tool.name === name),
    );
  switch (choice.type) {
    case "auto":
      return { mode: "AUTO" };
    case "none":
      return { mode: "NONE" };
    case "required":
      return { mode: "ANY" };
    case "tool":
      return { mode: "ANY", allowedFunctionNames: [writeName(choice.name, choice.custom)] };
    case "allowed": {
      const names = choice.names.map(named);
      const limited = names.length === 0 ? {} : { allowedFunctionNames: names };
      if (choice.mode === "required") return { mode: "ANY", ...limited };
      // Names are taken in two modes only; this is the one that also allows to answer in words.
      return names.length === 0 ? { mode: "AUTO" } : { mode: "VALIDATED", ...limited };
    }
  }
}
