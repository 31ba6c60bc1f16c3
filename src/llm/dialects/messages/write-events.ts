/**
 * Canonical events to the client's stream, as a pure function over an explicit state.
 *
 * The wire has one block open at a time, while calls of other vendors may alternate. Blocks are numbered as they begin;
 * the first that has not ended is written as it comes, the text of those behind it is held until their turn.
 */

import { writeSse } from "../../../base/sse.ts";
import type { StreamEvent } from "../../canonical.ts";
import type { EventWriterOptions } from "../../codec.ts";
import type { Usage } from "../../dialect.ts";
import { writeStreamError } from "./errors.ts";
import { writeFinish } from "./finish.ts";
import { writeId } from "./ids.ts";
import { NO_USAGE, writeUsage } from "./usage.ts";

type Wire = Readonly<Record<string, unknown>>;

// ---- state ---------------------------------------------------------------------------------------------------------

export interface WriteState {
  readonly model: string;
  /** The number the next block gets. */
  readonly next: number;
  /** Blocks begun and not yet written to their end; the first is the one being written. */
  readonly queue: readonly Block[];
  readonly usage?: Usage;
}

interface Block {
  readonly index: number;
  /** A call's number, or what other blocks go on with. */
  readonly key: number | "text" | "thinking" | "redacted";
  readonly isOver: boolean;
  /** Written text that waits for the blocks before. */
  readonly held: string;
  /** A call that takes free text is wrapped into JSON; `open` until its text is closed. */
  readonly custom?: true;
  readonly hasInput: boolean;
}

type Written = readonly [WriteState, string];

export function beginWriting(options: EventWriterOptions): WriteState {
  return { model: options.model, next: 0, queue: [] };
}

// ---- events --------------------------------------------------------------------------------------------------------

export function writeEvent(state: WriteState, event: StreamEvent): Written {
  // The wire has room for one answer: the first.
  if ("choice" in event && event.choice !== 0) return [state, ""];
  switch (event.type) {
    case "start":
      return [state, writeStart(event.id, state.model)];
    case "text-delta":
    case "refusal-delta":
      return onPiece(
        state,
        "text",
        { type: "text", text: "" },
        { type: "text_delta", text: event.text },
      );
    case "reasoning-delta":
      return onPiece(state, "thinking", THINKING, { type: "thinking_delta", thinking: event.text });
    case "reasoning-signature":
      return onSignature(state, event.signature);
    case "reasoning-redacted":
      return onRedacted(state, event.data);
    case "tool-start":
      return onToolStart(state, event);
    case "tool-delta":
      return onToolDelta(state, event.tool, event.text);
    case "tool-end":
      return onToolEnd(state, event.tool);
    case "usage":
      return [{ ...state, usage: event.usage }, ""];
    case "finish": {
      const [closed, text] = drain({ ...state, queue: state.queue.map(over) });
      return [closed, text + writeEnd(closed, writeFinish(event.reasons[0] ?? "stop"))];
    }
    case "error":
      return [state, writeStreamError(event.error)];
  }
}

const THINKING = { type: "thinking", thinking: "", signature: "" };

function onPiece(state: WriteState, key: "text" | "thinking", opening: Wire, delta: Wire): Written {
  const last = state.queue.at(-1);
  if (last?.key === key && !last.isOver) return add(state, last, writeDelta(last.index, delta));
  const [begun, text] = begin(state, key, opening);
  const [next, more] = add(begun, begun.queue.at(-1), writeDelta(state.next, delta));
  return [next, text + more];
}

function onSignature(state: WriteState, signature: string): Written {
  const last = state.queue.at(-1);
  const isOpen = last?.key === "thinking" && !last.isOver;
  // A signature without words: the vendor keeps its thoughts to itself.
  const [begun, text] = isOpen ? ([state, ""] as const) : begin(state, "thinking", THINKING);
  const block = begun.queue.at(-1);
  const delta = { type: "signature_delta", signature };
  const [signed, more] = add(begun, block, writeDelta(block?.index ?? 0, delta));
  const [ended, rest] = endLast(signed);
  return [ended, text + more + rest];
}

function onRedacted(state: WriteState, data: string): Written {
  const [begun, text] = begin(state, "redacted", { type: "redacted_thinking", data });
  const [ended, more] = endLast(begun);
  return [ended, text + more];
}

// ---- tool calls ----------------------------------------------------------------------------------------------------

