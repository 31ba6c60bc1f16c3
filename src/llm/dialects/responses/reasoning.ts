/**
 * Thoughts: `reasoning` items. What proves them is `encrypted_content`, which a client that keeps its own history sends
 * back as it got it.
 *
 *   summary, encrypted_content      a signed block; the summary is its text
 *   no summary, encrypted_content   a block shown only encrypted
 *
 * Other vendors also sign blocks without text and encrypt in their own way. For a client such a proof stands behind a
 * mark, which says what it is even when the client drops the summary; a vendor of this dialect could make nothing of it,
 * so `dropForeign` takes marked items out of requests that pass.
 */

import { isRecord, setTopLevel, topLevelElements, topLevelMembers } from "../../../base/json.ts";
import type { ReasoningPart } from "../../canonical.ts";
import { recordsOf } from "../../extras.ts";

type Wire = Readonly<Record<string, unknown>>;

const SIGNED = "parley_s_";
const REDACTED = "parley_d_";
/** Between the parts of a summary. */
const PARAGRAPH = "\n\n";

// ---- read ----------------------------------------------------------------------------------------------------------

/** Nothing when the item says nothing: a thought the vendor keeps to itself. */
export function readReasoning(item: Wire): ReasoningPart[] {
  const text = reasoningText(item);
  const proof = readProof(item["encrypted_content"], text);
  if (proof.redacted !== undefined) return [{ type: "reasoning", text: "", ...proof }];
  if (text === "" && proof.signature === undefined) return [];
  return [{ type: "reasoning", text, ...proof }];
}

/** The summary, or the thoughts themselves where an open model shows them. */
export function reasoningText(item: Wire): string {
  return joinTexts(item["summary"]) || joinTexts(item["content"]);
}

function joinTexts(parts: unknown): string {
  return recordsOf(parts)
    .map((part) => (typeof part["text"] === "string" ? part["text"] : ""))
    .join(PARAGRAPH);
}

/** What stands between one part of a streamed summary and the next. */
export function separator(index: unknown): string {
  return typeof index === "number" && index > 0 ? PARAGRAPH : "";
}

export function readProof(
  encrypted: unknown,
  text: string,
): { signature?: string; redacted?: string } {
  if (typeof encrypted !== "string" || encrypted === "") return {};
  if (encrypted.startsWith(SIGNED)) return { signature: encrypted.slice(SIGNED.length) };
  if (encrypted.startsWith(REDACTED)) return { redacted: encrypted.slice(REDACTED.length) };
  return text === "" ? { redacted: encrypted } : { signature: encrypted };
}

// ---- write ---------------------------------------------------------------------------------------------------------

/** Signatures of messages and generate-content vendors: base64 of a message that begins with its second field. */
const FOREIGN_PROOF = /^E[g-v][A-Za-z0-9+/]{20,}=*$/;

/**
 * For a vendor; undefined for thoughts without proof or with another vendor's, which it refuses. No `id`: with one the vendor looks for an item
 * it has stored.
 */
export function writeInputReasoning(part: ReasoningPart): Wire | undefined {
  const proof = part.redacted ?? part.signature;
  if (proof === undefined || FOREIGN_PROOF.test(proof)) return undefined;
  const isBare = part.redacted === undefined && part.text === "";
  return {
    type: "reasoning",
    summary: writeSummary(part.text),
    encrypted_content: isBare ? SIGNED + proof : proof,
  };
}

/** For a client, finished. */
export function writeOutputReasoning(id: string, part: ReasoningPart): Wire {
  return {
    id,
    type: "reasoning",
    summary: writeSummary(part.text),
    ...(part.redacted !== undefined
      ? { encrypted_content: REDACTED + part.redacted }
      : part.signature !== undefined
        ? { encrypted_content: SIGNED + part.signature }
        : {}),
  };
}

function writeSummary(text: string): Wire[] {
  return text === "" ? [] : [{ type: "summary_text", text }];
}

// ---- pass ----------------------------------------------------------------------------------------------------------

/** Request text without thoughts that another dialect's vendor proved. */
export function dropForeign(text: string): string {
  if (!text.includes('"parley_')) return text;
  for (const { key, valueStart, valueEnd } of topLevelMembers(text)) {
    if (key !== "input" || text[valueStart] !== "[") continue;
    const kept = [...topLevelElements(text.slice(valueStart, valueEnd))].filter((element) => {
      const item: unknown = JSON.parse(element);
      return !isRecord(item) || item["type"] !== "reasoning" || !isForeign(item);
    });
    return setTopLevel(text, "input", `[${kept.join(",")}]`);
  }
  return text;
}

function isForeign(item: Wire): boolean {
  const proof = item["encrypted_content"];
  return typeof proof === "string" && (proof.startsWith(SIGNED) || proof.startsWith(REDACTED));
}
