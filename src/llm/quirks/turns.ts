/** The turns of a conversation as JSON text, each `{"role":…,"content":…,…}`: chat-completions, and messages as far as it goes. */

import { findMember, isRecord, setTopLevel, topLevelElements } from "../../base/json.ts";
import type { Quirks, ReasoningField } from "./flags.ts";
import { CONTINUE } from "./instructions.ts";
import { mapMembers } from "./json-edit.ts";
import { splitCalls } from "./split-calls.ts";
import { findText, roleOf, writeTurn } from "./turn.ts";

/** `order`: an instruction to put before the conversation; undefined: none. */
export function editTurns(list: string, quirks: Quirks, order: string | undefined): string {
  const turns = [...topLevelElements(list)];
  let edited = order === undefined ? turns : addOrder(turns, order);
  if (quirks.string_content) edited = edited.map(joinText);
  const { reasoning_field: field } = quirks;
  if (field !== undefined) edited = edited.map((turn) => renameReasoning(turn, field));
  if (quirks.no_developer_role) edited = edited.map(developerToSystem);
  if (quirks.no_system_role) edited = foldSystem(edited);
  if (quirks.no_parallel_tool_calls) edited = splitCalls(edited);
  if (quirks.no_prefill) edited = answerPrefill(edited);
  const isSame = edited.length === turns.length && edited.every((turn, i) => turn === turns[i]);
  return isSame ? list : `[${edited.join(",")}]`;
}

/** Some vendors take one system turn only, so a first one that is there is lengthened. */
function addOrder(turns: readonly string[], order: string): string[] {
  const [first, ...rest] = turns;
  const isSystem = first !== undefined && isInstruction(roleOf(first));
  const said = isSystem ? findText(first) : undefined;
  if (first === undefined || said === undefined) return [writeTurn("system", order), ...turns];
  return [setTopLevel(first, "content", JSON.stringify(`${said}\n\n${order}`)), ...rest];
}

/** A picture among the parts stays there: the vendor's refusal of it is the truth. */
function joinText(turn: string): string {
  const content = findMember(turn, "content");
  if (content === undefined || !content.startsWith("[")) return turn;
  const text = findText(turn);
  return text === undefined ? turn : setTopLevel(turn, "content", JSON.stringify(text));
}

const THOUGHTS: readonly string[] = ["reasoning_content", "reasoning"] satisfies ReasoningField[];

function renameReasoning(turn: string, field: ReasoningField): string {
  if (roleOf(turn) !== "assistant" || findMember(turn, field) !== undefined) return turn;
  let isRenamed = false;
  return mapMembers(turn, (key, value) => {
    if (isRenamed || !THOUGHTS.includes(key)) return [key, value];
    isRenamed = true;
    return [field, value];
  });
}

function isInstruction(role: string): boolean {
  return role === "system" || role === "developer";
}

function developerToSystem(turn: string): string {
  return roleOf(turn) === "developer" ? setTopLevel(turn, "role", '"system"') : turn;
}

/** Servers without the role mostly want user and assistant in turns, so instructions open the user's next turn. */
function foldSystem(turns: readonly string[]): string[] {
  const folded: string[] = [];
  let waiting: string[] = [];
  const flush = (): void => {
    if (waiting.length > 0) folded.push(writeTurn("user", waiting.join("\n\n")));
    waiting = [];
  };
  for (const turn of turns) {
    const role = roleOf(turn);
    const text = findText(turn);
    if (isInstruction(role) && text !== undefined) waiting.push(text);
    else if (role === "user" && waiting.length > 0) {
      folded.push(prepend(turn, waiting.join("\n\n")));
      waiting = [];
    } else {
      flush();
      folded.push(isInstruction(role) ? setTopLevel(turn, "role", '"user"') : turn);
    }
  }
  flush();
  return folded;
}

function prepend(turn: string, text: string): string {
  const content: unknown = JSON.parse(findMember(turn, "content") ?? '""');
  const joined = Array.isArray(content)
    ? [{ type: "text", text }, ...(content as unknown[])]
    : `${text}\n\n${String(content)}`;
  return setTopLevel(turn, "content", JSON.stringify(joined));
}

function answerPrefill(turns: readonly string[]): string[] {
  const last = turns.at(-1);
  return last !== undefined && isPrefill(last)
    ? [...turns, writeTurn("user", CONTINUE)]
    : [...turns];
}

/** The beginning of an answer that the model is asked to complete; a turn that calls tools waits for their results. */
export function isPrefill(turn: string): boolean {
  if (roleOf(turn) !== "assistant") return false;
  const calls: unknown = JSON.parse(findMember(turn, "tool_calls") ?? "null");
  if (Array.isArray(calls) && calls.length > 0) return false;
  const content: unknown = JSON.parse(findMember(turn, "content") ?? "null");
  return !(Array.isArray(content) && content.some(isToolUse));
}

function isToolUse(block: unknown): boolean {
  return isRecord(block) && block["type"] === "tool_use";
}
