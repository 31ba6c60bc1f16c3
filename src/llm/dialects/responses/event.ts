/** One event of a stream, parsed. */

import { isRecord } from "../../../base/json.ts";
import type { SseFrame } from "../../../base/sse.ts";

export interface WireEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Undefined for what is no event of this dialect. The type stands in the data, and mostly beside it too. */
export function parseEvent(frame: SseFrame): WireEvent | undefined {
  let data: unknown;
  try {
    data = JSON.parse(frame.data ?? "");
  } catch {
    return undefined;
  }
  if (!isRecord(data)) return undefined;
  const type = typeof data["type"] === "string" ? data["type"] : frame.event;
  if (type !== null) return { type, data };
  return data["error"] ? { type: "error", data } : undefined;
}

/** The `response` inside an event; empty when there is none. */
export function responseOf(event: WireEvent): Readonly<Record<string, unknown>> {
  const { response } = event.data;
  return isRecord(response) ? response : {};
}
