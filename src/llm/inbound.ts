/** A request as it came in, and the tokens of its answer: the words every other file of this room begins with. */

/** What a client can ask for. Each dialect serves some of these. */
export type Operation = "chat" | "completions" | "embeddings" | "count-tokens";

/** Tokens of one answer. `prompt` includes `cached` and `cacheWrite`; `completion` includes `reasoning`. */
export interface Usage {
  readonly prompt: number;
  readonly cached: number;
  readonly completion: number;
  readonly reasoning: number;
  /** Part of `prompt` that the vendor wrote to its cache at a price of its own; absent: none. */
  readonly cacheWrite?: number;
  /** Part of `cacheWrite` that is kept for an hour, which costs more. */
  readonly cacheWriteHour?: number;
  /** What few answers have and some prices tell apart; absent: nothing of it. */
  readonly special?: SpecialUsage;
}

/** Zero is left out. */
export interface SpecialUsage {
  /** The class of service that the vendor says it gave, where that is not its usual one: `priority`, `flex`. */
  readonly service?: string;
  /** What multiplies the whole price, in the vendor's words: `fast`, `us`. */
  readonly multipliers?: readonly string[];
  /** Parts of `prompt` that were not read from a cache. */
  readonly audioInput?: number;
  readonly imageInput?: number;
  /** Parts of `completion`, beside `reasoning`. */
  readonly audioOutput?: number;
  readonly imageOutput?: number;
  /** What is not counted in tokens: pictures made, queries answered, milliseconds heard, characters spoken. */
  readonly images?: number;
  readonly requests?: number;
  readonly milliseconds?: number;
  readonly characters?: number;
}

/** What may make an answer dearer than its tokens tell: it is held for. */
export interface Asks extends SpecialUsage {
  /** The answer may be spoken. */
  readonly audio?: true;
}

/** A validated request as it came in. */
export interface Inbound {
  readonly operation: Operation;
  /** The public model name the client asked for. */
  readonly model: string;
  readonly stream: boolean;
  /** The client asked for a usage report at the end of the stream. */
  readonly wantsUsage: boolean;
  /** The most output tokens the client allows per choice; undefined: it did not say. */
  readonly maxOutputTokens: number | undefined;
  /** How many answers the client asked for (`n`). */
  readonly choices: number;
  /** What the request asks for at a price of its own; absent: nothing. */
  readonly asks?: Asks;
  /** The body as received, and as parsed. */
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a dialect says in the path instead of the body (`models/{model}:streamGenerateContent`). */
export interface PathFacts {
  readonly model: string;
  readonly stream: boolean;
}
