/** `:embedContent` and `:batchEmbedContents` to and from the canonical form. The vendor is always asked for a batch. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import {
  type EmbeddingsCodec,
  type EmbeddingsRequest,
  type EmbeddingsResponse,
  readVector,
} from "../../embeddings.ts";
import { ownExtras, readExtras, textField } from "../../extras.ts";
import type { Inbound } from "../../inbound.ts";
import { NAME } from "./name.ts";
import { modelPath, wantsOne } from "./pass.ts";
import { parseAnswer } from "./sniff-response.ts";
import { isBlank, readUsage, writeUsage } from "./usage.ts";
import { field, integerOf, listOf, present, recordsIn, snakeOf, type Wire } from "./wire.ts";

const REQUEST_FIELDS = new Set(
  ["model", "content", "taskType", "title", "outputDimensionality"].flatMap((name) => [
    name,
    snakeOf(name),
  ]),
);

// ---- request -------------------------------------------------------------------------------------------------------

/** Options stand on every entry of a batch; those of the first count for all. */
function readRequest(inbound: Inbound): EmbeddingsRequest {
  const { body } = inbound;
  const isOne = wantsOne(inbound);
  const requests = isOne ? [body] : recordsIn(body["requests"]);
  const [first = {}] = requests;
  return {
    model: inbound.model,
    inputs: requests.map((request, i) =>
      readText(request["content"], isOne ? "content" : `requests[${i}].content`),
    ),
    ...present("dimensions", integerOf(field(first, "outputDimensionality"))),
    ...textField("task", field(first, "taskType")),
    ...textField("title", first["title"]),
    ...readExtras(first, REQUEST_FIELDS, NAME),
  };
}

function readText(content: unknown, path: string): string {
  const parts = isRecord(content) ? listOf(content["parts"]) : [];
  return parts
    .map((part, i) => {
      if (isRecord(part) && typeof part["text"] === "string") return part["text"];
      const place = `${path}.parts[${i}]`;
      throw new AppError(
        "invalid_request",
        `\`${place}\` must be a text: this model's vendor embeds nothing else`,
        { param: place },
      );
    })
    .join("");
}

function writeRequest(request: EmbeddingsRequest): string {
  const requests = request.inputs.map((input, i): Wire => {
    if (typeof input !== "string") {
      const place = `input[${i}]`;
      throw new AppError(
        "invalid_request",
        `\`${place}\` must be a text: token numbers mean nothing to this model's vendor`,
        { param: place },
      );
    }
    return {
      model: modelPath(request.model),
      content: { parts: [{ text: input }] },
      ...textField("taskType", request.task),
      ...textField("title", request.title),
      ...present("outputDimensionality", request.dimensions),
      ...ownExtras(request.extras, NAME),
    };
  });
  return JSON.stringify({ requests });
}

// ---- answer --------------------------------------------------------------------------------------------------------

function readResponse(text: string): EmbeddingsResponse {
  const answer = parseAnswer(text);
  const embeddings = recordsIn(answer["embeddings"] ?? answer["embedding"]);
  if (embeddings.length === 0) {
    throw new AppError("upstream_error", "The vendor's answer has no `embeddings`.");
  }
  const usage = readUsage(answer["usageMetadata"]);
  return {
    model: "",
    vectors: embeddings.map(({ values }) => readVector(values)),
    ...(usage === undefined || isBlank(usage) ? {} : { usage }),
  };
}

function writeResponse(response: EmbeddingsResponse, inbound: Inbound): string {
  const embeddings = response.vectors.map((values) => ({ values }));
  return JSON.stringify({
    ...(wantsOne(inbound) ? { embedding: embeddings[0] } : { embeddings }),
    ...(response.usage === undefined ? {} : { usageMetadata: writeUsage(response.usage) }),
  });
}

export const embeddings: EmbeddingsCodec = {
  readRequest,
  writeRequest,
  readResponse,
  writeResponse,
};
