/** The dialects Parley speaks, and the protocol names a provider may give them. */

import { AppError } from "../../base/errors.ts";
import type { Dialect } from "../dialect.ts";
import { chatCompletions } from "./chat-completions/index.ts";
import { generateContent } from "./generate-content/index.ts";
import { messages } from "./messages/index.ts";
import { responses } from "./responses/index.ts";

/** The one list: a new dialect is a folder and a line here. */
export const DIALECTS: readonly Dialect[] = [chatCompletions, messages, responses, generateContent];

/** Every accepted spelling of a protocol, and its canonical name. */
export const PROTOCOLS: Readonly<Record<string, string>> = {
  "openai-completions": "openai-completions",
  "vendorA-completions": "openai-completions",
  "anthropic-messages": "anthropic-messages",
  "vendorB-messages": "anthropic-messages",
  "google-generative-ai": "google-generative-ai",
  "vendorC-generative-ai": "google-generative-ai",
  "openai-responses": "openai-responses",
  "vendorA-responses": "openai-responses",
};

/** Which dialect a protocol speaks, by canonical name. A protocol without a line is known but not yet served. */
const DIALECT_OF: Readonly<Record<string, Dialect>> = {
  "openai-completions": chatCompletions,
  "anthropic-messages": messages,
  "google-generative-ai": generateContent,
  "openai-responses": responses,
};

/** The canonical name of a protocol in any spelling. Throws AppError listing the known ones. */
export function parseProtocol(spelling: string): string {
  const protocol = Object.hasOwn(PROTOCOLS, spelling) ? PROTOCOLS[spelling] : undefined;
  if (protocol !== undefined && protocol in DIALECT_OF) return protocol;
  const known = Object.keys(PROTOCOLS).filter((name) => (PROTOCOLS[name] ?? "") in DIALECT_OF);
  const reason =
    protocol === undefined ? "is not a known protocol" : "is not served by this release yet";
  throw new AppError(
    "invalid_request",
    `"${spelling}" ${reason}; use one of: ${known.join(", ")}.`,
    {
      param: "protocol",
    },
  );
}

/** The dialect of a protocol in any spelling. Throws AppError listing the known ones. */
export function findDialect(protocol: string): Dialect {
  const dialect = DIALECT_OF[parseProtocol(protocol)];
  if (dialect === undefined) throw new Error(`protocol ${protocol} has no dialect`);
  return dialect;
}
