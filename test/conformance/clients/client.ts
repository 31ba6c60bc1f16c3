/**
 * An official client as the suite sees it: a question in no dialect's words goes in, an answer in no dialect's words
 * comes out. What the client said and got in its own words stays in `native`, and goes back as it came.
 */

export interface ToolSpec {
  readonly name: string;
  /** JSON Schema. Absent: the tool takes nothing. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

export interface ToolResult {
  readonly call: ToolCall;
  readonly text: string;
  readonly isError?: true;
}

export type Turn =
  | { readonly role: "user"; readonly text: string; readonly image?: Image }
  | { readonly role: "assistant"; readonly text: string }
  /** An answer the client got, given back as it keeps it. */
  | { readonly role: "answer"; readonly answer: Answer }
  /** The same, by a client that keeps no more than the calls. */
  | { readonly role: "calls"; readonly answer: Answer }
  | { readonly role: "results"; readonly results: readonly ToolResult[] };

export interface Image {
  readonly mediaType: "image/png";
  /** Base64. */
  readonly data: string;
}

export interface Ask {
  readonly system?: string;
  readonly turns: readonly Turn[];
  readonly tools?: readonly ToolSpec[];
  readonly toolChoice?: "none" | "required" | { readonly name: string };
  /** One tool call at a time. */
  readonly single?: true;
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly stop?: readonly string[];
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Let the model think, and show it. */
  readonly thinks?: true;
  readonly signal?: AbortSignal;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text; printed again by us where the client only gives the value. */
  readonly arguments: string;
}

export type Finish = "stop" | "length" | "tool_calls" | "content_filter";

/** `prompt` includes `cached`; `completion` includes `reasoning`. Absent: the client has no such count. */
export interface Tokens {
  readonly prompt: number;
  readonly completion: number;
  readonly cached?: number;
  readonly reasoning?: number;
}

export interface Answer {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  readonly finish: Finish | undefined;
  readonly tokens: Tokens | undefined;
  readonly native: unknown;
}

/** What was seen of a stream while it came, whether it ended well or not. */
export class Watch {
  text = "";
  pieces = 0;
  /** True once something said that the answer is whole. */
  sawEnd = false;
  onText: (() => void) | undefined;

  add(text: string): void {
    if (text === "") return;
    this.text += text;
    this.pieces++;
    this.onText?.();
  }
}

export type FailureKind =
  | "bad_request"
  | "authentication"
  | "not_found"
  | "rate_limit"
  | "server"
  /** Inside a stream that had begun. */
  | "in_stream"
  | "aborted";

/** An error as the client threw it. */
export interface Failure {
  /** Told from the client's own class of error. */
  readonly kind: FailureKind;
  /** Absent inside a stream. */
  readonly status?: number;
  readonly message: string;
  /** The dialect's own word for it: `code`, `error.type` or `status`. */
  readonly word: string | null;
}

export interface Client {
  ask(model: string, ask: Ask): Promise<Answer>;
  stream(model: string, ask: Ask, watch?: Watch): Promise<Answer>;
  listModels(): Promise<readonly string[]>;
  /** Absent: the client has no such call. */
  countTokens?(model: string, text: string): Promise<number>;
  embed?(model: string, texts: readonly string[]): Promise<readonly (readonly number[])[]>;
  /** Throws what is no error of the client's own. */
  readFailure(thrown: unknown): Failure;
}

export interface Connection {
  /** Without `/v1`. */
  readonly url: string;
  readonly key: string;
}

export function kindOfStatus(status: number): FailureKind {
  if (status === 401) return "authentication";
  if (status === 404) return "not_found";
  if (status === 429) return "rate_limit";
  return status >= 500 ? "server" : "bad_request";
}

export const NO_PARAMETERS = { type: "object", properties: {} } as const;
