/** The chat-completions dialect: what OpenAI began and most vendors speak. */

import { type AddressRules, joinOperation } from "../../address.ts";
import type { Dialect, Operation } from "../../dialect.ts";
import { codec } from "./codec.ts";
import { embeddings } from "./embeddings.ts";
import { readFailure, writeError, writeStreamError } from "./errors.ts";
import { NAME } from "./name.ts";
import { passRequest, passResponse } from "./pass.ts";
import { promptText } from "./prompt-text.ts";
import { sniffResponse } from "./sniff-response.ts";
import { makeSniffer } from "./sniff-stream.ts";
import { parseRequest } from "./validate.ts";

const PATHS: Readonly<Record<Exclude<Operation, "count-tokens"> | "models", string>> = {
  chat: "/chat/completions",
  completions: "/completions",
  embeddings: "/embeddings",
  models: "/models",
};

const ADDRESS: AddressRules = {
  operations: ["/chat/completions", "/completions", "/embeddings"],
  version: "/v1",
};

export const chatCompletions: Dialect = {
  name: NAME,
  operations: ["chat", "completions", "embeddings"],
  address: ADDRESS,
  operationUrl: (baseUrl, operation) =>
    // The wire has no way to count tokens; callers look at `operations` first.
    joinOperation(baseUrl, operation === "count-tokens" ? PATHS.chat : PATHS[operation], ADDRESS),
  authHeaders: (key): Record<string, string> =>
    key === "" ? {} : { authorization: `Bearer ${key}` },
  parseRequest,
  passRequest,
  passResponse,
  sniffResponse,
  makeSniffer,
  promptText,
  readFailure,
  writeError,
  writeStreamError,
  streamEnd: "data: [DONE]\n\n",
  embeddings,
  codec,
};
