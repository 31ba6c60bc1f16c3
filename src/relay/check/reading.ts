/** A stream as it comes in from an endpoint under check. */

import { type SseFrame, SseReader } from "../../base/sse.ts";
import type { FinishReason, StreamEvent } from "../../llm/canonical.ts";
import type { EventReader } from "../../llm/codec.ts";
import type { Dialect, Usage } from "../../llm/dialect.ts";

export interface Streamed {
  readonly said: string;
  readonly finish: FinishReason | undefined;
  readonly usage: Usage | undefined;
  readonly contentType: string;
  /** The dialect's own end mark came; undefined: it has none beside the last event. */
  readonly hasEndMark: boolean | undefined;
}

/** Throws what the stream reports, and AppError("upstream_cut") when it ends too early. */
export class Reading {
  readonly #frames = new SseReader();
  readonly #events: EventReader;
  readonly #endMark: SseFrame | undefined;
  #sawEnd = false;
  #said = "";
  #finish: FinishReason | undefined;
  #usage: Usage | undefined;

  constructor(dialect: Dialect) {
    this.#events = dialect.codec.makeEventReader();
    [this.#endMark] = new SseReader().push(Buffer.from(dialect.streamEnd));
  }

  push(bytes: Uint8Array): void {
    for (const frame of this.#frames.push(bytes)) this.#take(frame);
  }

  end(contentType: string): Streamed {
    const last = this.#frames.end();
    if (last !== null) this.#take(last);
    this.#note(this.#events.halt());
    return {
      said: this.#said.trim(),
      finish: this.#finish,
      usage: this.#usage,
      contentType,
      hasEndMark: this.#endMark === undefined ? undefined : this.#sawEnd,
    };
  }

  #take(frame: SseFrame): void {
    const mark = this.#endMark;
    if (mark !== undefined)
      this.#sawEnd ||=
        mark.event === null ? frame.data?.trim() === mark.data : frame.event === mark.event;
    this.#note(this.#events.step(frame));
  }

  #note(events: readonly StreamEvent[]): void {
    for (const event of events) {
      if (event.type === "error") throw event.error;
      if (event.type === "text-delta") this.#said += event.text;
      else if (event.type === "usage") this.#usage = event.usage;
      else if (event.type === "finish") this.#finish = event.reasons[0];
    }
  }
}
