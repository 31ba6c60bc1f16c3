/**
 * Canonical events to the client's stream, as a pure function over an explicit state. The wire has no first and no last
 * mark: every event is a chunk with one part, and the last chunk has the finish reasons and the usage. Arguments are
 * objects, so a call is written when it is complete.
 */

import { writeSse } from "../../../base/sse.ts";
import type { FinishReason, StreamEvent, ToolCallPart } from "../../canonical.ts";
import type { EventWriterOptions } from "../../codec.ts";
import type { Usage } from "../../inbound.ts";
import { writeStreamError } from "./errors.ts";
import { writeChoiceFinish, writeCreated } from "./response.ts";
import { writeUsage } from "./usage.ts";
import { writeArguments, writeCall, writeClientPart, writeText } from "./write-parts.ts";

// ---- state ---------------------------------------------------------------------------------------------------------

export interface WriteState {
  readonly model: string;
  /** What every chunk ends with, as JSON text. */
  readonly tail: string;
  readonly usage?: Usage;
  /** Calls that are not complete, by `choice.tool`. */
  readonly calls: Readonly<Record<string, ToolCallPart>>;
  /** Choices with a call whose arguments were not an object. */
  readonly malformed: readonly number[];
}

export function beginWriting(options: EventWriterOptions): WriteState {
  return { model: options.model, tail: "}", calls: {}, malformed: [] };
}

// ---- events --------------------------------------------------------------------------------------------------------

type Written = readonly [WriteState, string];

export function writeEvent(state: WriteState, event: StreamEvent): Written {
  switch (event.type) {
    case "start":
      return [{ ...state, tail: writeTail(state.model, event.id, event.created) }, ""];
    case "text-delta":
      return [state, chunk(state, event.choice, writeText(event.text, event.signature))];
    case "refusal-delta":
      return [state, chunk(state, event.choice, writeText(event.text))];
    case "reasoning-delta":
      return onThought(state, event.choice, { text: event.text });
    case "reasoning-signature":
      return onThought(state, event.choice, { text: "", signature: event.signature });
    case "reasoning-redacted":
      return onThought(state, event.choice, { text: "", redacted: event.data });
    case "tool-start":
    case "tool-delta":
    case "tool-end":
      return onTool(state, event);
    case "usage":
      return [{ ...state, usage: event.usage }, ""];
    case "finish":
      return [state, writeEnd(state, event.reasons)];
    case "error":
      return [state, writeStreamError(event.error)];
  }
}

function onThought(
  state: WriteState,
  choice: number,
  block: { text: string; signature?: string; redacted?: string },
): Written {
  return [state, chunk(state, choice, ...writeClientPart({ type: "reasoning", ...block }))];
}

type ToolEvent = Extract<StreamEvent, { type: "tool-start" | "tool-delta" | "tool-end" }>;

function onTool(state: WriteState, event: ToolEvent): Written {
  const { choice } = event;
  const key = `${choice}.${event.tool}`;
  if (event.type === "tool-start") {
    const { type: _type, choice: _choice, tool: _tool, ...call } = event;
    return [withCall(state, key, { type: "tool-call", arguments: "", ...call }), ""];
  }
  const call = state.calls[key];
  if (call === undefined) return [state, ""];
  if (event.type === "tool-delta") {
    return [withCall(state, key, { ...call, arguments: call.arguments + event.text }), ""];
  }
  const { [key]: _done, ...calls } = state.calls;
  const args = writeArguments(call);
  if (args === undefined) return [{ ...state, calls, malformed: [...state.malformed, choice] }, ""];
  return [
    { ...state, calls },
    chunk(state, choice, writeCall(call, args, call.id, call.signature)),
  ];
}

function withCall(state: WriteState, key: string, call: ToolCallPart): WriteState {
  return { ...state, calls: { ...state.calls, [key]: call } };
}

// ---- chunks --------------------------------------------------------------------------------------------------------

function writeTail(model: string, id: string, created: number): string {
  return `,${JSON.stringify({ modelVersion: model, ...writeCreated(created), responseId: id }).slice(1)}`;
}

function chunk(state: WriteState, index: number, ...parts: readonly string[]): string {
  return writeSse(
    `{"candidates":[{"content":{"parts":[${parts.join(",")}],"role":"model"},"index":${index}}]${state.tail}`,
  );
}

function writeEnd(state: WriteState, reasons: readonly FinishReason[]): string {
  const candidates = reasons.map((reason, index) => {
    const finish = writeChoiceFinish(reason, state.malformed.includes(index));
    return `{"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"${finish}","index":${index}}`;
  });
  const usage =
    state.usage === undefined ? "" : `,"usageMetadata":${JSON.stringify(writeUsage(state.usage))}`;
  return writeSse(`{"candidates":[${candidates.join(",")}]${usage}${state.tail}`);
}
