/**
 * A vendor's stream to canonical events, as a pure reducer. The wire has no end mark: the answer is whole when every
 * candidate seen has a finish reason and the vendor closes, so `finish` is given by `halt` only.
 */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { SseFrame } from "../../../base/sse.ts";
import type { StreamEvent } from "../../canonical.ts";
import type { EventReducer } from "../../codec.ts";
import { holderOf, makeCallId } from "./call-id.ts";
import { readInbandError } from "./errors.ts";
import { finishError, isFinish, readFinish } from "./finish.ts";
import { isDelicate, rawElements, rawMember } from "./raw-json.ts";
import { type CallState, endCall, NO_CALLS, stepCall } from "./read-calls.ts";
import { callOf, openContent, readPart } from "./read-parts.ts";
import { isBlocked, readCreated } from "./response.ts";
import { readUsage } from "./usage.ts";
import { field, integerOf, recordsIn, textOf, type Wire } from "./wire.ts";

// ---- state ---------------------------------------------------------------------------------------------------------

export interface ReadState {
  readonly phase: "waiting" | "open" | "over";
  /** What the ids of calls without one are made of. */
  readonly holder: string;
  /** Milliseconds, for a vendor that does not say when it answered. */
  readonly now: number;
  readonly choices: readonly ChoiceState[];
  readonly isBlocked: boolean;
}

interface ChoiceState {
  readonly calls: CallState;
  /** The last thing said was a text: a signature that comes alone is the text's. */
  readonly endsInText: boolean;
  /** The vendor's word; absent until it ended the choice. The last one counts: some vendors end every chunk. */
  readonly word?: string;
}

const FRESH: ChoiceState = { calls: NO_CALLS, endsInText: false };

type Step = readonly [ReadState, readonly StreamEvent[]];

// ---- reducer -------------------------------------------------------------------------------------------------------

/** `seed` and `now` stand in for an id and a time the vendor does not give. */
export function makeReducer(seed: string, now: number): EventReducer<ReadState> {
  return {
    initial: { phase: "waiting", holder: seed, now, choices: [], isBlocked: false },
    step,
    halt,
  };
}

function step(state: ReadState, frame: SseFrame): Step {
  const { data } = frame;
  if (state.phase === "over" || data === null || data === "") return [state, []];
  const chunk = parseChunk(data);
  if (chunk === undefined) {
    return fail(state, new AppError("upstream_cut", "The vendor sent an event that is not JSON."));
  }
  const error = readInbandError(chunk);
  return error === undefined ? onChunk(state, chunk, data) : fail(state, error);
}

/** Whole only if every choice was ended by the vendor: an answer is never given an end of our making. */
function halt(state: ReadState): Step {
  if (state.phase === "over") return [state, []];
  const over: ReadState = { ...state, phase: "over" };
  if (state.choices.length === 0 && state.isBlocked) {
    return [over, [{ type: "finish", reasons: ["content-filter"] }]];
  }
  const reasons = state.choices.flatMap(({ word, calls }) =>
    word === undefined ? [] : (readFinish(word, calls.count > 0) ?? []),
  );
  if (reasons.length === 0 || reasons.length < state.choices.length) {
    return fail(
      state,
      new AppError("upstream_cut", "The vendor's stream ended before the answer was finished."),
    );
  }
  return [over, [{ type: "finish", reasons }]];
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

function onChunk(before: ReadState, chunk: Wire, data: string): Step {
  const events: StreamEvent[] = [];
  const candidates = recordsIn(chunk["candidates"]);
  let state = before;
  if (state.phase === "waiting") {
    if (candidates.length === 0 && !isBlocked(chunk)) return [state, []];
    state = { ...state, phase: "open", holder: holderOf(chunk["responseId"], state.holder) };
    events.push(startOf(state, chunk));
  }
  if (isBlocked(chunk)) state = { ...state, isBlocked: true };
  for (const [i, candidate] of candidates.entries()) {
    const index = readIndex(candidate["index"]);
    const raw = (): string | undefined =>
      isDelicate(data)
        ? rawMember(rawElements(rawMember(data, "candidates"))[i], "content")
        : undefined;
    const [choice, more] = onCandidate(
      state.choices[index] ?? FRESH,
      candidate,
      index,
      raw,
      state.holder,
    );
    events.push(...more);
    state = { ...state, choices: putChoice(state.choices, index, choice) };
    if (choice.word !== undefined && readFinish(choice.word, false) === undefined) {
      const [over, last] = fail(state, finishError(choice.word, candidate["finishMessage"]));
      return [over, [...events, ...last]];
    }
  }
  const usage = readUsage(chunk["usageMetadata"]);
  if (usage !== undefined) events.push({ type: "usage", usage });
  return [state, events];
}

function startOf(state: ReadState, chunk: Wire): StreamEvent {
  return {
    type: "start",
    id: textOf(chunk["responseId"]) || state.holder,
    model: textOf(chunk["modelVersion"]),
    created: readCreated(chunk["createTime"], state.now),
  };
}

/** No more choices than anyone may ask for: a wild index must not fill memory. */
const MAX_CHOICES = 128;

function readIndex(value: unknown): number {
  const index = integerOf(value);
  return index !== undefined && index >= 0 && index < MAX_CHOICES ? index : 0;
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

function onCandidate(
  before: ChoiceState,
  candidate: Wire,
  choice: number,
  raw: () => string | undefined,
  holder: string,
): readonly [ChoiceState, readonly StreamEvent[]] {
  const events: StreamEvent[] = [];
  let { calls, endsInText } = before;
  const makeId = (position: number): string => makeCallId(holder, choice, position);
  const content = openContent(candidate["content"], raw);
  content.parts.forEach((part, i) => {
    const call = callOf(part);
    if (isRecord(call)) {
      const signature = field(part, "thoughtSignature");
      const rawCall = rawMember(content.raws[i], "functionCall");
      const [next, more] = stepCall(calls, { choice, call, raw: rawCall, signature, makeId });
      calls = next;
      endsInText = false;
      events.push(...more);
      return;
    }
    for (const event of readSaid(part, choice)) {
      // A signature of nothing would only open an empty text.
      if (event.type === "text-delta" && event.text === "" && !endsInText) continue;
      endsInText = event.type === "text-delta";
      events.push(event);
    }
  });
  const word = candidate["finishReason"];
  if (!isFinish(word)) return [{ ...before, calls, endsInText }, events];
  const [ended, ends] = endCall(calls, choice);
  return [{ calls: ended, endsInText, word }, [...events, ...ends]];
}

/** Parts that have no event (pictures, code the vendor ran) are left out. */
function readSaid(part: Wire, choice: number): StreamEvent[] {
  const read = readPart(part, undefined, () => "");
  if (read?.type === "text") {
    const signed = read.signature === undefined ? {} : { signature: read.signature };
    return [{ type: "text-delta", choice, text: read.text, ...signed }];
  }
  if (read?.type !== "reasoning") return [];
  if (read.redacted !== undefined)
    return [{ type: "reasoning-redacted", choice, data: read.redacted }];
  const events: StreamEvent[] = [];
  if (read.text !== "") events.push({ type: "reasoning-delta", choice, text: read.text });
  if (read.signature !== undefined) {
    events.push({ type: "reasoning-signature", choice, signature: read.signature });
  }
  return events;
}
