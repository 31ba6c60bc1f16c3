/** Content parts between wire and canonical form. */

import { isRecord } from "../../../base/json.ts";
import type { MediaPart, Part } from "../../canonical.ts";
import { textField } from "../../extras.ts";
import { readMedia, writeMedia } from "./media.ts";
import { NAME } from "./name.ts";

type Wire = Readonly<Record<string, unknown>>;

// ---- read ----------------------------------------------------------------------------------------------------------

/** `content` or a tool's `output` in either form. A missing one is no parts; an empty text is one. */
export function readContent(content: unknown): Part[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? (content as unknown[]).map(readPart) : [];
}

function readPart(value: unknown): Part {
  const opaque: Part = { type: "opaque", dialect: NAME, value };
  if (!isRecord(value)) return opaque;
  switch (value["type"]) {
    case "input_text":
    case "output_text":
    case "text":
      return typeof value["text"] === "string"
        ? { type: "text", text: value["text"], ...readCache(value) }
        : opaque;
    case "refusal":
      return typeof value["refusal"] === "string"
        ? { type: "refusal", text: value["refusal"] }
        : opaque;
    default: {
      const media = readMedia(value);
      return media === undefined ? opaque : { ...media, ...readCache(value) };
    }
  }
}

/** The end of a prefix worth caching. It is not written: vendors of this dialect find such prefixes by themselves. */
function readCache(part: Wire): Pick<MediaPart, "cacheControl"> {
  return isRecord(part["prompt_cache_breakpoint"]) ? { cacheControl: { type: "ephemeral" } } : {};
}

// ---- write ---------------------------------------------------------------------------------------------------------

/** What a user, a system prompt or a tool says. Empty texts are left out; the wire refuses them. */
export function writeInputPart(part: Part): Wire[] {
  switch (part.type) {
    case "text":
      return part.text === "" ? [] : [{ type: "input_text", text: part.text }];
    case "refusal":
      return part.text === "" ? [] : [{ type: "input_text", text: part.text }];
    case "image":
    case "audio":
    case "file":
      return [writeMedia(part)];
    case "opaque":
      return part.dialect === NAME && isRecord(part.value) ? [part.value] : [];
    // These are items of their own.
    case "reasoning":
    case "tool-call":
    case "tool-result":
      return [];
  }
}

/** One plain text is a string, which every vendor takes; anything else is an array of parts. */
export function writeInputContent(parts: readonly Part[]): string | Wire[] {
  const written = parts.flatMap(writeInputPart);
  const [only] = written;
  if (written.length === 0) return "";
  const { text } = textField("text", only?.["text"]);
  return written.length === 1 && text !== undefined ? text : written;
}
