/** The responses dialect: OpenAI's own successor of chat-completions, with items instead of messages. */

import { type AddressRules, joinOperation } from "../../address.ts";
import type { Dialect } from "../../dialect.ts";
import { codec } from "./codec.ts";
import { readFailure, writeError, writeStreamError } from "./errors.ts";
import { NAME } from "./name.ts";
import { passRequest, passResponse } from "./pass.ts";
import { promptText } from "./prompt-text.ts";
import { sniffResponse } from "./sniff-response.ts";
import { makeSniffer } from "./sniff-stream.ts";
import { parseRequest } from "./validate.ts";

const ADDRESS: AddressRules = { operations: ["/responses"], version: "/v1" };

export const responses: Dialect = {
  name: NAME,
  operations: ["chat"],
  address: ADDRESS,
  operationUrl: (baseUrl, operation) =>
    // One operation; callers look at `operations` first.
    joinOperation(baseUrl, operation === "models" ? "/models" : "/responses", ADDRESS),
  authHeaders: (key): Record<string, string> =>
    key === "" ? {} : { authorization: `Bearer ${key}` },
  passedHeaders: [{ name: "openai-beta", list: true }],
  parseRequest,
  passRequest,
  passResponse,
  sniffResponse,
  makeSniffer,
  promptText,
  readFailure,
  writeError,
  writeStreamError: (error) => writeStreamError(error),
  // The last event of the answer is the end mark.
  streamEnd: "",
  codec,
};
