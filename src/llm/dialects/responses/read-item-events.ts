/** The events of one item: added, grown by deltas, done. */

import { isRecord } from "../../../base/json.ts";
import type { StreamEvent } from "../../canonical.ts";
import { readOutputItem } from "./read-items.ts";
import { readProof, reasoningText, separator } from "./reasoning.ts";

type Wire = Readonly<Record<string, unknown>>;

// ---- state ---------------------------------------------------------------------------------------------------------

export interface ReadState {
  readonly phase: "waiting" | "open" | "over";
  readonly id: string;
  /** By `output_index`. */
  readonly items: Readonly<Record<number, ItemState>>;
  /** How many tool calls have begun. */
  readonly tools: number;
}

interface ItemState {
  /** The call's number; absent until its name is known, or when the item is no call. */
  readonly tool?: number;
  /** Arguments that came before the name. */
  readonly pending: string;
  /** Which field the text comes from; absent until any came. An open model may show its thoughts in two. */
  readonly source?: string;
  readonly isDone: boolean;
}

const FRESH: ItemState = { pending: "", isDone: false };

/** The next state and the events on the way there, while one step is worked out. */
export interface Draft {
  state: ReadState;
  readonly events: StreamEvent[];
}

function indexOf(data: Wire): number {
  const { output_index: index } = data;
  return typeof index === "number" ? index : 0;
}

function itemOf(draft: Draft, index: number): ItemState {
  return draft.state.items[index] ?? FRESH;
}

function put(draft: Draft, index: number, item: ItemState): void {
  draft.state = { ...draft.state, items: { ...draft.state.items, [index]: item } };
}

// ---- added ---------------------------------------------------------------------------------------------------------

export function addItem(draft: Draft, data: Wire): void {
  const index = indexOf(data);
  // A number used twice is another item: end the first.
  closeItem(draft, index);
  put(draft, index, FRESH);
  if (isRecord(data["item"])) startCall(draft, index, data["item"], false);
}

/** Begins the call an item holds; nothing for other items, when it has begun, or while its name may still come. */
function startCall(draft: Draft, index: number, wire: Wire, isWhole: boolean): void {
  const [call] = readOutputItem(wire);
  const item = itemOf(draft, index);
  if (call?.type !== "tool-call" || item.tool !== undefined) return;
  if (call.name === "" && !isWhole) return;
  const tool = draft.state.tools;
  // The same for the same answer, different for each call.
  const id = call.id === "" ? `call_${draft.state.id}_${tool}` : call.id;
  const custom = call.custom ? ({ custom: true } as const) : {};
  const signed = call.signature === undefined ? {} : { signature: call.signature };
  draft.events.push({
    type: "tool-start",
    choice: 0,
    tool,
    id,
    name: call.name,
    ...custom,
    ...signed,
  });
  draft.state = { ...draft.state, tools: tool + 1 };
  put(draft, index, { ...item, tool, pending: "" });
  if (item.pending !== "") push(draft, { type: "tool-delta", choice: 0, tool, text: item.pending });
}

function push(draft: Draft, event: StreamEvent): void {
  if ("text" in event && event.text === "") return;
  draft.events.push(event);
}

// ---- deltas --------------------------------------------------------------------------------------------------------

type Kind = "text-delta" | "refusal-delta" | "reasoning-delta" | "tool-delta";

const KINDS: Readonly<Record<string, Kind>> = {
  "response.output_text.delta": "text-delta",
  "response.refusal.delta": "refusal-delta",
  "response.reasoning_summary_text.delta": "reasoning-delta",
  "response.reasoning_text.delta": "reasoning-delta",
  "response.function_call_arguments.delta": "tool-delta",
  "response.custom_tool_call_input.delta": "tool-delta",
};

/** Some vendors send a call's arguments only here, and no `done` of the item. */
const WHOLE: Readonly<Record<string, string>> = {
  "response.function_call_arguments.done": "arguments",
  "response.custom_tool_call_input.done": "input",
};

/** An event of any other type, too: those that hold no part of the answer change nothing. */
export function readDelta(draft: Draft, type: string, data: Wire): void {
  const index = indexOf(data);
  if (type === "response.reasoning_summary_part.added") {
    // Nothing before the first words of the item.
    if (itemOf(draft, index).source !== undefined)
      push(draft, { type: "reasoning-delta", choice: 0, text: separator(data["summary_index"]) });
    return;
  }
  const item = itemOf(draft, index);
  const whole = Object.hasOwn(WHOLE, type) && item.source === undefined ? WHOLE[type] : undefined;
  const kind =
    whole !== undefined ? "tool-delta" : Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  const text = data[whole ?? "delta"];
  if (kind === undefined || typeof text !== "string" || text === "" || item.isDone) return;
  if (kind === "tool-delta" && item.tool === undefined) {
    put(draft, index, { ...item, source: type, pending: item.pending + text });
    return;
  }
  if (item.source === undefined) put(draft, index, { ...item, source: type });
  else if (kind === "reasoning-delta" && item.source !== type) return;
  if (kind === "tool-delta") push(draft, { type: kind, choice: 0, tool: item.tool ?? 0, text });
  else push(draft, { type: kind, choice: 0, text });
}

// ---- done ----------------------------------------------------------------------------------------------------------

export function endItem(draft: Draft, data: Wire): void {
  const index = indexOf(data);
  const { item: wire } = data;
  if (!isRecord(wire) || itemOf(draft, index).isDone) return;
  startCall(draft, index, wire, true);
  const item = itemOf(draft, index);
  if (item.source === undefined) sayWhole(draft, wire, item.tool);
  if (wire["type"] === "reasoning") prove(draft, wire, item.source !== undefined);
  closeItem(draft, index);
}

/** What no delta has said. */
function sayWhole(draft: Draft, wire: Wire, tool: number | undefined): void {
  for (const part of readOutputItem(wire)) {
    if (part.type === "text") push(draft, { type: "text-delta", choice: 0, text: part.text });
    else if (part.type === "refusal")
      push(draft, { type: "refusal-delta", choice: 0, text: part.text });
    else if (part.type === "reasoning")
      push(draft, { type: "reasoning-delta", choice: 0, text: part.text });
    else if (part.type === "tool-call" && tool !== undefined)
      push(draft, { type: "tool-delta", choice: 0, tool, text: part.arguments });
  }
}

/** Only the finished item's proof counts: the one it was added with is not whole. */
function prove(draft: Draft, wire: Wire, wasStreamed: boolean): void {
  const text = wasStreamed ? "streamed" : reasoningText(wire);
  const { signature, redacted } = readProof(wire["encrypted_content"], text);
  if (signature !== undefined) {
    draft.events.push({ type: "reasoning-signature", choice: 0, signature });
  }
  if (redacted !== undefined) {
    draft.events.push({ type: "reasoning-redacted", choice: 0, data: redacted });
  }
}

function closeItem(draft: Draft, index: number): void {
  const item = draft.state.items[index];
  if (item === undefined) put(draft, index, { ...FRESH, isDone: true });
  else if (!item.isDone) {
    if (item.tool !== undefined)
      draft.events.push({ type: "tool-end", choice: 0, tool: item.tool });
    put(draft, index, { ...item, isDone: true });
  }
}

/** At the end of the answer: no call stays open. */
export function closeItems(draft: Draft): void {
  for (const index in draft.state.items) closeItem(draft, Number(index));
}
