/** A vendor's stream to canonical events, as a pure reducer. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { SseFrame } from "../../../base/sse.ts";
import type { FinishReason, StreamEvent } from "../../canonical.ts";
import type { EventReducer } from "../../codec.ts";
import { recordsOf } from "../../extras.ts";
import { readInbandError, vendorError } from "./errors.ts";
import { readFinish } from "./finish.ts";
import { endCalls, type OpenCall, stepCall } from "./read-tool-calls.ts";
import { readDetail, readReasoningText, readSignature } from "./reasoning.ts";
import { readUsage } from "./usage.ts";

type Wire = Readonly<Record<string, unknown>>;

// ---- state ---------------------------------------------------------------------------------------------------------

export interface ReadState {
  readonly phase: "waiting" | "open" | "over";
  readonly id: string;
  readonly choices: readonly ChoiceState[];
}

interface ChoiceState {
  readonly calls: readonly OpenCall[];
  /** Absent until the vendor ended the choice. */
  readonly reason?: FinishReason;
  /** Which field the thoughts come from: vendors that send two say everything twice. */
  readonly thoughts?: "text" | "details";
}

const FRESH: ChoiceState = { calls: [] };

type Step = readonly [ReadState, readonly StreamEvent[]];

// ---- reducer -------------------------------------------------------------------------------------------------------

export const eventReducer: EventReducer<ReadState> = {
  initial: { phase: "waiting", id: "", choices: [] },
  step,
  halt,
};

function step(state: ReadState, frame: SseFrame): Step {
  const { data } = frame;
  if (state.phase === "over" || data === null || data === "") return [state, []];
  if (data.startsWith("[DONE]")) return halt(state);
  const chunk = parseChunk(data);
  if (chunk === undefined) {
    return fail(
      state,
      frame.event === "error"
        ? vendorError(data)
        : new AppError("upstream_cut", "The vendor sent an event that is not JSON."),
    );
  }
  const error = readInbandError(chunk);
  return error === undefined ? onChunk(state, chunk) : fail(state, error);
}

/** Whole only if every choice was ended by the vendor: an answer is never given an end of our making. */
function halt(state: ReadState): Step {
  if (state.phase === "over") return [state, []];
  const reasons = state.choices
    .map((choice) => choice.reason)
    .filter((reason) => reason !== undefined);
  if (reasons.length === 0 || reasons.length < state.choices.length) {
    return fail(
      state,
      new AppError("upstream_cut", "The vendor's stream ended before the answer was finished."),
    );
  }
  return [{ ...state, phase: "over" }, [{ type: "finish", reasons }]];
}

function fail(state: ReadState, error: AppError): Step {
  return [{ ...state, phase: "over" }, [{ type: "error", error }]];
}

function parseChunk(data: string): Wire | undefined {
  try {
    const chunk: unknown = JSON.parse(data);
    return isRecord(chunk) ? chunk : undefined;
  } catch {
    return undefined;
  }
}

// ---- chunks --------------------------------------------------------------------------------------------------------

function onChunk(before: ReadState, chunk: Wire): Step {
  const events: StreamEvent[] = [];
  let state = before;
  if (state.phase === "waiting") {
    // Azure's first chunk and pings hold nothing of the answer, not even its id.
    if (recordsOf(chunk["choices"]).length === 0) return [state, []];
    state = { ...state, phase: "open", id: typeof chunk["id"] === "string" ? chunk["id"] : "" };
    events.push(startOf(state.id, chunk));
  }
  for (const wire of recordsOf(chunk["choices"])) {
    const index = readIndex(wire["index"]);
    if (wire["finish_reason"] === "error") {
      const [over, last] = fail(state, vendorError("The vendor ended the answer with an error."));
      return [over, [...events, ...last]];
    }
    const [choice, more] = onChoice(state.choices[index] ?? FRESH, wire, index, state.id);
    state = { ...state, choices: putChoice(state.choices, index, choice) };
    events.push(...more);
  }
  const usage = readUsage(chunk["usage"], chunk["service_tier"]);
  if (usage !== undefined) events.push({ type: "usage", usage });
  return [state, events];
}

function startOf(id: string, chunk: Wire): StreamEvent {
  return {
    type: "start",
    id,
    model: typeof chunk["model"] === "string" ? chunk["model"] : "",
    created: typeof chunk["created"] === "number" ? chunk["created"] : 0,
  };
}

/** No more choices than anyone may ask for: a wild index must not fill memory. */
const MAX_CHOICES = 128;

function readIndex(index: unknown): number {
  return typeof index === "number" && Number.isInteger(index) && index >= 0 && index < MAX_CHOICES
    ? index
    : 0;
}

function putChoice(
  choices: readonly ChoiceState[],
  index: number,
  choice: ChoiceState,
): ChoiceState[] {
  const next = [...choices];
  while (next.length < index) next.push(FRESH);
  next[index] = choice;
  return next;
}

function onChoice(
  before: ChoiceState,
  wire: Wire,
  choice: number,
  answerId: string,
): readonly [ChoiceState, readonly StreamEvent[]] {
  if (before.reason !== undefined) return [before, []];
  const events: StreamEvent[] = [];
  let state = before;
  const delta = isRecord(wire["delta"]) ? wire["delta"] : {};
  state = { ...state, ...readThoughts(state, delta, choice, events) };
  if (typeof delta["content"] === "string" && delta["content"] !== "") {
    events.push({ type: "text-delta", choice, text: delta["content"], ...readSignature(delta) });
  }
  if (typeof delta["refusal"] === "string" && delta["refusal"] !== "") {
    events.push({ type: "refusal-delta", choice, text: delta["refusal"] });
  }
  const fragments = recordsOf(delta["tool_calls"]);
  // The old form: one call, no number, no id.
  if (isRecord(delta["function_call"]))
    fragments.push({ index: 0, function: delta["function_call"] });
  for (const fragment of fragments) {
    const [calls, more] = stepCall(state.calls, fragment, choice, answerId);
    state = { ...state, calls };
    events.push(...more);
  }
  const reason = wire["finish_reason"];
  if (typeof reason === "string" && reason !== "") {
    events.push(...endCalls(state.calls, choice));
    state = { ...state, reason: readFinish(reason, state.calls.length > 0) };
  }
  return [state, events];
}

function readThoughts(
  state: ChoiceState,
  delta: Wire,
  choice: number,
  events: StreamEvent[],
): Pick<ChoiceState, "thoughts"> {
  const text = readReasoningText(delta);
  let { thoughts } = state;
  if (text !== undefined && text !== "" && thoughts !== "details") {
    thoughts = "text";
    events.push({ type: "reasoning-delta", choice, text });
  }
  for (const block of recordsOf(delta["reasoning_details"]).flatMap(readDetail)) {
    if (block.redacted !== undefined) {
      events.push({ type: "reasoning-redacted", choice, data: block.redacted });
    }
    if (block.text !== "" && thoughts !== "text") {
      thoughts = "details";
      events.push({ type: "reasoning-delta", choice, text: block.text });
    }
    if (block.signature !== undefined) {
      events.push({ type: "reasoning-signature", choice, signature: block.signature });
    }
  }
  return thoughts === undefined ? {} : { thoughts };
}
