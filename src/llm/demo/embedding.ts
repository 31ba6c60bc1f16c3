/**
 * Deterministic embeddings: each word and each of its three-letter pieces adds to a few places of the vector. Texts that
 * share words come out near each other, so search can be tried; it understands nothing.
 */

import { AppError } from "../../base/errors.ts";
import type { Inbound } from "../inbound.ts";
import { countDemoTokens } from "./count.ts";

const DEFAULT_DIMENSIONS = 256;
const MAX_DIMENSIONS = 4096;

export function embed(inbound: Inbound): Record<string, unknown> {
  const dimensions = readDimensions(inbound.body["dimensions"]);
  const isBase64 = inbound.body["encoding_format"] === "base64";
  const inputs = readInputs(inbound.body["input"]);
  const tokens = inputs.reduce((sum, input) => sum + countDemoTokens(input), 0);
  return {
    object: "list",
    data: inputs.map((input, index) => {
      const vector = makeVector(input, dimensions);
      const embedding = isBase64 ? Buffer.from(vector.buffer).toString("base64") : [...vector];
      return { object: "embedding", index, embedding };
    }),
    model: inbound.model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

function readDimensions(value: unknown): number {
  if (value === undefined || value === null) return DEFAULT_DIMENSIONS;
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MAX_DIMENSIONS)
    return value;
  throw new AppError(
    "invalid_request",
    `\`dimensions\` must be an integer from 1 to ${MAX_DIMENSIONS}.`,
    {
      param: "dimensions",
    },
  );
}

/** Texts, or token numbers, which serve as words. */
function readInputs(input: unknown): string[] {
  if (typeof input === "string") return [input];
  const items: readonly unknown[] = Array.isArray(input) ? input : [];
  if (typeof items[0] === "number") return [items.join(" ")];
  return items.map((item) => (Array.isArray(item) ? item.join(" ") : String(item)));
}

export function makeVector(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [text]) {
    add(vector, word, 1);
    const padded = ` ${word} `;
    for (let i = 0; i + 3 <= padded.length; i++) add(vector, padded.slice(i, i + 3), 0.4);
  }
  let square = 0;
  for (const value of vector) square += value * value;
  if (square === 0) vector[0] = 1;
  else for (let i = 0; i < dimensions; i++) vector[i] = (vector[i] ?? 0) / Math.sqrt(square);
  return vector;
}

/** Two places and signs per feature keep unlike features apart even in short vectors. */
function add(vector: Float32Array, feature: string, weight: number): void {
  const hash = Bun.hash.xxHash64(feature);
  for (const bits of [Number(hash & 0xffffffffn), Number(hash >> 32n)]) {
    const at = (bits >>> 1) % vector.length;
    vector[at] = (vector[at] ?? 0) + (bits & 1 ? weight : -weight);
  }
}
