/** A vendor's stream to canonical events, as a pure reducer. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { SseFrame } from "../../../base/sse.ts";
import type { StreamEvent } from "../../canonical.ts";
import type { EventReducer } from "../../codec.ts";
import { vendorError } from "./errors.ts";
import { parseEvent, type WireEvent } from "./event.ts";
import { readFinish, readRefusal } from "./finish.ts";
import { type OpenBlock, startBlock, stepBlock, stopBlock } from "./read-block-events.ts";
import { mergeReports, readUsage } from "./usage.ts";

type Wire = Readonly<Record<string, unknown>>;

// ---- state ---------------------------------------------------------------------------------------------------------

export interface ReadState {
  readonly phase: "waiting" | "open" | "over";
  /** Seconds since 1970: the wire does not say when an answer was made. */
  readonly created: number;
  /** Open blocks by the vendor's own number. */
  readonly blocks: ReadonlyMap<number, OpenBlock>;
  /** Calls begun so far. */
  readonly calls: number;
  readonly report?: Wire;
  /** Absent until the vendor ended the answer. */
  readonly reason?: string;
}

type Step = readonly [ReadState, readonly StreamEvent[]];

const NO_EVENTS: readonly StreamEvent[] = [];

// ---- reducer -------------------------------------------------------------------------------------------------------

export function makeReducer(now: number = Date.now()): EventReducer<ReadState> {
  const created = Math.floor(now / 1000);
  return { initial: { phase: "waiting", created, blocks: new Map(), calls: 0 }, step, halt };
}

function step(state: ReadState, frame: SseFrame): Step {
  const { data } = frame;
  if (state.phase === "over" || data === null || data === "") return [state, NO_EVENTS];
  const event = parseEvent(frame, data);
  if (event === undefined) {
    return fail(
      state,
      frame.event === "error"
        ? vendorError(data)
        : new AppError("upstream_cut", "The vendor sent an event that is not of its dialect."),
    );
  }
  return onEvent(state, event, data);
}

function onEvent(state: ReadState, { type, fields }: WireEvent, data: string): Step {
  switch (type) {
    case "message_start":
      return onStart(state, isRecord(fields["message"]) ? fields["message"] : {});
    case "content_block_start":
      return onBlockStart(begun(state), fields, data);
    case "content_block_delta":
      return onBlockDelta(state, fields);
    case "content_block_stop":
      return onBlockStop(state, readIndex(fields));
    case "message_delta":
      return onMessageDelta(state, fields);
    case "message_stop":
      return halt(state);
    case "error":
      return fail(state, vendorError(fields));
    default:
      // A ping, or what this dialect will have one day.
      return [state, NO_EVENTS];
  }
}

/** Whole only if the vendor gave a reason: an answer is never given an end of our making. */
function halt(state: ReadState): Step {
  if (state.phase === "over") return [state, NO_EVENTS];
  if (state.reason === undefined) {
    return fail(
      state,
      new AppError("upstream_cut", "The vendor's stream ended before the answer was finished."),
    );
  }
  const [closed, events] = closeBlocks(state);
  const reasons = [readFinish(state.reason, state.calls > 0)];
  return [{ ...closed, phase: "over" }, [...events, { type: "finish", reasons }]];
}

function fail(state: ReadState, error: AppError): Step {
  return [{ ...state, phase: "over" }, [{ type: "error", error }]];
}

// ---- message events ------------------------------------------------------------------------------------------------

/** A second start is another model taking over, or a proxy's mistake; the answer goes on under its first name. */
function onStart(before: ReadState, message: Wire): Step {
  const [state, events] = closeBlocks(before);
  const { reason: _dropped, ...kept } = state;
  const report = mergeReports(state.report, message["usage"]);
  const next: ReadState = { ...kept, phase: "open", ...(report === undefined ? {} : { report }) };
  if (state.phase === "open") return [next, events];
  const id = typeof message["id"] === "string" ? message["id"] : "";
  const model = typeof message["model"] === "string" ? message["model"] : "";
  return [next, [{ type: "start", id, model, created: state.created }]];
}

/** A vendor that forgets to begin is forgiven. */
function begun(state: ReadState): Step {
  return state.phase === "waiting" ? onStart(state, {}) : [state, NO_EVENTS];
}

function onMessageDelta(before: ReadState, fields: Wire): Step {
  const [state, events] = begun(before);
  const delta = isRecord(fields["delta"]) ? fields["delta"] : {};
  const report = mergeReports(state.report, fields["usage"]);
  const refusal = readRefusal(delta["stop_details"]);
  const usage = isRecord(fields["usage"]) ? readUsage(report) : undefined;
  return [
    {
      ...state,
      ...(report === undefined ? {} : { report }),
      ...(typeof delta["stop_reason"] === "string" ? { reason: delta["stop_reason"] } : {}),
    },
    [
      ...events,
      ...(refusal === undefined ? [] : [refusalDelta(refusal)]),
      ...(usage === undefined ? [] : [{ type: "usage" as const, usage }]),
    ],
  ];
}

function refusalDelta(text: string): StreamEvent {
  return { type: "refusal-delta", choice: 0, text };
}

// ---- block events --------------------------------------------------------------------------------------------------

function readIndex(fields: Wire): number {
  return typeof fields["index"] === "number" ? fields["index"] : 0;
}

function onBlockStart([before, events]: Step, fields: Wire, data: string): Step {
  const index = readIndex(fields);
  // A vendor that forgets to end a block, and numbers the next one the same.
  const [state, ended] = before.blocks.has(index)
    ? onBlockStop(before, index)
    : [before, NO_EVENTS];
  const block = isRecord(fields["content_block"]) ? fields["content_block"] : {};
  const [open, started] = startBlock(block, state.calls, data);
  const calls = open.kind === "tool" ? state.calls + 1 : state.calls;
  const blocks = new Map(state.blocks).set(index, open);
  return [{ ...state, blocks, calls }, [...events, ...ended, ...started]];
}

function onBlockDelta(before: ReadState, fields: Wire): Step {
  const delta = fields["delta"];
  if (!isRecord(delta)) return [before, NO_EVENTS];
  const [state, events] = begun(before);
  const index = readIndex(fields);
  const open = state.blocks.get(index);
  const [next, more] = stepBlock(open, delta);
  const all = events.length === 0 ? more : [...events, ...more];
  if (next === open || next === undefined) return [state, all];
  return [{ ...state, blocks: new Map(state.blocks).set(index, next) }, all];
}

function onBlockStop(state: ReadState, index: number): Step {
  const open = state.blocks.get(index);
  if (open === undefined) return [state, NO_EVENTS];
  const blocks = new Map(state.blocks);
  blocks.delete(index);
  return [{ ...state, blocks }, stopBlock(open)];
}

function closeBlocks(state: ReadState): Step {
  if (state.blocks.size === 0) return [state, NO_EVENTS];
  return [{ ...state, blocks: new Map() }, [...state.blocks.values()].flatMap(stopBlock)];
}
