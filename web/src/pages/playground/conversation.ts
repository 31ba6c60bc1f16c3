/** A conversation with one model, as the page keeps it. */

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, as the model wrote it; in pieces while it streams. */
  readonly arguments: string;
}

export interface UserTurn {
  readonly role: "user";
  readonly text: string;
  /** As data addresses. */
  readonly images: readonly string[];
}

export interface AssistantTurn {
  readonly role: "assistant";
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  readonly end: "running" | "done" | "stopped" | "failed";
  readonly problem?: string;
  /** Known once the answer begins. */
  readonly requestId?: string;
}

export interface ToolTurn {
  readonly role: "tool";
  readonly callId: string;
  readonly name: string;
  readonly text: string;
}

export type Turn = UserTurn | AssistantTurn | ToolTurn;

export interface Chat {
  readonly model: string;
  readonly turns: readonly Turn[];
  /** The last request, exactly as it was sent. */
  readonly sent?: ChatBody;
}

/** A chat-completions request. */
export type ChatBody = Readonly<Record<string, unknown>> & { readonly model: string };

export const NEW_ANSWER: AssistantTurn = {
  role: "assistant",
  text: "",
  reasoning: "",
  calls: [],
  end: "running",
};

export function lastAnswer({ turns }: Chat): AssistantTurn | undefined {
  const last = turns.at(-1);
  return last?.role === "assistant" ? last : undefined;
}

export function isRunning(chat: Chat): boolean {
  return lastAnswer(chat)?.end === "running";
}

/** The model asked for tools, and nobody has answered for them yet. */
export function awaitsTools(chat: Chat): boolean {
  const last = lastAnswer(chat);
  return last !== undefined && last.end === "done" && last.calls.length > 0;
}
