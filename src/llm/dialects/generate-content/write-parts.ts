/** Parts for the wire, as JSON texts: arguments are put in as the raw text they are. */

import { isRecord } from "../../../base/json.ts";
import type { Part, ToolCallPart } from "../../canonical.ts";
import { isMadeId } from "./call-id.ts";
import { CUSTOM_INPUT, writeName } from "./function-name.ts";
import { writeMedia } from "./media.ts";
import { NAME } from "./name.ts";
import { writeThought } from "./thoughts.ts";

/** What the vendor documents for calls that another model made, or whose signature was lost. */
const NO_SIGNATURE = "skip_thought_signature_validator";

/** Parts for the vendor. Empty texts are left out, as the vendor refuses them. */
export function writeVendorPart(part: Part, place: string): string[] {
  switch (part.type) {
    case "text":
      return part.text === "" && part.signature === undefined
        ? []
        : [writeText(part.text, part.signature)];
    case "refusal":
      return part.text === "" ? [] : [writeText(part.text)];
    case "reasoning":
      // Another vendor's signature would be refused, and an encrypted thought cannot be read.
      return part.text === "" ? [] : [JSON.stringify({ text: part.text, thought: true })];
    case "image":
    case "audio":
    case "file":
      return [JSON.stringify(writeMedia(part, place))];
    case "opaque":
      return part.dialect === NAME && isRecord(part.value) ? [JSON.stringify(part.value)] : [];
    // These are written where their turn is known.
    case "tool-call":
    case "tool-result":
      return [];
  }
}

/** A part of an answer that is not a call, for a client. */
export function writeClientPart(part: Part): string[] {
  if (part.type === "reasoning") return [JSON.stringify(writeThought(part))];
  return writeVendorPart(part, "answer");
}

export function writeText(text: string, signature?: string): string {
  const signed = signature === undefined ? "" : `,"thoughtSignature":${JSON.stringify(signature)}`;
  return `{"text":${JSON.stringify(text)}${signed}}`;
}

/** A call for the vendor: an id of our own making stays here, and `mustSign` stands in for a signature that is missing. */
export function writeVendorCall(call: ToolCallPart, args: string, mustSign: boolean): string {
  const signature = call.signature ?? (mustSign ? NO_SIGNATURE : undefined);
  return writeCall(
    call,
    args,
    call.id === "" || isMadeId(call.id) ? undefined : call.id,
    signature,
  );
}

/** The name's two forms and the rest of a call; an absent `id` or `signature` is left out. */
export function writeCall(
  call: Pick<ToolCallPart, "name" | "custom">,
  args: string,
  id: string | undefined,
  signature: string | undefined,
): string {
  const named = JSON.stringify(writeName(call.name, call.custom));
  const head = id === undefined ? "" : `"id":${JSON.stringify(id)},`;
  const signed = signature === undefined ? "" : `,"thoughtSignature":${JSON.stringify(signature)}`;
  return `{"functionCall":{${head}"name":${named},"args":${args}}${signed}}`;
}

/** The arguments as the text of a JSON object; undefined when they are none. */
export function writeArguments(
  call: Pick<ToolCallPart, "arguments" | "custom">,
): string | undefined {
  if (call.custom) return `{"${CUSTOM_INPUT}":${JSON.stringify(call.arguments)}}`;
  const text = call.arguments.trim();
  if (text === "") return "{}";
  if (!text.startsWith("{")) return undefined;
  try {
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}
