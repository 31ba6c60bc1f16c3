/** The generate-content dialect: Gemini. The model and the wish to stream stand in the path. */

import { type AddressRules, joinOperation } from "../../address.ts";
import type { Dialect, Operation } from "../../dialect.ts";
import { makeArrayFraming } from "./array-framing.ts";
import { codec } from "./codec.ts";
import { writeCount } from "./count-tokens.ts";
import { embeddings } from "./embeddings.ts";
import { readFailure, writeError, writeStreamError } from "./errors.ts";
import { NAME } from "./name.ts";
import { modelPath, passRequest, passResponse } from "./pass.ts";
import { promptText } from "./prompt-text.ts";
import { sniffResponse } from "./sniff-response.ts";
import { makeSniffer } from "./sniff-stream.ts";
import { parseRequest } from "./validate.ts";

const METHODS: Readonly<Record<Operation, string>> = {
  chat: "generateContent",
  // The wire has no plain completions; callers look at `operations` first.
  completions: "generateContent",
  embeddings: "batchEmbedContents",
  "count-tokens": "countTokens",
};

const ADDRESS: AddressRules = {
  operations: [],
  version: "/v1beta",
  modelPath: /\/(?:models|tunedModels)\/[^/]+$/,
};

export const generateContent: Dialect = {
  name: NAME,
  operations: ["chat", "embeddings", "count-tokens"],
  address: ADDRESS,
  operationUrl(baseUrl, operation, upstreamModel, stream) {
    if (operation === "models") return joinOperation(baseUrl, "/models", ADDRESS);
    const path = modelPath(upstreamModel).split("/").map(encodeURIComponent).join("/");
    if (operation !== "chat" || !stream) {
      return joinOperation(baseUrl, `/${path}:${METHODS[operation]}`, ADDRESS);
    }
    const url = joinOperation(baseUrl, `/${path}:streamGenerateContent`, ADDRESS);
    return `${url}${url.includes("?") ? "&" : "?"}alt=sse`;
  },
  authHeaders: (key): Record<string, string> => (key === "" ? {} : { "x-goog-api-key": key }),
  parseRequest,
  passRequest,
  passResponse,
  sniffResponse,
  makeSniffer,
  promptText,
  readFailure,
  writeError: (error) => writeError(error),
  writeStreamError,
  streamEnd: "",
  writeCount,
  makeArrayFraming,
  embeddings,
  codec,
};
