/**
 * What a wire dialect is. A dialect is a folder of pure functions under `dialects/`, listed in `dialects/index.ts`;
 * it knows the wire and nothing of vendors, keys or money.
 *
 * A call whose client and vendor speak the same dialect takes the `pass*` and `sniff*` road: bytes go through and
 * only what the relay must know is read from them. Every other pair meets in the canonical form of `canonical.ts`.
 */

import type { AppError } from "../base/errors.ts";
import type { SseFrame } from "../base/sse.ts";
import type { AddressRules } from "./address.ts";
import type { Codec } from "./codec.ts";
import type { EmbeddingsCodec } from "./embeddings.ts";
import type { Inbound, Operation, PathFacts, Usage } from "./inbound.ts";
import type { PassedHeader } from "./passed-headers.ts";

export type { Asks, Inbound, Operation, PathFacts, SpecialUsage, Usage } from "./inbound.ts";

/** What one frame of a vendor's stream means to the relay. */
export interface Sniff {
  /**
   * `event`: part of the answer. `quiet`: nothing of the answer (a comment, a ping). `end`: the dialect's own end mark.
   * `error`: the vendor reports a failure in band, see `StreamSniffer.error`. `malformed`: not the dialect at all.
   */
  readonly kind: "event" | "quiet" | "end" | "error" | "malformed";
  /** The frame to forward, changed where it must be; null: the client did not ask for it. */
  readonly forward: string | null;
}

/** Reads a vendor's stream beside the bytes that pass through. One per stream; never throws. */
export interface StreamSniffer {
  step(frame: SseFrame): Sniff;
  /** Tokens the vendor reported; undefined until it did. */
  readonly usage: Usage | undefined;
  /**
   * What the vendor said of the prompt when it began, `completion` 0, where it says that apart from the rest: for the
   * bill of a stream that ended before `usage` was known.
   */
  readonly promptUsage?: Usage | undefined;
  /** True once every choice got its finish reason: only then is the answer whole. */
  readonly finished: boolean;
  /** The vendor's own in-band failure, after a step of kind `error`. */
  readonly error: AppError | undefined;
  /**
   * The vendor closed the connection: what that means, for a sniffer that can only then tell. Absent: `finished` tells.
   */
  halt?(): Sniff;
  /** An error as the last thing in this stream, where that repeats what the stream has said. Absent: it does not. */
  writeError?(error: AppError): string;
  /** Text of the answer so far, tool arguments included: what is counted when usage is missing. */
  readonly output: string;
}

/** A failed vendor answer, read. */
export interface UpstreamFailure {
  readonly status: number;
  readonly message: string;
  readonly type: string | undefined;
  readonly code: string | undefined;
  readonly param: string | undefined;
  /** Seconds the vendor asks us to wait; undefined: it did not say. */
  readonly retryAfter: number | undefined;
}

export interface Dialect {
  readonly name: string;
  /** Operations a vendor of this dialect serves. */
  readonly operations: readonly Operation[];
  /** What its addresses look like: `normaliseBaseUrl(text, dialect.address)` gives the base address to store. */
  readonly address: AddressRules;

  /** Address of an operation below a vendor's base address (see `address.ts`). */
  operationUrl(
    baseUrl: string,
    operation: Operation | "models",
    upstreamModel: string,
    stream: boolean,
  ): string;
  /** Headers that carry a vendor key. */
  authHeaders(key: string): Record<string, string>;
  /** Headers of a client that a vendor of the same dialect must see. Absent: none. */
  readonly passedHeaders?: readonly PassedHeader[];

  /** Checks a client's request. Throws AppError naming the first bad field, with every problem in its detail. */
  parseRequest(operation: Operation, text: string, path?: PathFacts): Inbound;
  /** The request text for a vendor of the same dialect: only `model` and the forced usage report differ. */
  passRequest(inbound: Inbound, upstreamModel: string): string;
  /** The answer text for the client: only `model` differs, and only when the public name is not the vendor's. */
  passResponse(inbound: Inbound, upstreamModel: string, text: string): string;
  /** Reads usage from a whole answer; undefined when the vendor gave none. Throws AppError on what is not an answer. */
  sniffResponse(operation: Operation, text: string): { usage: Usage | undefined; output: string };
  makeSniffer(inbound: Inbound, upstreamModel: string): StreamSniffer;
  /** Text of the prompt, for counting tokens when the vendor does not. */
  promptText(inbound: Inbound): string;

  readFailure(status: number, headers: Headers, text: string): UpstreamFailure;
  /** Error body for a client of this dialect; some hold the request's id. */
  writeError(error: AppError, requestId?: string): string;
  /** The same error as the last thing in a stream. */
  writeStreamError(error: AppError): string;
  /** The dialect's own end mark, for a vendor that finished its answer without sending it; "" where there is none. */
  readonly streamEnd: string;

  /** Makes one JSON array of a stream, for clients that did not ask for events (`alt=sse`). Absent: all want events. */
  makeArrayFraming?(): { push(events: string): string; end(): string };
  /** The answer to `count-tokens`. Absent: the dialect has no such operation. */
  writeCount?(tokens: number): string;
  /** A request of this dialect must name the most output tokens. Absent: it need not. */
  readonly needsOutputLimit?: true;
  /** Absent: the dialect has no embeddings. */
  readonly embeddings?: EmbeddingsCodec;
  /** To and from the canonical form, for a client and a vendor of different dialects. */
  readonly codec: Codec;
}