function onToolStart(
  state: WriteState,
  event: Extract<StreamEvent, { type: "tool-start" }>,
): Written {
  const id = writeId(event.id, event);
  const opening = { type: "tool_use", id, name: event.name, input: {} };
  const [begun, text] = begin(state, event.tool, opening);
  if (!event.custom) return [begun, text];
  const last = begun.queue.at(-1);
  const marked = replace(begun, last, { custom: true, hasInput: true });
  const [next, more] = add(marked, marked.queue.at(-1), writeInput(state.next, '{"input":"'));
  return [next, text + more];
}

function onToolDelta(state: WriteState, tool: number, piece: string): Written {
  const block = state.queue.find((one) => one.key === tool);
  if (block === undefined || piece === "") return [state, ""];
  const text = block.custom ? JSON.stringify(piece).slice(1, -1) : piece;
  const marked = block.hasInput ? state : replace(state, block, { hasInput: true });
  return add(
    marked,
    marked.queue.find((one) => one.key === tool),
    writeInput(block.index, text),
  );
}

function onToolEnd(state: WriteState, tool: number): Written {
  const block = state.queue.find((one) => one.key === tool);
  if (block === undefined) return [state, ""];
  // Clients parse the gathered text: a call without arguments must still be JSON.
  const closing = block.custom ? '"}' : block.hasInput ? "" : "{}";
  const [closed, text] =
    closing === "" ? ([state, ""] as const) : add(state, block, writeInput(block.index, closing));
  const last = closed.queue.find((one) => one.key === tool);
  const [next, more] = drain(replace(closed, last, { isOver: true }));
  return [next, text + more];
}

// ---- the queue -----------------------------------------------------------------------------------------------------

function over(block: Block): Block {
  return block.isOver ? block : { ...block, isOver: true };
}

/** Opens a block behind the others. Texts and thoughts end where another block begins; a call only at its own end. */
function begin(state: WriteState, key: Block["key"], opening: Wire): Written {
  const last = state.queue.at(-1);
  const [before, text] =
    last !== undefined && typeof last.key !== "number" ? endLast(state) : ([state, ""] as const);
  const index = before.next;
  const block: Block = { index, key, isOver: false, held: "", hasInput: false };
  const queued: WriteState = { ...before, next: index + 1, queue: [...before.queue, block] };
  const start = writeNamed("content_block_start", { index, content_block: opening });
  const [next, more] = add(queued, block, start);
  return [next, text + more];
}

/** Writes to a block: at once to the first, else held. */
function add(state: WriteState, block: Block | undefined, text: string): Written {
  if (block === undefined || state.queue[0]?.index === block.index) return [state, text];
  return [replace(state, block, { held: block.held + text }), ""];
}

function replace(state: WriteState, block: Block | undefined, change: Partial<Block>): WriteState {
  if (block === undefined) return state;
  const queue = state.queue.map((one) => (one.index === block.index ? { ...one, ...change } : one));
  return { ...state, queue };
}

function endLast(state: WriteState): Written {
  return drain(replace(state, state.queue.at(-1), { isOver: true }));
}

/** Writes the ends of blocks that are over, and what the block behind them has been holding. */
function drain(state: WriteState): Written {
  let { queue } = state;
  let text = "";
  while (queue[0]?.isOver) {
    text += writeNamed("content_block_stop", { index: queue[0].index });
    const [, head, ...rest] = queue;
    text += head?.held ?? "";
    queue = head === undefined ? [] : [{ ...head, held: "" }, ...rest];
  }
  return [{ ...state, queue }, text];
}

// ---- the wire ------------------------------------------------------------------------------------------------------

function writeNamed(type: string, fields: Wire): string {
  return writeSse(JSON.stringify({ type, ...fields }), type);
}

function writeDelta(index: number, delta: Wire): string {
  return writeNamed("content_block_delta", { index, delta });
}

function writeInput(index: number, text: string): string {
  return writeDelta(index, { type: "input_json_delta", partial_json: text });
}

/** The vendor counts the prompt before it begins; here that is not known yet, and the end will say it. */
function writeStart(id: string, model: string): string {
  const message = {
    id,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: writeUsage(NO_USAGE),
  };
  return writeNamed("message_start", { message });
}

function writeEnd(state: WriteState, reason: string): string {
  const delta = { stop_reason: reason, stop_sequence: null };
  const usage = writeUsage(state.usage ?? NO_USAGE);
  return writeNamed("message_delta", { delta, usage }) + writeNamed("message_stop", {});
}
