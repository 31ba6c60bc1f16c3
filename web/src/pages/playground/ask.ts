/** Sends a chat request on behalf of a key and follows its answer. */

import { csrfHeader } from "../../api/client.ts";
import { ApiError, readError } from "../../api/error.ts";
import type { AssistantTurn, ChatBody, ToolCall } from "./conversation.ts";

export interface AskOptions {
  /** Public id of the key that pays. */
  readonly key: string;
  readonly body: ChatBody;
  readonly signal: AbortSignal;
}

/** What one event of the stream adds to the answer. */
export type Piece = (answer: AssistantTurn) => AssistantTurn;

/** Throws ApiError before the answer begins; what breaks later is a piece of the answer. */
export async function* ask({ key, body, signal }: AskOptions): AsyncGenerator<Piece> {
  const response = await fetch("/api/relay/playground", {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json", ...csrfHeader() },
    body: JSON.stringify({ key, request: body }),
    signal,
  }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new ApiError({ status: 0, code: "network", message: "Parley does not answer.", cause });
  });
  if (!response.ok) throw await readError(response);
  const requestId = response.headers.get("x-parley-request-id") ?? "";
  yield (answer) => ({ ...answer, requestId });
  for await (const data of readEvents(response))
    if (data !== "[DONE]") yield readPiece(JSON.parse(data) as Chunk);
}

async function* readEvents(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const step = await reader?.read();
    if (step === undefined || step.done) return;
    const lines = (rest + step.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) yield line.slice(6);
  }
}

interface Chunk {
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: string | null;
      readonly reasoning_content?: string | null;
      readonly reasoning?: string | null;
      readonly tool_calls?: readonly CallPiece[];
    };
  }[];
  readonly error?: { readonly message?: string };
}

interface CallPiece {
  readonly index?: number;
  readonly id?: string;
  readonly function?: { readonly name?: string; readonly arguments?: string };
}

function readPiece({ choices, error }: Chunk): Piece {
  if (error) return (answer) => ({ ...answer, end: "failed", problem: error.message ?? "" });
  const delta = choices?.[0]?.delta ?? {};
  return (answer) => ({
    ...answer,
    text: answer.text + (delta.content ?? ""),
    reasoning: answer.reasoning + (delta.reasoning_content ?? delta.reasoning ?? ""),
    calls: (delta.tool_calls ?? []).reduce(addCall, answer.calls),
  });
}

/** Calls come in pieces that name their place; only the first piece has an id and a name. */
function addCall(calls: readonly ToolCall[], piece: CallPiece): readonly ToolCall[] {
  const at = piece.index ?? calls.length;
  const old = calls[at] ?? { id: "", name: "", arguments: "" };
  const grown: ToolCall = {
    id: old.id || (piece.id ?? ""),
    name: old.name || (piece.function?.name ?? ""),
    arguments: old.arguments + (piece.function?.arguments ?? ""),
  };
  return [...calls.slice(0, at), grown, ...calls.slice(at + 1)];
}
