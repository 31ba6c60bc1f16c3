/** The countable text of a request, for vendors that do not report usage. */

import { isRecord } from "../../../base/json.ts";
import type { Inbound } from "../../dialect.ts";
import { recordsOf } from "../../extras.ts";
import { eachItemText } from "./output-text.ts";

/** Texts in order, one per line. Pictures and files are not text and are not counted. */
export function promptText(inbound: Inbound): string {
  const { body } = inbound;
  const texts: string[] = [];
  const push = (text: unknown): void => {
    if (typeof text === "string" && text !== "") texts.push(text);
  };
  push(body["instructions"]);
  push(body["input"]);
  for (const item of recordsOf(body["input"])) {
    push(item["role"]);
    eachItemText(item, push);
  }
  // Tool definitions and schemas are part of the prompt in every vendor's count.
  if (Array.isArray(body["tools"])) push(JSON.stringify(body["tools"]));
  const { text } = body;
  if (isRecord(text) && isRecord(text["format"])) push(JSON.stringify(text["format"]));
  return texts.join("\n");
}
