/**
 * Thoughts and their signatures. The dialect has no field for them, so three conventions in use are followed:
 * `reasoning_content` (DeepSeek, xAI) or `reasoning` holds the text, `reasoning_details` (OpenRouter) the blocks with
 * their signatures, and `extra_content.google.thought_signature` (Gemini's own compatible endpoint) what must go back
 * with a tool call. Clients that send the assistant message back as they got it thereby keep a tool loop alive.
 */

import { isRecord } from "../../../base/json.ts";
import type { Part, ReasoningPart } from "../../canonical.ts";
import { recordsOf, textField } from "../../extras.ts";

type Wire = Readonly<Record<string, unknown>>;

export const REASONING_FIELDS = [
  "reasoning_content",
  "reasoning",
  "reasoning_details",
  "extra_content",
];

/** The text of a message or delta. */
export function readReasoningText(message: Wire): string | undefined {
  const text = message["reasoning_content"] ?? message["reasoning"];
  return typeof text === "string" ? text : undefined;
}

/** Blocks with signatures where the message has them, else its text as one block. */
export function readReasoning(message: Wire): ReasoningPart[] {
  const blocks = recordsOf(message["reasoning_details"]).flatMap(readDetail);
  if (blocks.length > 0) return blocks;
  const text = readReasoningText(message);
  return text === undefined || text === "" ? [] : [{ type: "reasoning", text }];
}

/** One entry of `reasoning_details`. */
export function readDetail(detail: Wire): ReasoningPart[] {
  if (detail["type"] === "reasoning.encrypted" && typeof detail["data"] === "string") {
    return [{ type: "reasoning", text: "", redacted: detail["data"] }];
  }
  if (detail["type"] !== "reasoning.text") return [];
  const text = typeof detail["text"] === "string" ? detail["text"] : "";
  return [{ type: "reasoning", text, ...textField("signature", detail["signature"]) }];
}

export function writeReasoning(parts: readonly Part[]): Wire {
  const blocks = parts.filter((part) => part.type === "reasoning");
  if (blocks.length === 0) return {};
  const text = blocks.map((block) => block.text).join("");
  const isPlain =
    blocks.length === 1 && blocks[0]?.signature === undefined && blocks[0]?.redacted === undefined;
  return {
    ...(text === "" ? {} : { reasoning_content: text }),
    ...(isPlain && text !== "" ? {} : { reasoning_details: blocks.map(writeDetail) }),
  };
}

export function writeDetail(block: ReasoningPart, index: number): Wire {
  if (block.redacted !== undefined)
    return { type: "reasoning.encrypted", data: block.redacted, index };
  return {
    type: "reasoning.text",
    text: block.text,
    ...textField("signature", block.signature),
    index,
  };
}

/** The signature on a tool call or a message. */
export function readSignature(holder: Wire): { signature?: string } {
  const content = holder["extra_content"];
  const google = isRecord(content) ? content["google"] : undefined;
  return isRecord(google) ? textField("signature", google["thought_signature"]) : {};
}

export function writeSignature(signature: string | undefined): Wire {
  return signature === undefined
    ? {}
    : { extra_content: { google: { thought_signature: signature } } };
}
