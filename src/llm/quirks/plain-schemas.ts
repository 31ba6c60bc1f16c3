/** Schemas in a generate-content request, rewritten to the narrow dialect that older models take. */

import { isRecord } from "../../base/json.ts";
import { toJsonSchema } from "../dialects/generate-content/json-schema.ts";
import { toPlainSchema } from "../dialects/generate-content/plain-schema.ts";
import { editMember, mapElements, mapMembers } from "./json-edit.ts";

/** The text as it came when it holds no schema that must change. */
export function plainSchemas(text: string): string {
  const tooled = editMember(text, "tools", (tools) => mapEach(tools, plainTool));
  return mapMembers(tooled, (key, value) =>
    key === "generationConfig" || key === "generation_config"
      ? [key, rename(value, RESPONSE, "responseSchema")]
      : [key, value],
  );
}

const DECLARATIONS = ["functionDeclarations", "function_declarations"];
const PARAMETERS = ["parametersJsonSchema", "parameters_json_schema", "parameters"];
const RESPONSE = [
  "responseJsonSchema",
  "response_json_schema",
  "_responseJsonSchema",
  "responseSchema",
  "response_schema",
];

function plainTool(tool: string): string {
  return mapMembers(tool, (key, value) =>
    DECLARATIONS.includes(key)
      ? [key, mapEach(value, (declaration) => rename(declaration, PARAMETERS, "parameters"))]
      : [key, value],
  );
}

function mapEach(list: string, edit: (object: string) => string): string {
  if (!list.startsWith("[")) return list;
  return mapElements(list, (item) => (item.startsWith("{") ? edit(item) : item));
}

/** A schema that says the same in the narrow dialect keeps its bytes. */
function rename(holder: string, names: readonly string[], plainName: string): string {
  return mapMembers(holder, (key, value) => {
    if (!names.includes(key)) return [key, value];
    const given: unknown = JSON.parse(value);
    if (!isRecord(given)) return [key, value];
    const plain = toPlainSchema(key === plainName ? toJsonSchema(given) : given);
    const isEmpty =
      plainName === "parameters" && Object.keys(recordOf(plain["properties"])).length === 0;
    // The vendor refuses an object without properties; a tool that takes nothing has no schema.
    if (isEmpty && plain["type"] === "object") return undefined;
    return key === plainName && Bun.deepEquals(plain, given)
      ? [key, value]
      : [plainName, JSON.stringify(plain)];
  });
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
