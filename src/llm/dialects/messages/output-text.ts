/** The countable text of content blocks: what the vendor charges. */

import { isRecord } from "../../../base/json.ts";

type Push = (text: string) => void;

/** Blocks hold blocks: results of tools, documents. A request nested deeper than this is not one. */
const MAX_DEPTH = 8;

/** Calls `push` with every text of a block, in order. Pictures and documents in base64 are not text. */
export function eachText(block: unknown, push: Push, depth = 0): void {
  if (typeof block === "string") push(block);
  if (!isRecord(block) || depth > MAX_DEPTH) return;
  switch (block["type"]) {
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use":
      if (typeof block["name"] === "string") push(block["name"]);
      if (isRecord(block["input"])) pushInput(block["input"], push);
      break;
    case "document":
      eachField(block, ["title", "context"], push);
      if (isRecord(block["source"])) eachSource(block["source"], push, depth);
      break;
    case "search_result":
      eachField(block, ["title", "source"], push);
      eachContent(block["content"], push, depth + 1);
      break;
    default:
      eachField(block, ["text", "thinking"], push);
      eachContent(block["content"], push, depth + 1);
  }
}

/** A text, or blocks. */
export function eachContent(content: unknown, push: Push, depth = 0): void {
  if (typeof content === "string") push(content);
  else if (Array.isArray(content)) {
    for (const block of content as unknown[]) eachText(block, push, depth);
  }
}

function eachSource(source: Readonly<Record<string, unknown>>, push: Push, depth: number): void {
  if (source["type"] === "text") eachField(source, ["data"], push);
  else if (source["type"] === "content") eachContent(source["content"], push, depth + 1);
}

function eachField(
  holder: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  push: Push,
): void {
  for (const field of fields) {
    const value = holder[field];
    if (typeof value === "string") push(value);
  }
}

function pushInput(input: Readonly<Record<string, unknown>>, push: Push): void {
  for (const _key in input) return push(JSON.stringify(input));
}
