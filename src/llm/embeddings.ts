/**
 * Embeddings in the one form in which dialects meet, as `canonical.ts` is for chat. A dialect that serves them has an
 * `EmbeddingsCodec`; a client and a vendor of the same dialect take the `pass*` road instead.
 */

import { AppError } from "../base/errors.ts";
import type { Extras } from "./canonical.ts";
import type { Inbound, Usage } from "./inbound.ts";

export interface EmbeddingsRequest {
  readonly model: string;
  readonly inputs: readonly EmbeddingInput[];
  /** Length of the vectors; absent: the model's own. */
  readonly dimensions?: number;
  /** What the vectors are for, in the words of the dialect that has them (`RETRIEVAL_QUERY`). */
  readonly task?: string;
  /** The document's title, for a task of retrieval. */
  readonly title?: string;
  readonly user?: string;
  readonly extras?: Extras;
}

/** A text, or the numbers of its tokens, which only the vendor that made them understands. */
export type EmbeddingInput = string | readonly number[];

export interface EmbeddingsResponse {
  readonly model: string;
  /** One per input, in their order. */
  readonly vectors: ReadonlyArray<readonly number[]>;
  /** Absent: the vendor did not say; the caller may put its own count here before the answer is written. */
  readonly usage?: Usage;
}

export interface EmbeddingsCodec {
  /** From a client's checked request. Throws AppError("invalid_request") on inputs that are no text. */
  readRequest(inbound: Inbound): EmbeddingsRequest;
  /** JSON text for a vendor; `request.model` must already be the vendor's name. Throws on inputs it cannot say. */
  writeRequest(request: EmbeddingsRequest): string;
  /** From a vendor's answer. Throws AppError("upstream_error") on what is not one. */
  readResponse(text: string): EmbeddingsResponse;
  /** JSON text for the client whose request `inbound` is: its spelling of vectors, one or a batch. */
  writeResponse(response: EmbeddingsResponse, inbound: Inbound): string;
}

/** A vector's numbers, checked; vendors that answer anything else have no vector. */
export function readVector(values: unknown): readonly number[] {
  if (Array.isArray(values) && values.length > 0 && values.every((v) => typeof v === "number")) {
    return values;
  }
  throw new AppError("upstream_error", "The vendor's answer has an embedding without numbers.");
}

/** Little-endian 32-bit floats, as some dialects spell vectors. */
export function vectorToBase64(vector: readonly number[]): string {
  return Buffer.from(new Float32Array(vector).buffer).toString("base64");
}

export function vectorFromBase64(text: string): readonly number[] {
  const bytes = Buffer.from(text, "base64");
  const count = Math.floor(bytes.length / 4);
  return Array.from({ length: count }, (_value, i) => bytes.readFloatLE(i * 4));
}
