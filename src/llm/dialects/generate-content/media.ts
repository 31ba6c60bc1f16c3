/** Pictures, sounds, films and documents: `inlineData` and `fileData`. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { MediaPart, MediaSource } from "../../canonical.ts";
import { textField } from "../../extras.ts";
import { field, type Wire } from "./wire.ts";

// ---- read ----------------------------------------------------------------------------------------------------------

/** Undefined when the part holds no media. */
export function readMedia(part: Wire): MediaPart | undefined {
  const inline = field(part, "inlineData");
  if (isRecord(inline) && typeof inline["data"] === "string") {
    const type = textField("mediaType", field(inline, "mimeType"));
    return {
      type: kindOf(type.mediaType),
      source: { kind: "data", data: inline["data"], ...type },
      ...textField("filename", field(inline, "displayName")),
    };
  }
  const file = field(part, "fileData");
  const url = isRecord(file) ? field(file, "fileUri") : undefined;
  if (!isRecord(file) || typeof url !== "string") return undefined;
  const type = textField("mediaType", field(file, "mimeType"));
  return {
    type: kindOf(type.mediaType ?? typeOfName(url)),
    source: { kind: "url", url, ...type },
    ...textField("filename", field(file, "displayName")),
  };
}

/** Films have no kind of their own in the canonical form: they are files with the media type of one. */
function kindOf(mediaType: string | undefined): MediaPart["type"] {
  if (mediaType?.startsWith("image/")) return "image";
  return mediaType?.startsWith("audio/") ? "audio" : "file";
}

// ---- write ---------------------------------------------------------------------------------------------------------

/** `place` names the message, for a file the vendor cannot have. */
export function writeMedia(part: MediaPart, place: string): Wire {
  const { source } = part;
  if (source.kind === "data") {
    return { inlineData: { mimeType: source.mediaType ?? guessType(part), data: source.data } };
  }
  return { fileData: writeFile(part, source, place) };
}

function writeFile(
  part: MediaPart,
  source: Exclude<MediaSource, { kind: "data" }>,
  place: string,
): Wire {
  if (source.kind === "id" && !source.id.startsWith("files/")) {
    throw new AppError(
      "invalid_request",
      `\`${place}\` names a file by an id (${source.id}) that this model's vendor does not know; send its data or an address`,
      { param: place },
    );
  }
  const url = source.kind === "id" ? source.id : source.url;
  const told = source.kind === "url" ? source.mediaType : undefined;
  const mimeType = told ?? typeOfName(url) ?? (part.type === "image" ? "image/jpeg" : undefined);
  return { ...textField("mimeType", mimeType), fileUri: url };
}

const TYPES: Readonly<Record<string, string>> = {
  avif: "image/avif",
  gif: "image/gif",
  heic: "image/heic",
  heif: "image/heif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  aac: "audio/aac",
  aiff: "audio/aiff",
  flac: "audio/flac",
  mp3: "audio/mp3",
  ogg: "audio/ogg",
  wav: "audio/wav",
  avi: "video/avi",
  mov: "video/mov",
  mp4: "video/mp4",
  mpeg: "video/mpeg",
  webm: "video/webm",
  csv: "text/csv",
  html: "text/html",
  md: "text/md",
  pdf: "application/pdf",
  txt: "text/plain",
};

function typeOfName(url: string): string | undefined {
  const ending = /\.([A-Za-z0-9]{2,4})(?:[?#]|$)/.exec(url)?.[1]?.toLowerCase();
  return ending !== undefined && Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined;
}

/** How files of a kind begin, in base64. */
const BEGINNINGS: ReadonlyArray<readonly [beginning: string, type: string]> = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["JVBERi", "application/pdf"],
  ["SUQz", "audio/mp3"],
  ["T2dnUw", "audio/ogg"],
  ["ZkxhQw", "audio/flac"],
];

/** The wire wants a type for data: by the data's first bytes, by the file's name, or the most usual of its kind. */
function guessType(part: MediaPart): string {
  const data = part.source.kind === "data" ? part.source.data : "";
  const known = BEGINNINGS.find(([beginning]) => data.startsWith(beginning))?.[1];
  if (known !== undefined) return known;
  // RIFF holds sounds and pictures alike.
  if (data.startsWith("UklGR")) return part.type === "image" ? "image/webp" : "audio/wav";
  const named = part.filename === undefined ? undefined : typeOfName(part.filename);
  if (named !== undefined) return named;
  if (part.type === "image") return "image/jpeg";
  return part.type === "audio" ? "audio/wav" : "application/octet-stream";
}
