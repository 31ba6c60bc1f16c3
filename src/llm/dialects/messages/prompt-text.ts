/** The countable text of a request, for vendors that do not report usage. */

import { isRecord } from "../../../base/json.ts";
import type { Inbound } from "../../dialect.ts";
import { eachContent } from "./output-text.ts";

/** Texts in order, one per line. Pictures and documents in base64 are not text and are not counted. */
export function promptText(inbound: Inbound): string {
  const { body } = inbound;
  const texts: string[] = [];
  const push = (text: string): void => {
    if (text !== "") texts.push(text);
  };
  eachContent(body["system"], push);
  for (const message of Array.isArray(body["messages"]) ? (body["messages"] as unknown[]) : []) {
    if (!isRecord(message)) continue;
    push(String(message["role"]));
    eachContent(message["content"], push);
  }
  // Tool definitions and schemas are part of the prompt in the vendor's count.
  if (Array.isArray(body["tools"])) push(JSON.stringify(body["tools"]));
  const config = body["output_config"];
  if (isRecord(config) && isRecord(config["format"])) push(JSON.stringify(config["format"]));
  return texts.join("\n");
}
