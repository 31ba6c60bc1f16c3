/** A message of the answer: parts of text or refusal, one after the other. */

import {
  itemId,
  type ItemStatus,
  messageItem,
  refusalContent,
  textContent,
} from "./output-items.ts";
import { addItem, type Draft, emit, endItem, type OpenMessage } from "./write-state.ts";

type Wire = Readonly<Record<string, unknown>>;
type Kind = OpenMessage["kind"];

/** Says more of a text or refusal; opens the message and the part where they are not open. */
export function growMessage(draft: Draft, kind: Kind, delta: string): void {
  const message = openPart(draft, kind);
  draft.message = { ...message, text: message.text + delta };
  const place = placeOf(message);
  if (kind === "text") emit(draft, "response.output_text.delta", { ...place, delta, logprobs: [] });
  else emit(draft, "response.refusal.delta", { ...place, delta });
}

function openPart(draft: Draft, kind: Kind): OpenMessage {
  const open = draft.message;
  if (open?.kind === kind) return open;
  const message: OpenMessage =
    open === undefined
      ? openMessage(draft, kind)
      : { ...open, kind, text: "", content: [...open.content, endPart(draft, open)] };
  emit(draft, "response.content_part.added", { ...placeOf(message), part: contentOf(message) });
  return message;
}

function openMessage(draft: Draft, kind: Kind): OpenMessage {
  const index = draft.output.length;
  const id = itemId("message", draft.id, index);
  addItem(draft, messageItem(id, [], "in_progress"));
  return { index, itemId: id, content: [], kind, text: "" };
}

function endPart(draft: Draft, message: OpenMessage): Wire {
  const place = placeOf(message);
  const part = contentOf(message);
  const { kind, text } = message;
  if (kind === "text") emit(draft, "response.output_text.done", { ...place, text, logprobs: [] });
  else emit(draft, "response.refusal.done", { ...place, refusal: text });
  emit(draft, "response.content_part.done", { ...place, part });
  return part;
}

/** Nothing when no message is open. */
export function closeMessage(draft: Draft, status: ItemStatus): void {
  const { message } = draft;
  if (message === undefined) return;
  const content = [...message.content, endPart(draft, message)];
  endItem(draft, message.index, messageItem(message.itemId, content, status));
  draft.message = undefined;
}

function placeOf(message: OpenMessage): Wire {
  return {
    item_id: message.itemId,
    output_index: message.index,
    content_index: message.content.length,
  };
}

function contentOf(message: OpenMessage): Wire {
  return message.kind === "text" ? textContent(message.text) : refusalContent(message.text);
}
