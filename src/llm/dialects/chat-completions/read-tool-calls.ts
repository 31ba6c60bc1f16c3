/**
 * Fragments of tool calls to canonical events. Vendors number calls from 1, number all of them 0, leave the number out,
 * repeat the id in every fragment or give it once, or forget it: a call is told from the next by whatever they do say.
 */

import { isRecord } from "../../../base/json.ts";
import type { StreamEvent } from "../../canonical.ts";
import { unpackId } from "../../carried-id.ts";
import { textField } from "../../extras.ts";
import { readSignature } from "./reasoning.ts";

type Wire = Readonly<Record<string, unknown>>;

export interface OpenCall {
  /** The vendor's own number of the call. */
  readonly wireIndex: number | undefined;
  readonly id: string;
  readonly isStarted: boolean;
  /** Arguments that came before the name. */
  readonly pending: string;
  readonly custom: boolean;
}

interface Fragment {
  readonly index: number | undefined;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly text: string;
  readonly custom: boolean;
}

/** `answerId` makes ids for calls that have none: the same for the same answer, different for each call. */
export function stepCall(
  calls: readonly OpenCall[],
  wire: Wire,
  choice: number,
  answerId: string,
): readonly [readonly OpenCall[], readonly StreamEvent[]] {
  const fragment = readFragment(wire);
  let tool = findCall(calls, fragment);
  let call = calls[tool];
  if (call === undefined) {
    tool = calls.length;
    const id = fragment.id ?? `call_${answerId}_${choice}_${tool}`;
    call = {
      wireIndex: fragment.index,
      id,
      isStarted: false,
      pending: "",
      custom: fragment.custom,
    };
  }
  const events: StreamEvent[] = [];
  const text = call.pending + fragment.text;
  const starts = !call.isStarted && fragment.name !== undefined;
  if (starts) events.push(startOf(call, choice, tool, fragment.name ?? "", wire));
  const isStarted = call.isStarted || starts;
  if (isStarted && text !== "") events.push({ type: "tool-delta", choice, tool, text });
  const next = [...calls];
  next[tool] = { ...call, isStarted, pending: isStarted ? "" : text };
  return [next, events];
}

/** Ends every call of a choice; one that never got a name is started without. */
export function endCalls(calls: readonly OpenCall[], choice: number): StreamEvent[] {
  return calls.flatMap((call, tool) => {
    const events: StreamEvent[] = [];
    if (!call.isStarted) {
      events.push(startOf(call, choice, tool, "", {}));
      if (call.pending !== "")
        events.push({ type: "tool-delta", choice, tool, text: call.pending });
    }
    events.push({ type: "tool-end", choice, tool });
    return events;
  });
}

function startOf(
  call: OpenCall,
  choice: number,
  tool: number,
  name: string,
  wire: Wire,
): StreamEvent {
  const custom = call.custom ? ({ custom: true } as const) : {};
  const { id, signature } = unpackId(call.id);
  const carried = textField("signature", signature);
  return {
    type: "tool-start",
    choice,
    tool,
    id,
    name,
    ...custom,
    ...carried,
    ...readSignature(wire),
  };
}

function readFragment(wire: Wire): Fragment {
  const custom = wire["type"] === "custom" || isRecord(wire["custom"]);
  const body = custom ? wire["custom"] : wire["function"];
  const fields = isRecord(body) ? body : {};
  const input = fields[custom ? "input" : "arguments"];
  return {
    index: typeof wire["index"] === "number" ? wire["index"] : undefined,
    id: nonEmpty(wire["id"]),
    name: nonEmpty(fields["name"]),
    text: typeof input === "string" ? input : isRecord(input) ? JSON.stringify(input) : "",
    custom,
  };
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The call a fragment goes on with; -1 when it begins a new one. */
function findCall(calls: readonly OpenCall[], fragment: Fragment): number {
  const { index, id, name } = fragment;
  const byId = id === undefined ? -1 : calls.findIndex((call) => call.id === id);
  if (byId >= 0) return byId;
  const place =
    index === undefined
      ? calls.length - 1
      : calls.findLastIndex((call) => call.wireIndex === index);
  // A new id with a name begins a new call even under a number already used.
  return id !== undefined && name !== undefined ? -1 : place;
}
