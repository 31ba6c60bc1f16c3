/**
 * The fault knobs. One flat object; every field is optional and absent means "behave well".
 *
 * "After N chunks" always counts content deltas (text, thinking, tool-argument pieces), not framing events such as
 * `message_start`. N = 0 fires before any event at all, right after the headers; N beyond the last delta fires after the
 * last delta, before the finish event, so a fault that was asked for always happens. On a plain (not streamed) answer,
 * "after N chunks" means after half of the body.
 */
export interface Faults {
  /** Silence before the status line. */
  latencyMs?: number;
  /** Streams: silence between the headers and the first event. */
  firstTokenDelayMs?: number;
  /** Streams: silence before every content delta but the first. 0 or absent: all events leave in one write. */
  chunkDelayMs?: number;
  /** Streams: keep-alives this often during the silences above and during a stall (Anthropic `ping`, else comments). */
  pingMs?: number;
  /** Number of text deltas. Absent: one per word. An echoed text is lengthened to have that many words. */
  chunks?: number;

  /** HTTP status; 400 and above answers with the vendor's own error body for it. */
  status?: number;
  /** Which error, in the vendor's own words and default status; refines `status` (429 + "quota"). */
  errorKind?: ErrorKind;
  /** Replaces the error body: text is sent as it is, anything else as JSON. */
  errorBody?: unknown;
  /** `Retry-After` header value; for Gemini, the RetryInfo detail. Implies status 429 when no status is given. */
  retryAfter?: string | number;
  /** Extra response headers, on answers and errors alike. */
  headers?: Readonly<Record<string, string>>;
  /** The error body is gzip-encoded and says so, whatever the client accepts. */
  gzipError?: boolean;
  /** The error body is a proxy's HTML page (status 502 unless given). */
  htmlError?: boolean;
  /** Headers and a body of zero bytes (status 200 unless given). */
  emptyBody?: boolean;
  /** The request is read and never answered. */
  noResponse?: boolean;
  /** TCP RST instead of an answer. */
  resetConnection?: boolean;

  /** The connection closes (FIN) mid-body after N chunks. */
  cutAfterChunks?: number;
  /** The cut falls inside an event: half of the next frame is sent first. Alone it means `cutAfterChunks` 1. */
  cutMidFrame?: boolean;
  /** The cut is a TCP RST instead of a FIN. */
  cutReset?: boolean;
  /** After N chunks nothing more comes, and the connection stays open until the client leaves. */
  stallAfterChunks?: number;
  /** After N chunks one event is broken JSON; the stream then goes on. */
  malformedAfterChunks?: number;
  /** After N chunks the vendor's own in-band error event, then the end. `status`/`errorKind` choose which error. */
  errorInStream?: number;
  /** 200, and the first event (or the plain body) is the error. `status`/`errorKind` choose which error. */
  errorAfter200First?: boolean;
  /** No `[DONE]` / no `message_stop` / (Gemini array streams) no closing bracket. Gemini SSE has no such mark. */
  missingDone?: boolean;
  /** No finish reason anywhere. */
  missingFinish?: boolean;
  /** No usage anywhere. */
  missingUsage?: boolean;

  /** Every multi-byte character is split across two writes; a reply without any gets some. */
  splitUtf8?: boolean;
  /** Every body byte is a write (and an HTTP chunk) of its own. */
  oneByteWrites?: boolean;
  /** SSE lines end in CRLF. */
  crlf?: boolean;

  /** Token counts to report; what is absent is counted in words. */
  usage?: UsageKnob;
  /** The answer's text, instead of the echo. */
  reply?: string;
  /** Reasoning text before the answer (`reasoning_content` / thinking block / thought part). */
  thinking?: string;
  /** Tool calls to make, whatever the message says. `arguments` is raw text. */
  calls?: readonly ToolCallKnob[];
  /** The finish reason, instead of the natural one. */
  finish?: Finish;
  /** Name of a recording to replay verbatim, without the ending: `anthropic-text`. */
  recording?: string;

  /** Top-level body fields that are refused with the vendor's 400 naming the field. */
  rejectFields?: readonly string[];
  /** Refuse a trailing assistant turn, as newer models do. */
  rejectPrefill?: boolean;
  /** Refuse top-level fields the vendor does not know (the real Anthropic and Gemini do; off, so that new ones pass). */
  strictFields?: boolean;
  /** This whole set applies only to every N-th request that carries it (flapping): 2 = the 2nd, 4th, … */
  every?: number;
}

export type Finish = "stop" | "length" | "tool_calls" | "content_filter";

/** Counts as chat-completions means them: `prompt` includes `cached` and `cacheWrite`; `completion` includes `reasoning`. */
export interface UsageKnob {
  prompt?: number;
  completion?: number;
  cached?: number;
  reasoning?: number;
  cacheWrite?: number;
}

export interface ToolCallKnob {
  name: string;
  arguments: string;
}

export const ERROR_KINDS = [
  "bad_request",
  "context_length",
  "content_filter",
  "invalid_key",
  "billing",
  "permission",
  "not_found",
  "too_large",
  "rate_limit",
  "quota",
  "server",
  "overloaded",
  "timeout",
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];
