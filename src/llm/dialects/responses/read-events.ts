/**
 * A vendor's stream to canonical events, as a pure reducer.
 *
 * Items are told apart by `output_index`: some vendors give an item another id in every event. Deltas are read as they
 * come; what a vendor says only in an item's `done` event, or only in the last event's `output`, is read there.
 */

import { AppError } from "../../../base/errors.ts";
import type { SseFrame } from "../../../base/sse.ts";
import type { StreamEvent } from "../../canonical.ts";
import type { EventReducer } from "../../codec.ts";
import { recordsOf } from "../../extras.ts";
import { readInbandError, vendorError } from "./errors.ts";
import { parseEvent, responseOf, type WireEvent } from "./event.ts";
import { readFinish } from "./finish.ts";
import {
  addItem,
  closeItems,
  type Draft,
  endItem,
  type ReadState,
  readDelta,
} from "./read-item-events.ts";
import { readTime } from "./response.ts";
import { readUsage } from "./usage.ts";

type Wire = Readonly<Record<string, unknown>>;
type Step = readonly [ReadState, readonly StreamEvent[]];

export const eventReducer: EventReducer<ReadState> = {
  initial: { phase: "waiting", id: "", items: {}, tools: 0 },
  step,
  halt,
};

function step(state: ReadState, frame: SseFrame): Step {
  const { data } = frame;
  if (state.phase === "over" || data === null || data === "") return [state, []];
  if (data.startsWith("[DONE]")) return halt(state);
  const event = parseEvent(frame);
  const draft: Draft = { state, events: [] };
  if (event !== undefined) onEvent(draft, event);
  else if (frame.event === "error") fail(draft, vendorError(data));
  else fail(draft, new AppError("upstream_cut", "The vendor sent an event that is not JSON."));
  return [draft.state, draft.events];
}

/** The last event ends the answer; whatever ends before it was cut off. */
function halt(state: ReadState): Step {
  if (state.phase === "over") return [state, []];
  const draft: Draft = { state, events: [] };
  fail(
    draft,
    new AppError("upstream_cut", "The vendor's stream ended before the answer was finished."),
  );
  return [draft.state, draft.events];
}

function fail(draft: Draft, error: AppError | undefined): void {
  const known = error ?? vendorError("");
  draft.state = { ...draft.state, phase: "over" };
  draft.events.push({ type: "error", error: known });
}

// ---- events --------------------------------------------------------------------------------------------------------

function onEvent(draft: Draft, event: WireEvent): void {
  const { type, data } = event;
  switch (type) {
    case "response.created":
    case "response.queued":
    case "response.in_progress":
      begin(draft, responseOf(event));
      break;
    case "response.output_item.added":
      begin(draft, {});
      addItem(draft, data);
      break;
    case "response.output_item.done":
      begin(draft, {});
      endItem(draft, data);
      break;
    case "response.completed":
    case "response.incomplete":
      finish(draft, responseOf(event), type === "response.incomplete");
      break;
    case "response.failed":
    case "response.cancelled": {
      const response = responseOf(event);
      readTokens(draft, response);
      fail(draft, readInbandError({ status: "failed", ...response }));
      break;
    }
    case "error":
      fail(draft, readInbandError({ ...data, type: "error" }));
      break;
    default:
      if (readsDelta(type)) begin(draft, {});
      readDelta(draft, type, data);
  }
}

function readsDelta(type: string): boolean {
  return type.startsWith("response.") && type.endsWith(".delta");
}

/** Once, with what the first event says of the answer. */
function begin(draft: Draft, response: Wire): void {
  if (draft.state.phase !== "waiting") return;
  const id = typeof response["id"] === "string" ? response["id"] : "";
  const model = typeof response["model"] === "string" ? response["model"] : "";
  draft.state = { ...draft.state, phase: "open", id };
  draft.events.push({ type: "start", id, model, created: readTime(response["created_at"]) });
}

function finish(draft: Draft, response: Wire, isIncomplete: boolean): void {
  begin(draft, response);
  // Vendors that send the answer in the last event only.
  if (Object.keys(draft.state.items).length === 0) {
    recordsOf(response["output"]).forEach((item, output_index) =>
      endItem(draft, { output_index, item }),
    );
  }
  closeItems(draft);
  readTokens(draft, response);
  const status = isIncomplete ? "incomplete" : "completed";
  const reason = readFinish({ ...response, status }, draft.state.tools > 0);
  draft.state = { ...draft.state, phase: "over" };
  draft.events.push({ type: "finish", reasons: [reason] });
}

function readTokens(draft: Draft, response: Wire): void {
  const usage = readUsage(response["usage"], response["service_tier"]);
  if (usage !== undefined) draft.events.push({ type: "usage", usage });
}
