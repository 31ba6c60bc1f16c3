/** The turns of a generate-content request as JSON text. */

import { findMember, isRecord, setTopLevel, topLevelElements } from "../../base/json.ts";
import type { Quirks } from "./flags.ts";
import { CONTINUE } from "./instructions.ts";
import { dropField } from "./json-edit.ts";
import { roleOf } from "./turn.ts";

/** The text as it came when it is not of this dialect. */
export function editContents(text: string, quirks: Quirks): string {
  if (!quirks.no_prefill && !quirks.no_system_role) return text;
  const list = findMember(text, "contents");
  if (list === undefined || !list.startsWith("[")) return text;
  const folded = quirks.no_system_role ? foldInstruction(text, list) : text;
  return quirks.no_prefill ? answerPrefill(folded) : folded;
}

function answerPrefill(text: string): string {
  const turns = [...topLevelElements(findMember(text, "contents") ?? "[]")];
  const last = turns.at(-1);
  if (last === undefined || roleOf(last) !== "model" || callsTool(last)) return text;
  const next = JSON.stringify({ role: "user", parts: [{ text: CONTINUE }] });
  return setTopLevel(text, "contents", `[${[...turns, next].join(",")}]`);
}

function callsTool(turn: string): boolean {
  const parts: unknown = JSON.parse(findMember(turn, "parts") ?? "[]");
  return (
    Array.isArray(parts) &&
    parts.some((part) => isRecord(part) && ("functionCall" in part || "function_call" in part))
  );
}

const INSTRUCTION = ["systemInstruction", "system_instruction"];

/** The instruction's parts open the user's first turn. */
function foldInstruction(text: string, list: string): string {
  const name = INSTRUCTION.find((field) => findMember(text, field) !== undefined);
  const parts = name === undefined ? undefined : findParts(findMember(text, name) ?? "");
  if (name === undefined || parts === undefined) return text;
  const turns = [...topLevelElements(list)];
  const [first, ...rest] = turns;
  const own = first === undefined || roleOf(first) === "model" ? undefined : findParts(first);
  const folded =
    first === undefined || own === undefined
      ? [`{"role":"user","parts":[${parts.join(",")}]}`, ...turns]
      : [setTopLevel(first, "parts", `[${[...parts, ...own].join(",")}]`), ...rest];
  return setTopLevel(dropField(text, name), "contents", `[${folded.join(",")}]`);
}

function findParts(holder: string): string[] | undefined {
  const parts = holder.startsWith("{") ? findMember(holder, "parts") : undefined;
  return parts?.startsWith("[") ? [...topLevelElements(parts)] : undefined;
}
