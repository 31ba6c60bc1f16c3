/**
 * The one form in which dialects meet. A request or an answer of any dialect is read into it and written from it, so a
 * new dialect costs one folder and no pair of dialects knows of each other.
 *
 * Rules every reader and writer keeps:
 * - An absent field is an absent property, never `undefined`, `null` or a default. `0`, `false` and `""` are values.
 * - `arguments` of tool calls stay the raw text the model wrote; nobody parses and prints them again.
 * - What has no place here is kept in `extras` or as an `opaque` part under its dialect's name, and only that dialect
 *   writes it again.
 */

import type { AppError } from "../base/errors.ts";
import type { Usage } from "./inbound.ts";

/** Fields of one dialect that the others have no word for, by the dialect's name. */
export type Extras = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

// ---- request -------------------------------------------------------------------------------------------------------

export interface CanonicalRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly stream: boolean;
  readonly tools?: readonly Tool[];
  readonly toolChoice?: ToolChoice;
  /** False: at most one tool call per turn. Absent: the vendor's default. */
  readonly parallelToolCalls?: boolean;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
  /** How many answers; absent means one. */
  readonly choices?: number;
  readonly outputFormat?: OutputFormat;
  readonly reasoning?: Reasoning;
  /** The client's own name for its end user. */
  readonly user?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly extras?: Extras;
}

/** Dialects with less roles fold `developer` into `system`, and `system` into a field of its own. */
export type Role = "system" | "developer" | "user" | "assistant" | "tool";

/**
 * One turn, or a piece of one: neighbours of the same role may be merged by a writer, never reordered. A `tool` message
 * holds `tool-result` parts only; `tool-call` and `reasoning` parts stand in `assistant` messages only.
 */
export interface Message {
  readonly role: Role;
  readonly parts: readonly Part[];
  readonly name?: string;
  readonly extras?: Extras;
}

export type Part =
  | TextPart
  | RefusalPart
  | MediaPart
  | ReasoningPart
  | ToolCallPart
  | ToolResultPart
  | OpaquePart;

export interface TextPart {
  readonly type: "text";
  readonly text: string;
  readonly cacheControl?: CacheControl;
  /** Gemini's `thoughtSignature` on a text, to be returned with it. */
  readonly signature?: string;
}

export interface RefusalPart {
  readonly type: "refusal";
  readonly text: string;
}

/** A picture, a sound or a document. */
export interface MediaPart {
  readonly type: "image" | "audio" | "file";
  readonly source: MediaSource;
  /** `low`, `high`, `auto`: how closely a picture is looked at. */
  readonly detail?: string;
  readonly filename?: string;
  readonly cacheControl?: CacheControl;
}

export type MediaSource =
  /** An absent media type was not said. */
  | { readonly kind: "url"; readonly url: string; readonly mediaType?: string }
  /** `data` is base64. An absent media type was not said and is guessed from the bytes by whoever needs it. */
  | { readonly kind: "data"; readonly data: string; readonly mediaType?: string }
  | { readonly kind: "id"; readonly id: string };

/**
 * What the model thought. With `signature` it must go back unchanged, text included, or the vendor refuses the turn.
 * `redacted` is thought the vendor shows only encrypted; `text` is then empty.
 */
export interface ReasoningPart {
  readonly type: "reasoning";
  readonly text: string;
  readonly signature?: string;
  readonly redacted?: string;
}

export interface ToolCallPart {
  readonly type: "tool-call";
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it, possibly empty or broken; free text when `custom`. */
  readonly arguments: string;
  /** True: a tool that takes free text instead of JSON. */
  readonly custom?: true;
  /** Gemini's `thoughtSignature`, to be returned with the call. */
  readonly signature?: string;
}

export interface ToolResultPart {
  readonly type: "tool-result";
  readonly callId: string;
  /** The tool's name, where the dialect says it; `findToolName` resolves it from the history. */
  readonly name?: string;
  readonly parts: readonly Part[];
  readonly isError?: boolean;
  readonly cacheControl?: CacheControl;
}

/** A part only its own dialect understands, kept as it came. */
export interface OpaquePart {
  readonly type: "opaque";
  readonly dialect: string;
  readonly value: unknown;
}

/** A prompt-cache breakpoint, as the client wrote it: `{type:"ephemeral",ttl?}`. */
export type CacheControl = Readonly<Record<string, unknown>>;

