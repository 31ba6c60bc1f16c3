/** One event of a stream, read as far as every reader needs it. */

import { isRecord } from "../../../base/json.ts";
import type { SseFrame } from "../../../base/sse.ts";

export interface WireEvent {
  /** The type in the data; the frame's own name where the data has none. */
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Undefined for what is not an event of this dialect. */
export function parseEvent(frame: SseFrame, data: string): WireEvent | undefined {
  const fields = parseObject(data);
  if (fields === undefined) return undefined;
  const named = fields["type"];
  const type = typeof named === "string" ? named : fields["error"] ? "error" : frame.event;
  return type === null ? undefined : { type, fields };
}

function parseObject(data: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
