/** `/v1/embeddings` to and from the canonical form. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import {
  type EmbeddingInput,
  type EmbeddingsCodec,
  type EmbeddingsRequest,
  type EmbeddingsResponse,
  readVector,
  vectorFromBase64,
  vectorToBase64,
} from "../../embeddings.ts";
import { numberField, ownExtras, readExtras, recordsOf, textField } from "../../extras.ts";
import type { Inbound } from "../../inbound.ts";
import { NAME } from "./name.ts";
import { parseAnswer } from "./sniff-response.ts";
import { isBlank, readUsage } from "./usage.ts";

const REQUEST_FIELDS = new Set(["model", "input", "dimensions", "encoding_format", "user"]);

// ---- request -------------------------------------------------------------------------------------------------------

function readRequest(inbound: Inbound): EmbeddingsRequest {
  const { body } = inbound;
  return {
    model: inbound.model,
    inputs: readInputs(body["input"]),
    ...numberField("dimensions", body["dimensions"]),
    ...textField("user", body["user"]),
    ...readExtras(body, REQUEST_FIELDS, NAME),
  };
}

/** One text or many; one list of tokens or many. */
function readInputs(input: unknown): EmbeddingInput[] {
  if (typeof input === "string") return [input];
  const items = Array.isArray(input) ? (input as unknown[]) : [];
  if (items.length > 0 && items.every((item) => typeof item === "number")) return [items];
  return items.map((item) =>
    typeof item === "string" ? item : Array.isArray(item) ? (item as number[]) : String(item),
  );
}

function writeRequest(request: EmbeddingsRequest): string {
  return JSON.stringify({
    model: request.model,
    input: request.inputs,
    ...numberField("dimensions", request.dimensions),
    encoding_format: "float",
    ...textField("user", request.user),
    ...ownExtras(request.extras, NAME),
  });
}

// ---- answer --------------------------------------------------------------------------------------------------------

function readResponse(text: string): EmbeddingsResponse {
  const answer = parseAnswer(text);
  const vectors: Array<readonly number[] | undefined> = [];
  recordsOf(answer["data"]).forEach((item, i) => {
    const index = typeof item["index"] === "number" ? item["index"] : i;
    const { embedding } = item;
    vectors[index] = readVector(
      typeof embedding === "string" ? vectorFromBase64(embedding) : embedding,
    );
  });
  const usage = readUsage(answer["usage"], answer["service_tier"]);
  return {
    model: typeof answer["model"] === "string" ? answer["model"] : "",
    vectors: requireAll(vectors),
    ...(usage === undefined || isBlank(usage) ? {} : { usage }),
  };
}

function requireAll(
  vectors: ReadonlyArray<readonly number[] | undefined>,
): Array<readonly number[]> {
  const all = Array.from(vectors).filter((vector) => vector !== undefined);
  if (all.length === 0 || all.length < vectors.length) {
    throw new AppError("upstream_error", "The vendor's answer lacks embeddings.");
  }
  return all;
}

/** Vectors as base64 for a client that asked for it, as the official ones do. Without a count, usage is written as 0. */
function writeResponse(response: EmbeddingsResponse, inbound: Inbound): string {
  const isBase64 = isRecord(inbound.body) && inbound.body["encoding_format"] === "base64";
  const prompt = response.usage?.prompt ?? 0;
  return JSON.stringify({
    object: "list",
    data: response.vectors.map((vector, index) => ({
      object: "embedding",
      index,
      embedding: isBase64 ? vectorToBase64(vector) : vector,
    })),
    model: response.model,
    usage: { prompt_tokens: prompt, total_tokens: prompt },
  });
}

export const embeddings: EmbeddingsCodec = {
  readRequest,
  writeRequest,
  readResponse,
  writeResponse,
};
