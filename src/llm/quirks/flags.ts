/**
 * In what a vendor differs from the dialect it speaks: data on a provider, never a branch on its name. The sentences for
 * people stand beside the schema in `contract/quirks.ts`.
 */

/** An absent flag means: as the dialect has it. */
export interface Quirks {
  /** `content` must be a string. Parts are joined by line breaks where all of them are text. */
  readonly string_content?: boolean | undefined;
  /** Turns of the role `developer` are sent as `system`. */
  readonly no_developer_role?: boolean | undefined;
  /** Turns of the roles `system` and `developer` are sent as the beginning of the user's next turn. */
  readonly no_system_role?: boolean | undefined;
  /** The one name of the output limit that is understood. */
  readonly max_tokens_field?: MaxTokensField | undefined;
  /** `stream_options` is not sent; tokens of streams are counted here. */
  readonly no_stream_usage?: boolean | undefined;
  /** Turns of the history with several tool calls are split into one turn per call. */
  readonly no_parallel_tool_calls?: boolean | undefined;
  /** A conversation that ends with the assistant gets a turn of the user that asks to go on. */
  readonly no_prefill?: boolean | undefined;
  /** Cannot call tools: see `findUnservable`. */
  readonly no_tools?: boolean | undefined;
  /** Cannot see pictures: see `findUnservable`. */
  readonly no_vision?: boolean | undefined;
  /** A JSON schema for the answer becomes an instruction, and the format plain JSON. */
  readonly no_response_schema?: boolean | undefined;
  /** Plain JSON as a format becomes an instruction. */
  readonly no_json_mode?: boolean | undefined;
  /** The field of an assistant turn in which earlier thoughts are taken back. */
  readonly reasoning_field?: ReasoningField | undefined;
  /** Schemas are rewritten to the narrow dialect that older models of generate-content take. */
  readonly gemini_plain_schema?: boolean | undefined;
  /** `top_k` is sent although the dialect has no such field: chat-completions and responses. */
  readonly takes_top_k?: boolean | undefined;
  /** Left out of every request: `seed`, `output_config.effort`, `messages[].name`. */
  readonly rejected_fields?: readonly string[] | undefined;
}

export type MaxTokensField = "max_tokens" | "max_completion_tokens";
export type ReasoningField = "reasoning_content" | "reasoning";

export function hasQuirks(quirks: Quirks): boolean {
  for (const _ in quirks) return true;
  return false;
}

/** Both at once: rejected fields add up, of anything else the later one counts. */
export function mergeQuirks(earlier: Quirks, later: Quirks): Quirks {
  const merged: Quirks = { ...earlier, ...later };
  const rejected = [...(earlier.rejected_fields ?? []), ...(later.rejected_fields ?? [])];
  return rejected.length === 0 ? merged : { ...merged, rejected_fields: [...new Set(rejected)] };
}
