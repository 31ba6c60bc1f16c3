/** `functionCall` parts of a stream to canonical events: whole calls, and calls whose arguments come in pieces. */

import { isRecord } from "../../../base/json.ts";
import type { StreamEvent } from "../../canonical.ts";
import { textField } from "../../extras.ts";
import { CUSTOM_INPUT, readName } from "./function-name.ts";
import { addMember, addPiece, type ArgumentTree, makeTree, printTree } from "./partial-args.ts";
import { rawElements, rawMember } from "./raw-json.ts";
import { readArguments } from "./read-parts.ts";
import { field, recordsIn, textOf, type Wire } from "./wire.ts";

export interface CallState {
  /** How many calls the choice has begun. */
  readonly count: number;
  /** The call that is not complete yet. */
  readonly open?: OpenCall;
}

interface OpenCall {
  readonly tool: number;
  readonly custom: boolean;
  readonly tree: ArgumentTree;
}

export const NO_CALLS: CallState = { count: 0 };

export interface CallPart {
  readonly choice: number;
  readonly call: Wire;
  /** The call's own text, for values that must stay as they are written. */
  readonly raw: string | undefined;
  readonly signature: unknown;
  readonly makeId: (position: number) => string;
}

type Step = readonly [CallState, readonly StreamEvent[]];

export function stepCall(state: CallState, part: CallPart): Step {
  const { call } = part;
  const name = textOf(call["name"]);
  // A part without a name goes on with the open call, or says nothing.
  if (name === "") return state.open === undefined ? [state, []] : goOn(state, state.open, part);
  const [closed, ends] = endCall(state, part.choice);
  const [begun, start] = beginCall(closed, name, part);
  const isWhole = field(call, "willContinue") !== true && field(call, "partialArgs") === undefined;
  if (isWhole && begun.open !== undefined) {
    const { tool, custom } = begun.open;
    const args = readArguments(
      call["args"],
      rawMember(part.raw, "args"),
      custom ? true : undefined,
    );
    return [{ count: begun.count }, [...ends, start, ...lastOf(part.choice, tool, args)]];
  }
  const [state2, rest] = begun.open === undefined ? [begun, []] : goOn(begun, begun.open, part);
  return [state2, [...ends, start, ...rest]];
}

function beginCall(
  state: CallState,
  wireName: string,
  part: CallPart,
): readonly [CallState, StreamEvent] {
  const { choice, call } = part;
  const tool = state.count;
  const name = readName(wireName);
  const id = textOf(call["id"]) || part.makeId(tool);
  const open: OpenCall = { tool, custom: name.custom === true, tree: makeTree() };
  const signed = textField("signature", part.signature);
  return [
    { count: tool + 1, open },
    { type: "tool-start", choice, tool, id, ...name, ...signed },
  ];
}

function goOn(state: CallState, open: OpenCall, part: CallPart): Step {
  const { call, raw } = part;
  let { tree } = open;
  const members = rawMember(raw, "args");
  const { args } = call;
  if (isRecord(args)) {
    for (const key of Object.keys(args)) {
      tree = addMember(tree, key, rawMember(members, key) ?? JSON.stringify(args[key]));
    }
  }
  const pieces = rawElements(rawMember(raw, "partialArgs"));
  recordsIn(field(call, "partialArgs")).forEach((piece, i) => {
    tree = addPiece(tree, piece, rawMember(pieces[i], "numberValue"));
  });
  const next: CallState = { count: state.count, open: { ...open, tree } };
  return field(call, "willContinue") === true ? [next, []] : endCall(next, part.choice);
}

/** Ends the open call, if there is one: its arguments are given whole. */
export function endCall(state: CallState, choice: number): Step {
  const { open } = state;
  if (open === undefined) return [state, []];
  const text = printTree(open.tree);
  const input = open.custom ? open.tree.members.get(CUSTOM_INPUT) : undefined;
  const args = input?.kind === "text" ? input.text : text;
  return [{ count: state.count }, lastOf(choice, open.tool, args)];
}

function lastOf(choice: number, tool: number, args: string): StreamEvent[] {
  const end: StreamEvent = { type: "tool-end", choice, tool };
  return args === "" || args === "{}"
    ? [end]
    : [{ type: "tool-delta", choice, tool, text: args }, end];
}
