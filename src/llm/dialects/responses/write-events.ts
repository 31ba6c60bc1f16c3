/**
 * Canonical events to the client's stream, as a pure function over an explicit state.
 *
 *   response.created, response.in_progress
 *   for each item: output_item.added, its parts and deltas, their `done`, output_item.done
 *   response.completed | response.incomplete, with every item and the bill
 *
 * One message or thought is open at a time; calls may be open beside each other. Clients check that indexes are dense,
 * that ids do not change and that no item is left open.
 */

import type { StreamEvent } from "../../canonical.ts";
import type { EventWriterOptions } from "../../codec.ts";
import { type Answer, writeAnswer } from "./answer.ts";
import { writeStreamError } from "./errors.ts";
import { writeFinish } from "./finish.ts";
import type { ItemStatus } from "./output-items.ts";
import { addCall, closeCall, closeCalls, growCall } from "./write-call-events.ts";
import { closeMessage, growMessage } from "./write-message-events.ts";
import { closeReasoning, growReasoning, proveReasoning } from "./write-reasoning-events.ts";
import { begin, type Draft, emit, type WriteState } from "./write-state.ts";

export type { WriteState } from "./write-state.ts";

export function beginWriting(options: EventWriterOptions): WriteState {
  return begin(options.model);
}

export function writeEvent(state: WriteState, event: StreamEvent): readonly [WriteState, string] {
  // The wire has one answer; more than one were never asked for.
  if ("choice" in event && event.choice !== 0) return [state, ""];
  const draft: Draft = { ...state, text: "" };
  apply(draft, event);
  const { text, ...next } = draft;
  return [next, text];
}

function apply(draft: Draft, event: StreamEvent): void {
  switch (event.type) {
    case "start": {
      draft.id = event.id;
      draft.created = event.created;
      const response = answerOf(draft, "in_progress");
      emit(draft, "response.created", { response });
      emit(draft, "response.in_progress", { response });
      break;
    }
    case "text-delta":
    case "refusal-delta":
      if (event.text === "") break;
      closeReasoning(draft);
      growMessage(draft, event.type === "text-delta" ? "text" : "refusal", event.text);
      break;
    case "reasoning-delta":
      if (event.text === "") break;
      closeMessage(draft, "completed");
      growReasoning(draft, event.text);
      break;
    case "reasoning-signature":
      closeMessage(draft, "completed");
      proveReasoning(draft, { signature: event.signature });
      break;
    case "reasoning-redacted":
      closeMessage(draft, "completed");
      closeReasoning(draft);
      proveReasoning(draft, { redacted: event.data });
      break;
    case "tool-start":
      closeReasoning(draft);
      closeMessage(draft, "completed");
      addCall(draft, event);
      break;
    case "tool-delta":
      growCall(draft, event.tool, event.text);
      break;
    case "tool-end":
      closeCall(draft, event.tool, "completed");
      break;
    case "usage":
      draft.usage = event.usage;
      break;
    case "finish":
      finish(draft, writeFinish(event.reasons[0] ?? "stop"));
      break;
    case "error":
      draft.text += writeStreamError(event.error, {
        sequence: draft.sequence,
        id: draft.id,
        model: draft.model,
        created: draft.created,
        output: outputOf(draft),
      });
      break;
  }
}

function finish(draft: Draft, { status, reason }: Pick<Answer, "status" | "reason">): void {
  const last: ItemStatus = status === "incomplete" ? "incomplete" : "completed";
  closeReasoning(draft);
  closeMessage(draft, last);
  closeCalls(draft, last);
  const response = answerOf(draft, status, reason);
  emit(draft, `response.${status}`, { response });
}

function answerOf(draft: Draft, status: Answer["status"], reason?: string): unknown {
  const { id, model, created, usage } = draft;
  const output = outputOf(draft);
  const why = reason === undefined ? {} : { reason };
  return writeAnswer({ id, model, created, status, output, usage, ...why });
}

/** Finished items only: one that is still open when the stream breaks has no place in the answer. */
function outputOf(draft: Draft): unknown[] {
  return draft.output.filter((item) => item !== undefined);
}
