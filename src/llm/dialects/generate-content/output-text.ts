/** The countable text of a turn: what the vendor charges for it. */

import { isRecord } from "../../../base/json.ts";
import { callOf, resultOf } from "./read-parts.ts";
import { field, recordsIn, textOf, type Wire } from "./wire.ts";

/** Calls `push` with every text of a `Content`, thoughts and arguments included. Pictures and sound are not text. */
export function eachText(content: unknown, push: (text: string) => void): void {
  if (!isRecord(content)) return;
  for (const part of recordsIn(content["parts"])) {
    if (typeof part["text"] === "string") push(part["text"]);
    else pushOther(part, push);
  }
}

function pushOther(part: Wire, push: (text: string) => void): void {
  const call = callOf(part);
  if (isRecord(call)) {
    push(textOf(call["name"]));
    if (isRecord(call["args"])) push(JSON.stringify(call["args"]));
    for (const piece of recordsIn(field(call, "partialArgs"))) {
      const value = piece["stringValue"] ?? piece["numberValue"] ?? piece["boolValue"];
      if (value !== undefined) push(typeof value === "string" ? value : JSON.stringify(value));
    }
  }
  const result = resultOf(part);
  if (isRecord(result)) {
    push(textOf(result["name"]));
    if (isRecord(result["response"])) push(JSON.stringify(result["response"]));
  }
  const code = field(part, "executableCode");
  if (isRecord(code)) push(textOf(code["code"]));
  const output = field(part, "codeExecutionResult");
  if (isRecord(output)) push(textOf(output["output"]));
}
