/** A request's text on its way to a vendor with quirks. Bytes that no quirk concerns stay as they are. */

import { findMember, isRecord } from "../../base/json.ts";
import { editContents } from "./contents.ts";
import { hasQuirks, type MaxTokensField, type Quirks } from "./flags.ts";
import { JSON_ORDER, schemaOrder } from "./instructions.ts";
import { dropField, editMember, mapMembers } from "./json-edit.ts";
import { plainSchemas } from "./plain-schemas.ts";
import { editTurns } from "./turns.ts";

/**
 * For the text of any dialect: flags about turns and formats mean chat-completions (and, where the wire is alike,
 * messages and generate-content); rejected fields mean all. Free when there are no quirks; applied twice it is as once.
 */
export function applyQuirks(text: string, quirks: Quirks): string {
  if (!hasQuirks(quirks)) return text;
  const order = findOrder(text, quirks);
  let edited = order === undefined ? text : weakenFormat(text, quirks);
  if (changesTurns(edited, quirks) || order !== undefined) {
    edited = editMember(edited, "messages", (turns) =>
      turns.startsWith("[") ? editTurns(turns, quirks, order) : turns,
    );
    edited = editContents(edited, quirks);
  }
  if (quirks.max_tokens_field !== undefined) edited = renameLimit(edited, quirks.max_tokens_field);
  if (quirks.no_stream_usage) edited = dropField(edited, "stream_options");
  if (quirks.gemini_plain_schema) edited = plainSchemas(edited);
  for (const path of quirks.rejected_fields ?? []) edited = dropField(edited, path);
  return edited;
}

/** A look at the text spares most requests a walk through their turns. An escape may hide any word. */
function changesTurns(text: string, quirks: Quirks): boolean {
  if (quirks.string_content || quirks.no_prefill || text.includes("\\u00")) return true;
  const isDeveloper = text.includes('"developer"');
  return Boolean(
    (quirks.no_developer_role && isDeveloper) ||
    (quirks.no_system_role && (isDeveloper || text.includes('"system'))) ||
    (quirks.no_parallel_tool_calls && text.includes('"tool_calls"')) ||
    (quirks.reasoning_field !== undefined && text.includes('"reasoning')),
  );
}

// ---- output limit --------------------------------------------------------------------------------------------------

const LIMITS: readonly string[] = [
  "max_tokens",
  "max_completion_tokens",
] satisfies MaxTokensField[];

/** Of two limits the one under the name to keep counts. */
function renameLimit(text: string, name: MaxTokensField): string {
  const hasName = findMember(text, name) !== undefined;
  return mapMembers(text, (key, value) => {
    if (key === name || !LIMITS.includes(key)) return [key, value];
    return hasName ? undefined : [name, value];
  });
}

// ---- output format -------------------------------------------------------------------------------------------------

/** What must be said in words because the vendor has no format for it; undefined: nothing. */
function findOrder(text: string, quirks: Quirks): string | undefined {
  if (!quirks.no_response_schema && !quirks.no_json_mode) return undefined;
  const format = readFormat(text);
  const type = format?.["type"];
  if (type === "json_object") return quirks.no_json_mode ? JSON_ORDER : undefined;
  if (type !== "json_schema" || !quirks.no_response_schema) return undefined;
  const holder = format?.["json_schema"];
  const schema = isRecord(holder) ? holder["schema"] : undefined;
  return schema === undefined ? JSON_ORDER : schemaOrder(JSON.stringify(schema));
}

function readFormat(text: string): Readonly<Record<string, unknown>> | undefined {
  const format: unknown = JSON.parse(findMember(text, "response_format") ?? "null");
  return isRecord(format) ? format : undefined;
}

function weakenFormat(text: string, quirks: Quirks): string {
  return editMember(text, "response_format", () =>
    quirks.no_json_mode ? undefined : '{"type":"json_object"}',
  );
}
