/** One content block of a vendor's stream: its beginning, its pieces, its end. */

import { findMember } from "../../../base/json.ts";
import type { StreamEvent } from "../../canonical.ts";
import { textField } from "../../extras.ts";
import { readId } from "./ids.ts";
import { inputOf } from "./raw-input.ts";

type Wire = Readonly<Record<string, unknown>>;

export type OpenBlock =
  | { readonly kind: "text" }
  | { readonly kind: "thinking"; readonly signature: string }
  | {
      readonly kind: "tool";
      readonly tool: number;
      /** Arguments given at the beginning, which count when no pieces follow; empty when there are none. */
      readonly given: string;
      readonly hasPieces: boolean;
    }
  /** A block nobody else has a word for: its pieces are skipped. */
  | { readonly kind: "other" };

type Step = readonly [OpenBlock, readonly StreamEvent[]];

const NO_EVENTS: readonly StreamEvent[] = [];

/** `tool` is the number a call gets; `data` the event's text, for arguments given whole. */
export function startBlock(block: Wire, tool: number, data: string): Step {
  switch (block["type"]) {
    case "text":
      return [{ kind: "text" }, textDelta(block["text"])];
    case "thinking": {
      const signature = typeof block["signature"] === "string" ? block["signature"] : "";
      return [{ kind: "thinking", signature }, thinkingDelta(block["thinking"])];
    }
    case "redacted_thinking":
      return typeof block["data"] === "string"
        ? [{ kind: "other" }, [{ type: "reasoning-redacted", choice: 0, data: block["data"] }]]
        : [{ kind: "other" }, NO_EVENTS];
    case "tool_use": {
      const given = inputOf(findMember(data, "content_block")).trim();
      const isEmpty = /^\{\s*\}$/.test(given) || !given.startsWith("{");
      const { id, signature } = readId(typeof block["id"] === "string" ? block["id"] : "");
      const name = typeof block["name"] === "string" ? block["name"] : "";
      return [
        { kind: "tool", tool, given: isEmpty ? "" : given, hasPieces: false },
        [{ type: "tool-start", choice: 0, tool, id, name, ...textField("signature", signature) }],
      ];
    }
    default:
      return [{ kind: "other" }, NO_EVENTS];
  }
}

/** A piece of a block that was never begun is taken for what it says it is, if it says so. */
export function stepBlock(
  open: OpenBlock | undefined,
  delta: Wire,
): readonly [OpenBlock | undefined, readonly StreamEvent[]] {
  if (open?.kind === "other") return [open, NO_EVENTS];
  switch (delta["type"]) {
    case "text_delta":
      return [open, textDelta(delta["text"])];
    case "thinking_delta":
      return [open, thinkingDelta(delta["thinking"])];
    case "signature_delta":
      return open?.kind === "thinking" && typeof delta["signature"] === "string"
        ? [{ ...open, signature: delta["signature"] }, NO_EVENTS]
        : [open, NO_EVENTS];
    case "input_json_delta": {
      const text = delta["partial_json"];
      if (open?.kind !== "tool" || typeof text !== "string" || text === "")
        return [open, NO_EVENTS];
      const next = open.hasPieces ? open : { ...open, hasPieces: true };
      return [next, [{ type: "tool-delta", choice: 0, tool: open.tool, text }]];
    }
    default:
      return [open, NO_EVENTS];
  }
}

export function stopBlock(open: OpenBlock): readonly StreamEvent[] {
  if (open.kind === "thinking") {
    return open.signature === ""
      ? NO_EVENTS
      : [{ type: "reasoning-signature", choice: 0, signature: open.signature }];
  }
  if (open.kind !== "tool") return NO_EVENTS;
  const { tool, given, hasPieces } = open;
  const whole: StreamEvent[] =
    hasPieces || given === "" ? [] : [{ type: "tool-delta", choice: 0, tool, text: given }];
  return [...whole, { type: "tool-end", choice: 0, tool }];
}

function textDelta(text: unknown): readonly StreamEvent[] {
  return typeof text === "string" && text !== ""
    ? [{ type: "text-delta", choice: 0, text }]
    : NO_EVENTS;
}

function thinkingDelta(text: unknown): readonly StreamEvent[] {
  return typeof text === "string" && text !== ""
    ? [{ type: "reasoning-delta", choice: 0, text }]
    : NO_EVENTS;
}
