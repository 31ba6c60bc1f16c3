/** The countable text of a request, for vendors that do not report usage. */

import { isRecord } from "../../../base/json.ts";
import type { Inbound } from "../../inbound.ts";
import { eachText } from "./output-text.ts";
import { field, listOf, recordOf, type Wire } from "./wire.ts";

/** Texts in order, one per line. Pictures and sound are not text and are not counted. */
export function promptText(inbound: Inbound): string {
  const texts: string[] = [];
  const push = (text: string): void => {
    if (text !== "") texts.push(text);
  };
  if (inbound.operation === "embeddings") pushEmbeddings(inbound.body, push);
  else {
    const inner = field(inbound.body, "generateContentRequest");
    pushGenerate(isRecord(inner) ? inner : inbound.body, push);
  }
  return texts.join("\n");
}

function pushEmbeddings(body: Wire, push: (text: string) => void): void {
  const requests = body["requests"] === undefined ? [body] : listOf(body["requests"]);
  for (const request of requests) if (isRecord(request)) eachText(request["content"], push);
}

function pushGenerate(body: Wire, push: (text: string) => void): void {
  eachText(field(body, "systemInstruction"), push);
  for (const content of listOf(field(body, "contents"))) {
    if (!isRecord(content)) continue;
    if (typeof content["role"] === "string") push(content["role"]);
    eachText(content, push);
  }
  // Tool definitions and schemas are part of the prompt in the vendor's count.
  const tools = field(body, "tools");
  if (tools !== undefined) push(JSON.stringify(tools));
  const config = recordOf(body, "generationConfig");
  const schema = field(config, "responseSchema") ?? field(config, "responseJsonSchema");
  if (schema !== undefined) push(JSON.stringify(schema));
}
