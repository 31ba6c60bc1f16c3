/** Pictures, sounds and documents: `input_image`, `input_audio`, `input_file`. */

import { isRecord } from "../../../base/json.ts";
import type { MediaPart, MediaSource } from "../../canonical.ts";
import { textField } from "../../extras.ts";

type Wire = Readonly<Record<string, unknown>>;

// ---- read ----------------------------------------------------------------------------------------------------------

/** Undefined when the part holds no media. */
export function readMedia(part: Wire): MediaPart | undefined {
  switch (part["type"]) {
    case "input_image":
      return readImage(part);
    case "input_audio":
      return readAudio(part["input_audio"]);
    case "input_file":
      return readFile(part);
    default:
      return undefined;
  }
}

function readImage(part: Wire): MediaPart | undefined {
  const { image_url: url } = part;
  const source = typeof url === "string" ? readUrl(url) : readId(part);
  if (source === undefined) return undefined;
  return { type: "image", source, ...textField("detail", part["detail"]) };
}

function readAudio(audio: unknown): MediaPart | undefined {
  if (!isRecord(audio) || typeof audio["data"] !== "string") return undefined;
  const { format } = audio;
  const type = typeof format === "string" ? { mediaType: `audio/${format}` } : {};
  return { type: "audio", source: { kind: "data", data: audio["data"], ...type } };
}

function readFile(part: Wire): MediaPart | undefined {
  const { file_data: data, file_url: url } = part;
  const source =
    typeof data === "string"
      ? (readDataUrl(data) ?? { kind: "data" as const, data })
      : typeof url === "string"
        ? readUrl(url)
        : readId(part);
  if (source === undefined) return undefined;
  return { type: "file", source, ...textField("filename", part["filename"]) };
}

function readId(part: Wire): MediaSource | undefined {
  const { file_id: id } = part;
  return typeof id === "string" ? { kind: "id", id } : undefined;
}

function readUrl(url: string): MediaSource {
  return readDataUrl(url) ?? { kind: "url", url };
}

const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*?);base64,/i;

function readDataUrl(url: string): MediaSource | undefined {
  const match = DATA_URL.exec(url);
  if (match === null) return undefined;
  const [head, mediaType = "", parameters = ""] = match;
  const type = mediaType + parameters;
  return {
    kind: "data",
    data: url.slice(head.length),
    ...(type === "" ? {} : { mediaType: type }),
  };
}

// ---- write ---------------------------------------------------------------------------------------------------------

export function writeMedia(part: MediaPart): Wire {
  const { source } = part;
  if (part.type === "audio" && source.kind === "data") {
    const format = source.mediaType?.replace(/^audio\/(?:x-)?/, "") ?? "wav";
    return { type: "input_audio", input_audio: { data: source.data, format } };
  }
  if (part.type === "image") {
    const place =
      source.kind === "id" ? { file_id: source.id } : { image_url: writeUrl(source, "image/png") };
    return { type: "input_image", ...place, ...textField("detail", part.detail) };
  }
  if (source.kind === "id") return { type: "input_file", file_id: source.id };
  if (source.kind === "url") {
    return { type: "input_file", file_url: source.url, ...textField("filename", part.filename) };
  }
  const data = writeUrl(source, "application/pdf");
  // The vendor wants a name for data.
  return { type: "input_file", filename: part.filename ?? nameFor(data), file_data: data };
}

function writeUrl(source: Exclude<MediaSource, { kind: "id" }>, otherwise: string): string {
  if (source.kind === "url") return source.url;
  const { data } = source;
  const mediaType =
    source.mediaType ?? BEGINNINGS.find(([start]) => data.startsWith(start))?.[1] ?? otherwise;
  return `data:${mediaType};base64,${data}`;
}

/** How files of a type begin, in base64. */
const BEGINNINGS: ReadonlyArray<readonly [start: string, mediaType: string]> = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
  ["JVBERi", "application/pdf"],
];

function nameFor(dataUrl: string): string {
  const ending = /^data:[^/;]*\/(?:x-)?([A-Za-z0-9]+)[;,]/.exec(dataUrl)?.[1] ?? "bin";
  return `file.${ending === "plain" ? "txt" : ending}`;
}
