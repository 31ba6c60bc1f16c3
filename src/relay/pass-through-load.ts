/** What a request of a pass-through endpoint brings: what it may cost, and what is billed of it by the piece. */

import type { Asks } from "../llm/inbound.ts";
import { estimateTokens } from "../llm/tokens/estimate.ts";
import type { Piece } from "./pass-through-endpoints.ts";
import { findWavMilliseconds } from "./wav.ts";

export interface Load {
  /** Prompt tokens to expect, at most. */
  readonly tokens: number;
  /** Output tokens to expect, at most; undefined: nobody can say. */
  readonly output: number | undefined;
  /** What it may cost by the piece, at most. */
  readonly asks: Asks | undefined;
  /** The pieces to bill where the answer does not tell them. */
  readonly pieces: number;
  /** The pieces were guessed, not counted. */
  readonly isGuess: boolean;
  /** The field that keeps its length from being known; absent: what is heard is in the request. */
  readonly unmeasured?: string;
}

/** More than any vendor needs for one picture, made or looked at. */
const MOST_PICTURE_TOKENS = 8000;
/** Documents that one query may rank, as the vendors that are paid by the query count. */
const DOCUMENTS_PER_REQUEST = 100;
const AUDIO_TOKENS_PER_SECOND = 10;
/** 1,250 tokens a minute, as OpenAI says. */
const SPEECH_TOKENS_PER_SECOND = 1250 / 60;
const CHARACTERS_PER_SECOND = 15;
/** The slowest speech, so that what is held covers it. */
const SLOW_CHARACTERS_PER_SECOND = 5;
/** Compressed sound: 128 kbit/s is usual, 16 kbit/s the least that anybody sends. */
const BYTES_PER_SECOND = 16_000;
const LEAST_BYTES_PER_SECOND = 2000;

export function loadOfBody(
  piece: Piece | undefined,
  body: Readonly<Record<string, unknown>>,
  text: string,
): Load {
  const tokens = estimateTokens(text);
  switch (piece) {
    case "requests": {
      const { documents } = body;
      const many = Array.isArray(documents) ? documents.length : 1;
      const requests = Math.max(1, Math.ceil(many / DOCUMENTS_PER_REQUEST));
      // Vendors that are paid by the token read the query once for every document.
      const query = typeof body["query"] === "string" ? estimateTokens(body["query"]) : 0;
      return {
        tokens: tokens + many * query,
        output: 0,
        asks: { requests },
        pieces: requests,
        isGuess: false,
      };
    }
    case "characters": {
      const characters = typeof body["input"] === "string" ? countCharacters(body["input"]) : 0;
      const seconds = characters / SLOW_CHARACTERS_PER_SECOND;
      const output = Math.ceil(seconds * SPEECH_TOKENS_PER_SECOND);
      const asks: Asks = { characters, audio: true };
      return { tokens, output, asks, pieces: characters, isGuess: false };
    }
    case "images":
      return loadOfPictures(tokens, body["n"], 0);
    default:
      return { tokens, output: 0, asks: undefined, pieces: 0, isGuess: false };
  }
}

export async function loadOfForm(
  piece: Piece | undefined,
  form: FormData,
  input: string,
): Promise<Load> {
  const files: File[] = [];
  let elsewhere: string | undefined;
  form.forEach((value: unknown, name) => {
    if (value instanceof File) files.push(value);
    else if (isElsewhere(name, String(value))) elsewhere ??= name;
  });
  const tokens = estimateTokens(input);
  if (piece === "images") return loadOfPictures(tokens, form.get("n"), files.length);
  let pieces = 0;
  let most = 0;
  const unmeasured = elsewhere ?? (files.length === 0 ? "file" : undefined);
  let isGuess = unmeasured !== undefined;
  for (const file of files) {
    const exact = await findWavMilliseconds(file);
    if (exact === undefined) isGuess = true;
    pieces += exact ?? Math.ceil((file.size / BYTES_PER_SECOND) * 1000);
    most += exact ?? Math.ceil((file.size / LEAST_BYTES_PER_SECOND) * 1000);
  }
  const audioInput = Math.ceil((most / 1000) * AUDIO_TOKENS_PER_SECOND);
  return {
    tokens: tokens + audioInput,
    output: undefined,
    asks: { milliseconds: most, audioInput },
    pieces,
    isGuess,
    ...(unmeasured === undefined ? {} : { unmeasured }),
  };
}

/** The field names a recording instead of bringing it: `url`, `file_url`, `file_id`, or an address for a `file`. */
function isElsewhere(name: string, value: string): boolean {
  if (value === "" || name === "prompt" || name === "model") return false;
  return name === "file" || name === "file_id" || /^\s*(?:[a-z][\w+.-]*:\/\/|data:)/i.test(value);
}

function loadOfPictures(tokens: number, n: unknown, shown: number): Load {
  const wanted = Number(n);
  const images = Number.isInteger(wanted) && wanted > 0 && wanted <= 1000 ? wanted : 1;
  const imageInput = shown * MOST_PICTURE_TOKENS;
  return {
    tokens: tokens + imageInput,
    output: images * MOST_PICTURE_TOKENS,
    asks: { images, ...(imageInput > 0 && { imageInput }) },
    pieces: images,
    isGuess: false,
  };
}

/** Tokens of speech that a vendor does not report: from the length of uncompressed sound, else of the text. */
export function guessSpeechTokens(characters: number, contentType: string, bytes: number): number {
  const isRaw = /^audio\/(?:x-)?(?:pcm|wav|l16)/.test(contentType);
  const seconds = isRaw ? bytes / RAW_BYTES_PER_SECOND : characters / CHARACTERS_PER_SECOND;
  return Math.ceil(seconds * SPEECH_TOKENS_PER_SECOND);
}

/** 24 kHz, 16 bits, one channel. */
const RAW_BYTES_PER_SECOND = 48_000;

/** Characters as people count them, not halves of one. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
