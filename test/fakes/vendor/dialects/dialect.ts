import type { ErrorKind, Faults, Finish } from "../faults.ts";
import type { HttpRequest } from "../http/request-reader.ts";

export type DialectName = "openai" | "anthropic" | "gemini";

/** One vendor: how it is addressed, how it checks keys, how it says no. */
export interface Dialect {
  readonly name: DialectName;
  /** Understands a request, or undefined when it is not this vendor's. Throws on a model id with an unknown knob. */
  readonly route: (
    request: HttpRequest,
    body: unknown,
    models: readonly string[],
  ) => Call | undefined;
  /** The credential as sent; undefined when there is none. */
  readonly readKey: (request: HttpRequest) => string | undefined;
  /** What is wrong with the credentials or the required headers. `known` is undefined when any key will do. */
  readonly checkAccess: (
    request: HttpRequest,
    known: ReadonlySet<string> | undefined,
  ) => Problem | undefined;
  readonly writeError: (problem: Problem, requestId: string) => ErrorAnswer;
  /** The same error as an event inside a stream. */
  readonly errorEvent: (problem: Problem) => Frame;
  /** A broken JSON event, framed as this vendor frames events. */
  readonly malformedEvent: Frame;
  /** A keep-alive: an event where the vendor has one, else undefined (a comment is sent). */
  readonly pingEvent: Frame | undefined;
  /** Header lines of a good answer, content type included, each ended by CRLF. */
  readonly headerLines: (requestId: string, stream: ChatCall["stream"]) => string;
  /** Line ending of its event streams. */
  readonly eol: "\n" | "\r\n";
  /** The error that comes in-band when nothing says which. */
  readonly inBandKind: ErrorKind;
  /** Frames of a recording, one per stored JSON event, terminator included. */
  readonly frameRecording: (events: readonly string[]) => Frame[];
}

/** A request as understood. Either `chat` (the script answers) or `fixed` (the answer follows from the request alone). */
export type Call = ChatCall | FixedCall;

interface CallBase {
  /** The model as sent, knobs included; "" where there is none. */
  readonly model: string;
  /** The vendor's own validation. Runs after access and before the answer. */
  readonly check: (faults: Faults) => Problem | undefined;
}

export interface ChatCall extends CallBase {
  readonly kind: "chat";
  /** "array" is Gemini's stream without `alt=sse`. */
  readonly stream: false | "sse" | "array";
  readonly turn: () => Turn;
  readonly writeAnswer: (reply: Reply) => string;
  readonly writeFrames: (reply: Reply) => Frame[];
}

export interface FixedCall extends CallBase {
  readonly kind: "fixed";
  readonly answer: (faults: Faults) => string;
}

/** What the client said, in no vendor's words. */
export interface Turn {
  readonly promptWords: number;
  readonly lastUserText: string;
  /** Tool results that end the conversation. */
  readonly toolResults: readonly { name: string; text: string }[];
  readonly tools: readonly string[];
  /** A tool that must be called; "*" is any; "none" forbids. */
  readonly toolChoice:
    | { readonly mode: "auto" | "none" | "any" }
    | { readonly mode: "named"; readonly name: string };
  readonly parallel: boolean;
  readonly maxTokens: number | undefined;
  readonly stop: readonly string[];
  /** JSON was asked for: the schema, or true when there is none. */
  readonly json: unknown;
  readonly thinking: boolean;
}

/** What the fake answers, in no vendor's words. */
export interface Reply {
  /** Grows by one per reply; ids are made from it. */
  readonly serial: number;
  readonly model: string;
  readonly created: number;
  readonly textPieces: readonly string[];
  readonly thinking: string | undefined;
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
  /** Absent: the vendor "forgot" it. */
  readonly finish: Finish | undefined;
  /** The stop sequence that ended the text, if one did. */
  readonly stoppedBy: string | undefined;
  /** Absent: the vendor "forgot" it. */
  readonly usage: Usage | undefined;
}

/** `prompt` includes `cached` and `cacheWrite`; `completion` includes `reasoning`. */
export interface Usage {
  readonly prompt: number;
  readonly completion: number;
  readonly cached: number;
  readonly reasoning: number;
  readonly cacheWrite: number;
}

/** One event of a stream. */
export interface Frame {
  /** "delta" counts as a chunk; "done" is the end mark. */
  readonly kind: "frame" | "delta" | "finish" | "usage" | "done";
  /** The SSE `event:` name, where the vendor sends one. */
  readonly event?: string;
  readonly data: string;
}

/** An error before it is put in a vendor's words; what is absent comes from the vendor's table by kind. */
export interface Problem {
  readonly kind: ErrorKind;
  readonly status?: number;
  readonly message?: string;
  readonly param?: string | null;
  readonly code?: string | null;
  readonly retryAfter?: string | number;
}

export interface ErrorAnswer {
  readonly status: number;
  readonly headerLines: string;
  readonly body: string;
}

/** A blocked prompt is not an error for Gemini: a vendor may answer a problem with a 200. */
export function kindOfStatus(status: number): ErrorKind {
  const kinds: Record<number, ErrorKind> = {
    401: "invalid_key",
    402: "billing",
    403: "permission",
    404: "not_found",
    408: "timeout",
    413: "too_large",
    429: "rate_limit",
    503: "overloaded",
    504: "timeout",
    529: "overloaded",
  };
  return kinds[status] ?? (status >= 500 ? "server" : "bad_request");
}
