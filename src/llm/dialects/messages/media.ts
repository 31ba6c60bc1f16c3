/** Pictures and documents between wire and canonical form. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { MediaPart, MediaSource, Part } from "../../canonical.ts";
import { recordField, recordsOf, textField } from "../../extras.ts";

type Wire = Readonly<Record<string, unknown>>;

// ---- read ----------------------------------------------------------------------------------------------------------

/** Undefined when the source is of a kind nobody else has. */
export function readImage(block: Wire): MediaPart | undefined {
  const source = readSource(block["source"]);
  if (source === undefined) return undefined;
  return { type: "image", source, ...recordField("cacheControl", block["cache_control"]) };
}

/** A document that is text, or made of blocks, becomes those: no other dialect has a word for it. */
export function readDocument(block: Wire): readonly Part[] | undefined {
  const cache = recordField("cacheControl", block["cache_control"]);
  const source = isRecord(block["source"]) ? block["source"] : {};
  const title = textField("filename", block["title"]);
  if (source["type"] === "text" && typeof source["data"] === "string") {
    return [{ type: "text", text: titled(title.filename, source["data"]), ...cache }];
  }
  if (source["type"] === "content") return readContentSource(source["content"], title.filename);
  const media = readSource(source);
  return media === undefined ? undefined : [{ type: "file", source: media, ...title, ...cache }];
}

function readContentSource(content: unknown, title: string | undefined): Part[] {
  const parts: Part[] = title === undefined ? [] : [{ type: "text", text: title }];
  if (typeof content === "string") parts.push({ type: "text", text: content });
  for (const block of recordsOf(content)) {
    if (typeof block["text"] === "string") parts.push({ type: "text", text: block["text"] });
    const image = block["type"] === "image" ? readImage(block) : undefined;
    if (image !== undefined) parts.push(image);
  }
  return parts;
}

/** A search result the client gives the model to read and cite. */
export function readSearchResult(block: Wire): Part {
  const texts = recordsOf(block["content"]).map(
    (part) => textField("text", part["text"]).text ?? "",
  );
  const head = [block["title"], block["source"]].filter((item) => typeof item === "string");
  const cache = recordField("cacheControl", block["cache_control"]);
  return { type: "text", text: titled(head.join("\n"), texts.join("\n")), ...cache };
}

function titled(title: string | undefined, text: string): string {
  return title === undefined || title === "" ? text : `${title}\n\n${text}`;
}

function readSource(source: unknown): MediaSource | undefined {
  if (!isRecord(source)) return undefined;
  const { type, data, url, file_id: id } = source;
  if (type === "base64" && typeof data === "string") {
    return { kind: "data", data, ...textField("mediaType", source["media_type"]) };
  }
  if (type === "url" && typeof url === "string") return { kind: "url", url };
  return type === "file" && typeof id === "string" ? { kind: "id", id } : undefined;
}

// ---- write ---------------------------------------------------------------------------------------------------------

/** Throws AppError naming the message for sound, which the wire cannot carry. */
export function writeMedia(part: MediaPart, path: string): Wire {
  if (part.type === "audio") {
    throw new AppError(
      "invalid_request",
      `\`${path}\` holds sound, which this model's vendor does not take; send text, pictures or PDF documents.`,
      { param: path },
    );
  }
  const cache = recordField("cache_control", part.cacheControl);
  const { source } = part;
  if (source.kind === "url")
    return {
      ...shape(part, part.type === "image"),
      source: { type: "url", url: source.url },
      ...cache,
    };
  if (source.kind === "id")
    return {
      ...shape(part, part.type === "image"),
      source: { type: "file", file_id: source.id },
      ...cache,
    };
  const mediaType = typeOf(source.mediaType, source.data, part.type);
  const isImage = mediaType.startsWith("image/");
  return { ...shape(part, isImage), source: writeData(mediaType, source.data), ...cache };
}

function shape(part: MediaPart, isImage: boolean): Wire {
  return isImage ? { type: "image" } : { type: "document", ...textField("title", part.filename) };
}

function writeData(mediaType: string, data: string): Wire {
  if (mediaType.startsWith("text/") || mediaType === "application/json") {
    const text = Buffer.from(data, "base64").toString();
    return { type: "text", media_type: "text/plain", data: text };
  }
  return { type: "base64", media_type: mediaType, data };
}

/** How files of a type begin, in base64. */
const MAGIC: ReadonlyArray<readonly [start: string, mediaType: string]> = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
  ["JVBERi0", "application/pdf"],
];

/** The media type as the vendor spells it: without parameters, and guessed from the bytes when nobody said it. */
function typeOf(said: string | undefined, data: string, kind: MediaPart["type"]): string {
  const plain = said?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (plain === "image/jpg") return "image/jpeg";
  if (plain !== "" && plain !== "application/octet-stream") return plain;
  const magic = MAGIC.find(([start]) => data.startsWith(start));
  return magic?.[1] ?? (kind === "image" ? "image/png" : "application/pdf");
}
