/** What a stream writer remembers from event to event, and the one way it says something. */

import { writeSse } from "../../../base/sse.ts";
import type { ToolCallPart } from "../../canonical.ts";
import type { Usage } from "../../inbound.ts";

type Wire = Readonly<Record<string, unknown>>;

export interface WriteState {
  /** The name the client asked for. */
  readonly model: string;
  readonly id: string;
  readonly created: number;
  /** The number of the next event. */
  readonly sequence: number;
  /** Finished items by their place; a place is taken when the item is begun. */
  readonly output: ReadonlyArray<Wire | undefined>;
  readonly message: OpenMessage | undefined;
  readonly reasoning: OpenReasoning | undefined;
  readonly calls: Readonly<Record<number, OpenCall>>;
  readonly usage: Usage | undefined;
}

interface OpenItem {
  readonly index: number;
  readonly itemId: string;
}

export interface OpenMessage extends OpenItem {
  /** Parts before the open one. */
  readonly content: readonly Wire[];
  readonly kind: "text" | "refusal";
  readonly text: string;
}

export interface OpenReasoning extends OpenItem {
  readonly text: string;
}

export interface OpenCall extends OpenItem {
  readonly call: ToolCallPart;
}

/** The next state while one event is worked out, and the text on the way there. Inner values are replaced, not changed. */
export type Draft = { -readonly [Field in keyof WriteState]: WriteState[Field] } & { text: string };

export function begin(model: string): WriteState {
  return {
    model,
    id: "",
    created: 0,
    sequence: 0,
    output: [],
    message: undefined,
    reasoning: undefined,
    calls: {},
    usage: undefined,
  };
}

export function emit(draft: Draft, type: string, fields: Wire): void {
  const event = { type, sequence_number: draft.sequence, ...fields };
  draft.sequence++;
  draft.text += writeSse(JSON.stringify(event), type);
}

/** Takes the next place. */
export function addItem(draft: Draft, item: Wire): void {
  const output_index = draft.output.length;
  draft.output = [...draft.output, undefined];
  emit(draft, "response.output_item.added", { output_index, item });
}

export function endItem(draft: Draft, output_index: number, item: Wire): void {
  draft.output = draft.output.with(output_index, item);
  emit(draft, "response.output_item.done", { output_index, item });
}
