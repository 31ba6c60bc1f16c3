/** The `response` object: the whole of a plain answer, and the frame of a stream's first and last events. */

import type { Usage } from "../../inbound.ts";
import { writeUsage } from "./usage.ts";

type Wire = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly id: string;
  readonly model: string;
  readonly created: number;
  readonly status: "in_progress" | "completed" | "incomplete" | "failed";
  readonly output: readonly unknown[];
  /** Why it is incomplete. */
  readonly reason?: string;
  readonly error?: Wire;
  readonly usage?: Usage | undefined;
}

/**
 * Clients with generated types require every key. Those that repeat the request are not known here and say what the
 * vendor's defaults are; nothing is stored, so `store` is false.
 */
export function writeAnswer(answer: Answer): Wire {
  return {
    id: answer.id,
    object: "response",
    created_at: answer.created,
    status: answer.status,
    background: false,
    error: answer.error ?? null,
    incomplete_details: answer.reason === undefined ? null : { reason: answer.reason },
    instructions: null,
    max_output_tokens: null,
    model: answer.model,
    output: answer.output,
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: false,
    temperature: null,
    text: { format: { type: "text" } },
    tool_choice: "auto",
    tools: [],
    top_p: null,
    truncation: "disabled",
    usage: answer.usage === undefined ? null : writeUsage(answer.usage),
    metadata: {},
  };
}
