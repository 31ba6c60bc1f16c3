/**
 * `instructions` and `input` to canonical messages. Expects what `validate.ts` has let through.
 *
 * The wire has a flat list of items, the canonical form has turns: neighbours among the assistant's thoughts, texts and
 * calls are one turn. Items of tools the vendor runs itself stay in it as opaque parts.
 */

import type { Message, Part, Role, ToolCallPart, ToolResultPart } from "../../canonical.ts";
import { unpackId } from "../../carried-id.ts";
import { recordsOf, textField } from "../../extras.ts";
import { itemType } from "./item-type.ts";
import { NAME } from "./name.ts";
import { readContent } from "./parts.ts";
import { readReasoning } from "./reasoning.ts";
import { refuseStoredItem } from "./vendor-state.ts";

type Wire = Readonly<Record<string, unknown>>;

export function readMessages(body: Wire): Message[] {
  const messages: Message[] = [];
  const { input, instructions } = body;
  if (typeof instructions === "string" && instructions !== "") {
    messages.push({ role: "system", parts: [{ type: "text", text: instructions }] });
  }
  if (typeof input === "string") {
    messages.push({ role: "user", parts: [{ type: "text", text: input }] });
  } else readItems(recordsOf(input), messages);
  return messages;
}

function readItems(items: readonly Wire[], messages: Message[]): void {
  let turn: Part[] = [];
  const endTurn = (): void => {
    // A turn of nothing but opaque items says nothing to anyone else.
    if (turn.some((part) => part.type !== "opaque"))
      messages.push({ role: "assistant", parts: turn });
    turn = [];
  };
  items.forEach((item, i) => {
    const message = readMessage(item);
    if (message === undefined) {
      turn.push(...readTurnItem(item, i));
      return;
    }
    endTurn();
    messages.push(message);
  });
  endTurn();
}

const ROLES: ReadonlySet<unknown> = new Set(["user", "system", "developer"]);

/** Undefined for what belongs to the assistant's turn. */
function readMessage(item: Wire): Message | undefined {
  const type = itemType(item);
  if (type === "function_call_output" || type === "custom_tool_call_output") {
    return { role: "tool", parts: [readResult(item)] };
  }
  if (type !== "message" || !ROLES.has(item["role"])) return undefined;
  return { role: item["role"] as Role, parts: readContent(item["content"]) };
}

function readResult(item: Wire): ToolResultPart {
  return {
    type: "tool-result",
    callId: unpackId(textOf(item["call_id"])).id,
    ...textField("name", item["name"]),
    parts: readContent(item["output"]),
  };
}

// ---- the assistant's turn ------------------------------------------------------------------------------------------

function readTurnItem(item: Wire, position: number): Part[] {
  refuseStoredItem(itemType(item), `input[${position}]`);
  return readOutputItem(item);
}

/** An item the model made, in a history or in an answer. */
export function readOutputItem(item: Wire): Part[] {
  switch (itemType(item)) {
    case "message":
      return readContent(item["content"]).flatMap((part) => readSaid(part, item));
    case "reasoning":
      return readReasoning(item);
    case "function_call":
      return [readCall(item, item["arguments"])];
    case "custom_tool_call":
      return [{ ...readCall(item, item["input"]), custom: true }];
    default:
      return [{ type: "opaque", dialect: NAME, value: item }];
  }
}

/** An empty text is how the wire says "no text"; an unknown part is kept as the message it would be alone. */
function readSaid(part: Part, item: Wire): Part[] {
  if (part.type === "text" || part.type === "refusal") return part.text === "" ? [] : [part];
  if (part.type !== "opaque") return [part];
  return [{ ...part, value: { ...item, content: [part.value] } }];
}

function readCall(item: Wire, input: unknown): ToolCallPart {
  const { id, signature } = unpackId(textOf(item["call_id"]) || textOf(item["id"]));
  return {
    type: "tool-call",
    id,
    name: textOf(item["name"]),
    arguments: typeof input === "string" ? input : input === undefined ? "" : JSON.stringify(input),
    ...textField("signature", signature),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
