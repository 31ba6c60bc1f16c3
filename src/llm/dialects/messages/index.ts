/** The messages dialect: what Anthropic began, and several vendors and local servers speak beside it. */

import { type AddressRules, joinOperation } from "../../address.ts";
import type { Dialect, Operation } from "../../dialect.ts";
import { codec } from "./codec.ts";
import { readFailure, writeError, writeStreamError } from "./errors.ts";
import { NAME } from "./name.ts";
import { passRequest, passResponse } from "./pass.ts";
import { promptText } from "./prompt-text.ts";
import { sniffResponse } from "./sniff-response.ts";
import { makeSniffer } from "./sniff-stream.ts";
import { parseRequest } from "./validate.ts";

export { DEFAULT_MAX_TOKENS } from "./name.ts";

const MESSAGES = "/messages";
const COUNT_TOKENS = "/messages/count_tokens";
const MODELS = "/models";

const ADDRESS: AddressRules = { operations: [COUNT_TOKENS, MESSAGES], version: "/v1" };

/** The version of the wire, where neither the client nor the provider's own headers name another. */
const WIRE_VERSION = "2023-06-01";

function pathOf(operation: Operation | "models"): string {
  if (operation === "models") return MODELS;
  // The wire has no other operations; callers look at `operations` first.
  return operation === "count-tokens" ? COUNT_TOKENS : MESSAGES;
}

export const messages: Dialect = {
  name: NAME,
  operations: ["chat", "count-tokens"],
  address: ADDRESS,
  operationUrl: (baseUrl, operation) => joinOperation(baseUrl, pathOf(operation), ADDRESS),
  authHeaders: (key): Record<string, string> => ({
    ...(key === "" ? {} : { "x-api-key": key }),
    "anthropic-version": WIRE_VERSION,
  }),
  passedHeaders: [{ name: "anthropic-version" }, { name: "anthropic-beta", list: true }],
  parseRequest,
  passRequest,
  passResponse,
  sniffResponse,
  makeSniffer,
  promptText,
  readFailure: (status, headers, text) => readFailure(status, headers, text),
  writeError,
  writeStreamError,
  streamEnd: 'event: message_stop\ndata: {"type":"message_stop"}\n\n',
  writeCount: (tokens) => JSON.stringify({ input_tokens: tokens }),
  needsOutputLimit: true,
  codec,
};
