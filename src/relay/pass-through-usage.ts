/** What the answer of a pass-through endpoint says it used, in the ways that vendors spell it. */

import { isRecord } from "../base/json.ts";
import type { Usage } from "../llm/inbound.ts";
import { readKind, specialOf } from "../llm/special-usage.ts";
import { readCount } from "../llm/token-field.ts";
import type { Piece } from "./pass-through-endpoints.ts";

type Wire = Readonly<Record<string, unknown>>;

export interface AnswerUsage {
  /** Undefined: it names no tokens. */
  readonly tokens: Usage | undefined;
  /** How many pieces it tells; undefined: it does not. */
  readonly pieces: number | undefined;
}

const NOTHING: AnswerUsage = { tokens: undefined, pieces: undefined };

export function readAnswerUsage(
  contentType: string,
  body: Uint8Array,
  piece: Piece | undefined,
): AnswerUsage {
  if (contentType.includes("json")) {
    const answer = parse(new TextDecoder().decode(body));
    return answer ? readAnswer([answer], piece) : NOTHING;
  }
  if (!contentType.includes("event-stream")) return NOTHING;
  const events = new TextDecoder()
    .decode(body)
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => parse(line.slice("data:".length)))
    .filter((event) => event !== undefined);
  return readAnswer(events, piece);
}

function parse(text: string): Wire | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** One answer, or the events of one: the last report counts. */
function readAnswer(parts: readonly Wire[], piece: Piece | undefined): AnswerUsage {
  const usage = parts.findLast((part) => isRecord(part["usage"]))?.["usage"];
  const report = isRecord(usage) ? usage : {};
  return { tokens: readTokens(report, piece), pieces: readPieces(parts, report, piece) };
}

// ---- tokens --------------------------------------------------------------------------------------------------------

function readTokens(report: Wire, piece: Piece | undefined): Usage | undefined {
  const total = readCount(report["total_tokens"]);
  const prompt = readCount(report["prompt_tokens"] ?? report["input_tokens"]) ?? total;
  if (prompt === undefined) return undefined;
  const completion = readCount(report["completion_tokens"] ?? report["output_tokens"]) ?? 0;
  const input =
    report["input_tokens_details"] ??
    report["input_token_details"] ??
    report["prompt_tokens_details"];
  const output = report["output_tokens_details"] ?? report["output_token_details"];
  const text = readKind(output, "text_tokens") ?? 0;
  // What speaks gives sound, and what draws gives pictures, unless it says otherwise.
  const made = completion > text ? completion - text : undefined;
  return {
    prompt,
    cached: Math.min(readKind(input, "cached_tokens") ?? 0, prompt),
    completion,
    reasoning: 0,
    ...specialOf({
      audioInput: readKind(input, "audio_tokens"),
      imageInput: readKind(input, "image_tokens"),
      audioOutput: piece === "characters" ? made : readKind(output, "audio_tokens"),
      imageOutput: piece === "images" ? made : readKind(output, "image_tokens"),
    }),
  };
}

// ---- pieces --------------------------------------------------------------------------------------------------------

function readPieces(
  parts: readonly Wire[],
  report: Wire,
  piece: Piece | undefined,
): number | undefined {
  switch (piece) {
    case "images": {
      const [first] = parts;
      if (parts.length === 1 && Array.isArray(first?.["data"])) return first["data"].length;
      const done = parts.filter(
        ({ type }) => typeof type === "string" && type.endsWith("completed"),
      );
      return done.length > 0 ? done.length : undefined;
    }
    case "requests": {
      const meta = parts.find((part) => isRecord(part["meta"]))?.["meta"];
      const units = isRecord(meta) ? meta["billed_units"] : undefined;
      return isRecord(units) ? readCount(units["search_units"]) : undefined;
    }
    case "milliseconds":
      return (
        readSeconds(report["seconds"]) ??
        readSeconds(report["prompt_audio_seconds"]) ??
        readSeconds(parts.find((part) => part["duration"] !== undefined)?.["duration"])
      );
    // What is spoken was sent; no answer tells more.
    case "characters":
    case undefined:
      return undefined;
  }
}

const MOST_SECONDS = 1_000_000;

/** Seconds, as a number or as text, in milliseconds. */
function readSeconds(value: unknown): number | undefined {
  const seconds = typeof value === "string" && value !== "" ? Number(value) : value;
  if (typeof seconds !== "number" || !(seconds >= 0 && seconds <= MOST_SECONDS)) return undefined;
  return Math.round(seconds * 1000);
}
