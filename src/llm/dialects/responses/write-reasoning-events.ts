/** Thoughts of the answer: each block is an item whose summary, in one part, is its text. */

import { itemId } from "./output-items.ts";
import { writeOutputReasoning } from "./reasoning.ts";
import { addItem, type Draft, emit, endItem, type OpenReasoning } from "./write-state.ts";

type Wire = Readonly<Record<string, unknown>>;

export function growReasoning(draft: Draft, delta: string): void {
  let open = draft.reasoning;
  if (open === undefined) {
    open = openReasoning(draft);
    const part = { type: "summary_text", text: "" };
    emit(draft, "response.reasoning_summary_part.added", { ...placeOf(open), part });
  }
  draft.reasoning = { ...open, text: open.text + delta };
  emit(draft, "response.reasoning_summary_text.delta", { ...placeOf(open), delta });
}

function openReasoning(draft: Draft): OpenReasoning {
  const index = draft.output.length;
  const id = itemId("reasoning", draft.id, index);
  addItem(draft, { id, type: "reasoning", summary: [] });
  return { index, itemId: id, text: "" };
}

type Proof = { readonly signature?: string; readonly redacted?: string };

/** Ends the open block with what proves it; a proof of nothing said is a block of its own. */
export function proveReasoning(draft: Draft, proof: Proof): void {
  end(draft, draft.reasoning ?? openReasoning(draft), proof);
}

/** Nothing when no block is open. */
export function closeReasoning(draft: Draft): void {
  if (draft.reasoning !== undefined) end(draft, draft.reasoning, {});
}

function end(draft: Draft, open: OpenReasoning, proof: Proof): void {
  const { text } = open;
  if (text !== "") {
    const place = placeOf(open);
    emit(draft, "response.reasoning_summary_text.done", { ...place, text });
    const part = { type: "summary_text", text };
    emit(draft, "response.reasoning_summary_part.done", { ...place, part });
  }
  const item = writeOutputReasoning(open.itemId, { type: "reasoning", text, ...proof });
  endItem(draft, open.index, item);
  draft.reasoning = undefined;
}

function placeOf(open: OpenReasoning): Wire {
  return { item_id: open.itemId, output_index: open.index, summary_index: 0 };
}
