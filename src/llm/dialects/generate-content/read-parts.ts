/** Parts from the wire: of a model's turn, a user's turn, or an answer. */

import { isRecord } from "../../../base/json.ts";
import type { Part, ToolCallPart } from "../../canonical.ts";
import { textField } from "../../extras.ts";
import { CUSTOM_INPUT, readName } from "./function-name.ts";
import { readMedia } from "./media.ts";
import { NAME } from "./name.ts";
import { compactJson, rawElements, rawMember } from "./raw-json.ts";
import { readThought } from "./thoughts.ts";
import { field, recordsIn, textOf, type Wire } from "./wire.ts";

/** A `Content`, with its text where one of its parts needs it. */
export interface RawContent {
  readonly parts: readonly Wire[];
  readonly raws: readonly string[];
}

/** `raw`: gives the content's text; asked only when a call or a result stands in it. */
export function openContent(content: unknown, raw: () => string | undefined): RawContent {
  const parts = isRecord(content) ? recordsIn(content["parts"]) : [];
  const needsRaw = parts.some(
    (part) =>
      typeof part["text"] !== "string" && (isRecord(callOf(part)) || isRecord(resultOf(part))),
  );
  return { parts, raws: needsRaw ? rawElements(rawMember(raw(), "parts")) : [] };
}

export function callOf(part: Wire): unknown {
  return field(part, "functionCall");
}

export function resultOf(part: Wire): unknown {
  return field(part, "functionResponse");
}

/** Undefined for a part that says nothing. `makeId` is asked for a call that has no id. */
export function readPart(
  part: Wire,
  raw: string | undefined,
  makeId: () => string,
): Part | undefined {
  const { text } = part;
  const signature = field(part, "thoughtSignature");
  if (typeof text === "string") {
    if (part["thought"] === true) return readThought(text, textOf(signature));
    if (text === "" && typeof signature !== "string") return undefined;
    return { type: "text", text, ...textField("signature", signature) };
  }
  const call = callOf(part);
  if (isRecord(call)) return readCall(call, rawMember(raw, "functionCall"), makeId, signature);
  const media = part["thought"] === true ? undefined : readMedia(part);
  return media ?? { type: "opaque", dialect: NAME, value: part };
}

function readCall(
  call: Wire,
  raw: string | undefined,
  makeId: () => string,
  signature: unknown,
): ToolCallPart {
  const name = readName(textOf(call["name"]));
  const id = call["id"];
  return {
    type: "tool-call",
    id: typeof id === "string" && id !== "" ? id : makeId(),
    ...name,
    arguments: readArguments(call["args"], rawMember(raw, "args"), name.custom),
    ...textField("signature", signature),
  };
}

/** Arguments as JSON text, or the one text of a custom tool. */
export function readArguments(args: unknown, raw: string | undefined, custom?: true): string {
  if (custom && isRecord(args) && typeof args[CUSTOM_INPUT] === "string") return args[CUSTOM_INPUT];
  if (!isRecord(args)) return "{}";
  return raw === undefined ? JSON.stringify(args) : compactJson(raw);
}
