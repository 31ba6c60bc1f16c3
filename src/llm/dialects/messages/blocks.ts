/** Content blocks between wire and canonical form. Blocks are written as JSON text, so that arguments stay as they are. */

import { isRecord } from "../../../base/json.ts";
import type {
  Part,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from "../../canonical.ts";
import { recordField, textField } from "../../extras.ts";
import { readId } from "./ids.ts";
import { readDocument, readImage, readSearchResult } from "./media.ts";
import { NAME } from "./name.ts";

type Wire = Readonly<Record<string, unknown>>;

/** `content` in either form. `rawInput` gives the text of a call's `input` by the block's position. */
export function readContent(content: unknown, rawInput: (block: number) => string): Part[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  if (!Array.isArray(content)) return [];
  return (content as unknown[]).flatMap((block, i) => readBlock(block, () => rawInput(i)));
}

function readBlock(block: unknown, rawInput: () => string): readonly Part[] {
  const opaque: Part[] = [{ type: "opaque", dialect: NAME, value: block }];
  if (!isRecord(block)) return opaque;
  switch (block["type"]) {
    case "text":
      return typeof block["text"] === "string" ? [readText(block["text"], block)] : opaque;
    case "image": {
      const image = readImage(block);
      return image === undefined ? opaque : [image];
    }
    case "document":
      return readDocument(block) ?? opaque;
    case "search_result":
      return [readSearchResult(block)];
    case "thinking":
      return [readThinking(block)];
    case "redacted_thinking":
      return typeof block["data"] === "string"
        ? [{ type: "reasoning", text: "", redacted: block["data"] }]
        : opaque;
    case "tool_use":
      return [readCall(block, rawInput())];
    case "tool_result":
      return [readResult(block)];
    default:
      return opaque;
  }
}

function readText(text: string, block: Wire): TextPart {
  return { type: "text", text, ...recordField("cacheControl", block["cache_control"]) };
}

/** An empty signature is what our own writer says for thoughts nobody signed. */
function readThinking(block: Wire): ReasoningPart {
  const signature = block["signature"] === "" ? undefined : block["signature"];
  const text = typeof block["thinking"] === "string" ? block["thinking"] : "";
  return { type: "reasoning", text, ...textField("signature", signature) };
}

function readCall(block: Wire, input: string): ToolCallPart {
  const { id, signature } = readId(String(block["id"]));
  return {
    type: "tool-call",
    id,
    name: String(block["name"]),
    arguments: input,
    ...textField("signature", signature),
  };
}

function readResult(block: Wire): ToolResultPart {
  return {
    type: "tool-result",
    callId: readId(String(block["tool_use_id"])).id,
    // A result holds neither calls nor results: so no input is asked for, and no depth can be too great.
    parts: readContent(withoutResults(block["content"]), () => "{}"),
    ...(block["is_error"] === true ? { isError: true } : {}),
    ...recordField("cacheControl", block["cache_control"]),
  };
}

function withoutResults(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return (content as unknown[]).filter(
    (block) => !isRecord(block) || block["type"] !== "tool_result",
  );
}