// ---- tools and options ---------------------------------------------------------------------------------------------

export type Tool = FunctionTool | CustomTool | OpaqueTool;

export interface FunctionTool {
  readonly type: "function";
  readonly name: string;
  readonly description?: string;
  /** JSON Schema. Absent: the tool takes nothing. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly strict?: boolean;
  readonly cacheControl?: CacheControl;
}

export interface CustomTool {
  readonly type: "custom";
  readonly name: string;
  readonly description?: string;
  readonly format?: Readonly<Record<string, unknown>>;
}

/** A tool the vendor runs itself, such as a web search. */
export interface OpaqueTool {
  readonly type: "opaque";
  readonly dialect: string;
  readonly value: unknown;
}

export type ToolChoice =
  | { readonly type: "auto" | "none" | "required" }
  | { readonly type: "tool"; readonly name: string; readonly custom?: true }
  /** Only the named tools may be called; with `required` one of them must be. */
  | {
      readonly type: "allowed";
      readonly mode: "auto" | "required";
      readonly names: readonly string[];
    };

export type OutputFormat =
  | { readonly type: "text" | "json" }
  | {
      readonly type: "json-schema";
      readonly name: string;
      readonly schema: Readonly<Record<string, unknown>>;
      readonly description?: string;
      readonly strict?: boolean;
    };

export interface Reasoning {
  /** `none`, `minimal`, `low`, `medium`, `high`, …; vendors differ in which they know. */
  readonly effort?: string;
  readonly budgetTokens?: number;
}

// ---- answer --------------------------------------------------------------------------------------------------------

export interface CanonicalResponse {
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly choices: readonly Choice[];
  readonly usage?: Usage;
  readonly extras?: Extras;
}

/** Parts in the order the model gave them. */
export interface Choice {
  readonly parts: readonly Part[];
  readonly finish: FinishReason;
  readonly extras?: Extras;
}

/** `pause`: the vendor wants to be called again to go on (Anthropic's `pause_turn`). */
export type FinishReason = "stop" | "length" | "tool-calls" | "content-filter" | "pause";

// ---- events --------------------------------------------------------------------------------------------------------

/**
 * A streamed answer. `start` comes first; exactly one of `finish` and `error` comes last, and nothing after it.
 * `choice` counts answers from 0. `tool` counts the tool calls of one choice from 0 without gaps, whatever the vendor
 * called them; every `tool-start` has its `tool-end`, and deltas of several open calls may alternate.
 */
export type StreamEvent =
  | {
      readonly type: "start";
      readonly id: string;
      readonly model: string;
      readonly created: number;
    }
  /** `text` is empty where only the signature of the text before it comes. */
  | {
      readonly type: "text-delta";
      readonly choice: number;
      readonly text: string;
      readonly signature?: string;
    }
  | { readonly type: "refusal-delta"; readonly choice: number; readonly text: string }
  | { readonly type: "reasoning-delta"; readonly choice: number; readonly text: string }
  /** Signs the reasoning since the last signature and ends that block. */
  | { readonly type: "reasoning-signature"; readonly choice: number; readonly signature: string }
  | { readonly type: "reasoning-redacted"; readonly choice: number; readonly data: string }
  | {
      readonly type: "tool-start";
      readonly choice: number;
      readonly tool: number;
      readonly id: string;
      readonly name: string;
      readonly custom?: true;
      readonly signature?: string;
    }
  | {
      readonly type: "tool-delta";
      readonly choice: number;
      readonly tool: number;
      readonly text: string;
    }
  | { readonly type: "tool-end"; readonly choice: number; readonly tool: number }
  /** Cumulative: the last one counts. */
  | { readonly type: "usage"; readonly usage: Usage }
  /** One reason per choice. */
  | { readonly type: "finish"; readonly reasons: readonly FinishReason[] }
  | { readonly type: "error"; readonly error: AppError };

/** The name of the tool a result answers, from the calls before it; undefined when no call has that id. */
export function findToolName(messages: readonly Message[], callId: string): string | undefined {
  for (let i = messages.length - 1; i >= 0; i--) {
    for (const part of messages[i]?.parts ?? []) {
      if (part.type === "tool-call" && part.id === callId) return part.name;
    }
  }
  return undefined;
}
