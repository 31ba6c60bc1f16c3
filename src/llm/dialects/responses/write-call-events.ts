/** Tool calls of the answer. Several may be open at once. */

import type { StreamEvent } from "../../canonical.ts";
import { callItem, callKind, itemId, type ItemStatus } from "./output-items.ts";
import { addItem, type Draft, emit, endItem, type OpenCall } from "./write-state.ts";

type ToolStart = Extract<StreamEvent, { type: "tool-start" }>;

export function addCall(draft: Draft, event: ToolStart): void {
  const { tool, choice: _choice, type: _type, ...facts } = event;
  const call = { ...facts, type: "tool-call", arguments: "" } as const;
  const index = draft.output.length;
  const id = itemId(callKind(call), draft.id, index);
  addItem(draft, callItem(id, call, "in_progress"));
  draft.calls = { ...draft.calls, [tool]: { index, itemId: id, call } };
}

export function growCall(draft: Draft, tool: number, delta: string): void {
  const open = draft.calls[tool];
  if (open === undefined || delta === "") return;
  const { call } = open;
  const grown = { ...open, call: { ...call, arguments: call.arguments + delta } };
  draft.calls = { ...draft.calls, [tool]: grown };
  emit(draft, `${eventPrefix(open)}.delta`, { ...placeOf(open), delta });
}

export function closeCall(draft: Draft, tool: number, status: ItemStatus): void {
  const before = draft.calls[tool];
  if (before === undefined) return;
  // Clients parse the gathered text: a call without arguments must still be JSON.
  if (before.call.arguments === "" && !before.call.custom) growCall(draft, tool, "{}");
  const { [tool]: open = before, ...others } = draft.calls;
  const { call } = open;
  const said = call.custom
    ? { input: call.arguments }
    : { name: call.name, arguments: call.arguments };
  emit(draft, `${eventPrefix(open)}.done`, { ...placeOf(open), ...said });
  endItem(draft, open.index, callItem(open.itemId, call, status));
  draft.calls = others;
}

export function closeCalls(draft: Draft, status: ItemStatus): void {
  for (const tool in draft.calls) closeCall(draft, Number(tool), status);
}

function eventPrefix({ call }: OpenCall): string {
  return call.custom ? "response.custom_tool_call_input" : "response.function_call_arguments";
}

function placeOf(open: OpenCall): Readonly<Record<string, unknown>> {
  return { item_id: open.itemId, output_index: open.index };
}
