/** The countable text of a request, for vendors that do not report usage. */

import { isRecord } from "../../../base/json.ts";
import type { Inbound } from "../../dialect.ts";
import { eachOutput } from "./output-text.ts";

/** Texts in order, one per line. Pictures and sound are not text and are not counted. */
export function promptText(inbound: Inbound): string {
  const { body } = inbound;
  const texts: string[] = [];
  const push = (text: string): void => {
    if (text !== "") texts.push(text);
  };
  if (inbound.operation === "chat") {
    for (const message of asArray(body["messages"])) {
      if (!isRecord(message)) continue;
      push(String(message["role"]));
      if (typeof message["name"] === "string") push(message["name"]);
      eachOutput(message, push);
    }
    // Tool definitions and schemas are part of the prompt in every vendor's count.
    for (const field of ["tools", "functions"]) {
      if (Array.isArray(body[field])) push(JSON.stringify(body[field]));
    }
    if (isRecord(body["response_format"])) push(JSON.stringify(body["response_format"]));
  } else {
    const input = inbound.operation === "embeddings" ? body["input"] : body["prompt"];
    for (const item of Array.isArray(input) ? input : [input]) {
      // Token numbers are tokens already: one short word each keeps the count right.
      push(
        typeof item === "string"
          ? item
          : asArray(item)
              .map(() => "a")
              .join(" ") || "a",
      );
    }
  }
  return texts.join("\n");
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
