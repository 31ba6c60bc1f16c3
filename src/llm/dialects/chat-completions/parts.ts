/** Content parts between wire and canonical form. */

import { isRecord } from "../../../base/json.ts";
import type { MediaPart, MediaSource, Part } from "../../canonical.ts";
import { recordField, textField } from "../../extras.ts";
import { NAME } from "./name.ts";

type Wire = Readonly<Record<string, unknown>>;

// ---- read ----------------------------------------------------------------------------------------------------------

/** `content` in either form. A missing one is no parts; an empty text is one. */
export function readContent(content: unknown): Part[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? (content as unknown[]).map(readPart) : [];
}

function readPart(value: unknown): Part {
  const opaque: Part = { type: "opaque", dialect: NAME, value };
  if (!isRecord(value)) return opaque;
  const cache = recordField("cacheControl", value["cache_control"]);
  switch (value["type"]) {
    case "text":
      return typeof value["text"] === "string"
        ? { type: "text", text: value["text"], ...cache }
        : opaque;
    case "refusal":
      return typeof value["refusal"] === "string"
        ? { type: "refusal", text: value["refusal"] }
        : opaque;
    case "image_url":
      return readImage(value["image_url"], cache) ?? opaque;
    case "input_audio":
      return readAudio(value["input_audio"], cache) ?? opaque;
    case "file":
      return readFile(value["file"], cache) ?? opaque;
    default:
      return opaque;
  }
}

type Cache = Pick<MediaPart, "cacheControl">;

/** `{url, detail?}`, or the bare address some clients send. */
function readImage(image: unknown, cache: Cache): MediaPart | undefined {
  const fields = typeof image === "string" ? { url: image } : image;
  if (!isRecord(fields) || typeof fields["url"] !== "string") return undefined;
  return {
    type: "image",
    source: readUrl(fields["url"]),
    ...textField("detail", fields["detail"]),
    ...cache,
  };
}

function readAudio(audio: unknown, cache: Cache): MediaPart | undefined {
  if (!isRecord(audio) || typeof audio["data"] !== "string") return undefined;
  const format = audio["format"];
  const type = typeof format === "string" ? { mediaType: `audio/${format}` } : {};
  return { type: "audio", source: { kind: "data", data: audio["data"], ...type }, ...cache };
}

function readFile(file: unknown, cache: Cache): MediaPart | undefined {
  if (!isRecord(file)) return undefined;
  const rest = { ...textField("filename", file["filename"]), ...cache };
  if (typeof file["file_id"] === "string") {
    return { type: "file", source: { kind: "id", id: file["file_id"] }, ...rest };
  }
  if (typeof file["file_data"] !== "string") return undefined;
  return { type: "file", source: readUrl(file["file_data"], "data"), ...rest };
}

const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*?);base64,/i;

/** A data URL is taken apart; anything else is an address, or bare base64 where that is allowed. */
function readUrl(url: string, otherwise: "url" | "data" = "url"): MediaSource {
  const match = DATA_URL.exec(url);
  if (match === null)
    return otherwise === "url" ? { kind: "url", url } : { kind: "data", data: url };
  const [head, mediaType = "", parameters = ""] = match;
  const type = mediaType + parameters;
  return {
    kind: "data",
    data: url.slice(head.length),
    ...(type === "" ? {} : { mediaType: type }),
  };
}

// ---- write ---------------------------------------------------------------------------------------------------------

/** One plain text is a string, which every vendor takes; anything else is an array of parts. */
export function writeContent(parts: readonly Part[]): string | Wire[] {
  const [only] = parts;
  if (parts.length === 1 && only?.type === "text" && only.cacheControl === undefined)
    return only.text;
  return parts.flatMap(writePart);
}

function writePart(part: Part): Wire[] {
  switch (part.type) {
    case "text":
      return [{ type: "text", text: part.text, ...writeCache(part.cacheControl) }];
    case "refusal":
      return [{ type: "refusal", refusal: part.text }];
    case "image":
    case "audio":
    case "file":
      return [{ ...writeMedia(part), ...writeCache(part.cacheControl) }];
    case "opaque":
      return part.dialect === NAME && isRecord(part.value) ? [part.value] : [];
    // These have fields of their own beside `content`.
    case "reasoning":
    case "tool-call":
    case "tool-result":
      return [];
  }
}

function writeMedia(part: MediaPart): Wire {
  const { source } = part;
  if (part.type === "image" && source.kind !== "id") {
    return {
      type: "image_url",
      image_url: { url: writeUrl(source), ...textField("detail", part.detail) },
    };
  }
  if (part.type === "audio" && source.kind === "data") {
    const format = source.mediaType?.replace(/^audio\/(?:x-)?/, "");
    return {
      type: "input_audio",
      input_audio: { data: source.data, ...textField("format", format) },
    };
  }
  const place = source.kind === "id" ? { file_id: source.id } : { file_data: writeUrl(source) };
  return { type: "file", file: { ...place, ...textField("filename", part.filename) } };
}

function writeUrl(source: Exclude<MediaSource, { kind: "id" }>): string {
  if (source.kind === "url") return source.url;
  return source.mediaType === undefined
    ? source.data
    : `data:${source.mediaType};base64,${source.data}`;
}

function writeCache(cacheControl: Wire | undefined): Wire {
  return cacheControl === undefined ? {} : { cache_control: cacheControl };
}
