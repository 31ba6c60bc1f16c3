/** Canonical events to the client's stream, as a pure function over an explicit state. */

import { writeSse } from "../../../base/sse.ts";
import type { ReasoningPart, StreamEvent } from "../../canonical.ts";
import { packId } from "../../carried-id.ts";
import type { EventWriterOptions } from "../../codec.ts";
import type { Usage } from "../../inbound.ts";
import { writeStreamError } from "./errors.ts";
import { writeFinish } from "./finish.ts";
import { writeDetail, writeSignature } from "./reasoning.ts";
import { writeUsage } from "./response.ts";

type Wire = Readonly<Record<string, unknown>>;

// ---- state ---------------------------------------------------------------------------------------------------------

export interface WriteState extends EventWriterOptions {
  readonly id: string;
  readonly created: number;
  readonly usage?: Usage;
  readonly choices: Readonly<Record<number, ChoiceState>>;
}

interface ChoiceState {
  /** Thoughts since the last signature, which is written together with what it signs. */
  readonly thoughts: string;
  readonly blocks: number;
  /** Thoughts with what proves them, to be carried by the first call's id. */
  readonly proven: readonly ReasoningPart[];
  /** Numbers of the calls that got arguments, or need none. */
  readonly filled: readonly number[];
}

const FRESH: ChoiceState = { thoughts: "", blocks: 0, proven: [], filled: [] };

export function beginWriting(options: EventWriterOptions): WriteState {
  return { ...options, id: "", created: 0, choices: {} };
}

// ---- events --------------------------------------------------------------------------------------------------------

type Written = readonly [WriteState, string];

export function writeEvent(state: WriteState, event: StreamEvent): Written {
  switch (event.type) {
    case "start":
      return onDelta({ ...state, id: event.id, created: event.created }, 0, {});
    case "text-delta":
      return onDelta(state, event.choice, {
        content: event.text,
        ...writeSignature(event.signature),
      });
    case "refusal-delta":
      return onDelta(state, event.choice, { refusal: event.text });
    case "reasoning-delta": {
      const { thoughts } = choiceOf(state, event.choice);
      const next = withChoice(state, event.choice, { thoughts: thoughts + event.text });
      return [
        next,
        opened(state, event.choice) + chunk(next, event.choice, { reasoning_content: event.text }),
      ];
    }
    case "reasoning-signature":
      return onBlock(state, event.choice, { signature: event.signature });
    case "reasoning-redacted":
      return onBlock(state, event.choice, { redacted: event.data });
    case "tool-start":
      return onToolStart(state, event);
    case "tool-delta": {
      const next = markFilled(state, event.choice, event.tool);
      return [
        next,
        chunk(next, event.choice, writeArguments(state, event.choice, event.tool, event.text)),
      ];
    }
    case "tool-end":
      // Clients parse the gathered text: a call without arguments must still be JSON.
      if (choiceOf(state, event.choice).filled.includes(event.tool)) return [state, ""];
      return [
        markFilled(state, event.choice, event.tool),
        chunk(state, event.choice, writeArguments(state, event.choice, event.tool, "{}")),
      ];
    case "usage":
      return [{ ...state, usage: event.usage }, ""];
    case "finish":
      return [state, writeEnd(state, event.reasons.map(writeFinish))];
    case "error":
      return [state, writeStreamError(event.error)];
  }
}

function onDelta(state: WriteState, choice: number, delta: Wire): Written {
  const text =
    opened(state, choice) + (Object.keys(delta).length === 0 ? "" : chunk(state, choice, delta));
  return [withChoice(state, choice, {}), text];
}

/** Ends a block of thought: its text, once more and whole, with what proves it. */
function onBlock(
  state: WriteState,
  choice: number,
  proof: { signature?: string; redacted?: string },
): Written {
  const { thoughts, blocks, proven } = choiceOf(state, choice);
  const text = proof.redacted === undefined ? thoughts : "";
  const part: ReasoningPart = { type: "reasoning", text, ...proof };
  const detail = writeDetail(part, blocks);
  const next = withChoice(state, choice, {
    blocks: blocks + 1,
    proven: [...proven, part],
    ...(proof.redacted === undefined ? { thoughts: "" } : {}),
  });
  return [next, opened(state, choice) + chunk(next, choice, { reasoning_details: [detail] })];
}

// ---- tool calls ----------------------------------------------------------------------------------------------------

/** A custom call is remembered by a negative number: its fragments are spelled differently, and it may stay empty. */
const customMark = (tool: number): number => -1 - tool;

function onToolStart(
  state: WriteState,
  event: Extract<StreamEvent, { type: "tool-start" }>,
): Written {
  const { choice, tool, name } = event;
  const { filled, proven } = choiceOf(state, choice);
  const id = packId(event.id, tool === 0 ? { ...event, reasoning: proven } : event);
  const body = event.custom
    ? { type: "custom", custom: { name, input: "" } }
    : { type: "function", function: { name, arguments: "" } };
  const call = { index: tool, id, ...body, ...writeSignature(event.signature) };
  const next = withChoice(
    state,
    choice,
    event.custom ? { filled: [...filled, tool, customMark(tool)] } : {},
  );
  return [next, opened(state, choice) + chunk(next, choice, { tool_calls: [call] })];
}

function writeArguments(state: WriteState, choice: number, tool: number, text: string): Wire {
  const isCustom = choiceOf(state, choice).filled.includes(customMark(tool));
  const body = isCustom ? { custom: { input: text } } : { function: { arguments: text } };
  return { tool_calls: [{ index: tool, ...body }] };
}

function markFilled(state: WriteState, choice: number, tool: number): WriteState {
  const { filled } = choiceOf(state, choice);
  return filled.includes(tool) ? state : withChoice(state, choice, { filled: [...filled, tool] });
}

// ---- chunks --------------------------------------------------------------------------------------------------------

function choiceOf(state: WriteState, choice: number): ChoiceState {
  return state.choices[choice] ?? FRESH;
}

function withChoice(state: WriteState, choice: number, change: Partial<ChoiceState>): WriteState {
  return {
    ...state,
    choices: { ...state.choices, [choice]: { ...choiceOf(state, choice), ...change } },
  };
}

/** The chunk every choice begins with; nothing once the choice has begun. */
function opened(state: WriteState, choice: number): string {
  if (state.choices[choice] !== undefined) return "";
  return chunk(state, choice, { role: "assistant", content: "", refusal: null });
}

function chunk(
  state: WriteState,
  index: number,
  delta: Wire,
  finish: string | null = null,
): string {
  const choices = [{ index, delta, logprobs: null, finish_reason: finish }];
  return writeSse(
    JSON.stringify({ ...head(state), choices, ...(state.wantsUsage ? { usage: null } : {}) }),
  );
}

function writeEnd(state: WriteState, reasons: readonly string[]): string {
  const ends = reasons.map(
    (reason, index) => opened(state, index) + chunk(state, index, {}, reason),
  );
  const usage =
    state.wantsUsage && state.usage !== undefined
      ? writeSse(JSON.stringify({ ...head(state), choices: [], usage: writeUsage(state.usage) }))
      : "";
  return `${ends.join("")}${usage}${writeSse("[DONE]")}`;
}

function head(state: WriteState): Wire {
  return {
    id: state.id,
    object: "chat.completion.chunk",
    created: state.created,
    model: state.model,
  };
}
