/**
 * `functionResponse`. The wire wants an object: a result that is a JSON object is sent as it is, any other text as
 * `{"output": text}`, a failure as `{"error": text}`, several texts as `{"output": [texts]}`. The vendor gives the two
 * keys a meaning, so an object that has one of them is wrapped too.
 */

import { isRecord } from "../../../base/json.ts";
import type { MediaPart, Part, ToolResultPart } from "../../canonical.ts";
import { writeName } from "./function-name.ts";
import { readMedia, writeMedia } from "./media.ts";
import { compactJson, rawMember } from "./raw-json.ts";
import { recordsIn, type Wire } from "./wire.ts";

// ---- read ----------------------------------------------------------------------------------------------------------

/** What a result says: its text, whether it is a failure, and its pictures. */
export function readResult(
  result: Wire,
  raw: string | undefined,
): Pick<ToolResultPart, "parts" | "isError"> {
  const { response } = result;
  const media = recordsIn(result["parts"]).flatMap((part) => readMedia(part) ?? []);
  if (!isRecord(response)) return { parts: media };
  const rawResponse = rawMember(raw, "response");
  const only = soleKey(response);
  const value = only === undefined ? response : response[only];
  const rawValue = only === undefined ? rawResponse : rawMember(rawResponse, only);
  const text =
    typeof value === "string"
      ? value
      : rawValue === undefined
        ? JSON.stringify(value)
        : compactJson(rawValue);
  return {
    parts: [{ type: "text", text }, ...media],
    ...(only === "error" ? { isError: true } : {}),
  };
}

function soleKey(response: Wire): "output" | "error" | undefined {
  const keys = Object.keys(response);
  const [key] = keys;
  return keys.length === 1 && (key === "output" || key === "error") ? key : undefined;
}

// ---- write ---------------------------------------------------------------------------------------------------------

export interface ResultOptions {
  readonly name: string;
  readonly custom: boolean;
  /** Absent: the vendor never gave one. */
  readonly id?: string;
  /** True: pictures stand inside the response (Gemini 3); false: behind it. */
  readonly holdsMedia: boolean;
  /** Names the message in an error. */
  readonly place: string;
}

/** JSON texts of the parts a result becomes. */
export function writeResult(result: ToolResultPart, options: ResultOptions): string[] {
  const media = result.parts
    .filter((part): part is MediaPart => isMedia(part))
    .map((part) => JSON.stringify(writeMedia(part, options.place)));
  const id = options.id === undefined ? "" : `"id":${JSON.stringify(options.id)},`;
  const name = JSON.stringify(writeName(options.name, options.custom));
  const inside = options.holdsMedia && media.length > 0 ? `,"parts":[${media.join(",")}]` : "";
  const response = `{"functionResponse":{${id}"name":${name},"response":${writeResponse(result)}${inside}}}`;
  return options.holdsMedia ? [response] : [response, ...media];
}

function isMedia(part: Part): boolean {
  return part.type === "image" || part.type === "audio" || part.type === "file";
}

function writeResponse(result: ToolResultPart): string {
  const texts = result.parts.flatMap((part) =>
    part.type === "text" || part.type === "refusal" ? [part.text] : [],
  );
  const key = result.isError ? "error" : "output";
  const [text = ""] = texts;
  if (texts.length > 1) return `{"${key}":${JSON.stringify(texts)}}`;
  const object = parseObject(text);
  if (object === undefined) return `{"${key}":${JSON.stringify(text)}}`;
  const isPlain = !result.isError && !("output" in object) && !("error" in object);
  return isPlain ? text : `{"${key}":${text}}`;
}

function parseObject(text: string): Wire | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
