/**
 * A dialect's translation to and from the canonical form. Streams are pure reducers, so that each can be tested as a
 * table of steps; `makeReader` and `makeWriter` hold the state for a caller that has one stream to run.
 */

import type { SseFrame } from "../base/sse.ts";
import type { CanonicalRequest, CanonicalResponse, StreamEvent } from "./canonical.ts";
import type { Inbound } from "./inbound.ts";

export interface Codec {
  /** From a client's checked request. */
  readRequest(inbound: Inbound): CanonicalRequest;
  /** JSON text for a vendor; `request.model` must already be the vendor's name. */
  writeRequest(request: CanonicalRequest): string;
  /** From a vendor's whole answer. Throws AppError("upstream_error") on what is not one. */
  readResponse(text: string): CanonicalResponse;
  writeResponse(response: CanonicalResponse): string;
  makeEventReader(): EventReader;
  makeEventWriter(options: EventWriterOptions): EventWriter;
}

/** Vendor frames in, canonical events out. Never throws; after the terminal event it gives nothing more. */
export interface EventReader {
  step(frame: SseFrame): readonly StreamEvent[];
  /** The vendor's stream has ended: `finish` if the answer was whole, else an `upstream_cut` error. */
  halt(): readonly StreamEvent[];
}

/** Canonical events in, text for the client out. */
export interface EventWriter {
  write(event: StreamEvent): string;
}

export interface EventWriterOptions {
  /** The model name the client asked for. */
  readonly model: string;
  /** The client asked for a usage report in the stream. */
  readonly wantsUsage: boolean;
}

/** A stream reader as a pure value. */
export interface EventReducer<State> {
  readonly initial: State;
  step(state: State, frame: SseFrame): readonly [State, readonly StreamEvent[]];
  halt(state: State): readonly [State, readonly StreamEvent[]];
}

export function makeReader<State>(reducer: EventReducer<State>): EventReader {
  let state = reducer.initial;
  const keep = ([next, events]: readonly [
    State,
    readonly StreamEvent[],
  ]): readonly StreamEvent[] => {
    state = next;
    return events;
  };
  return {
    step: (frame) => keep(reducer.step(state, frame)),
    halt: () => keep(reducer.halt(state)),
  };
}

export function makeWriter<State>(
  initial: State,
  write: (state: State, event: StreamEvent) => readonly [State, string],
): EventWriter {
  let state = initial;
  return {
    write(event) {
      const [next, text] = write(state, event);
      state = next;
      return text;
    },
  };
}
