/** Canonical messages to `instructions` and `input`, for a vendor. */

import { isRecord } from "../../../base/json.ts";
import type { Message, Part, ToolResultPart } from "../../canonical.ts";
import { NAME } from "./name.ts";
import { writeInputContent } from "./parts.ts";
import { writeInputReasoning } from "./reasoning.ts";

type Wire = Readonly<Record<string, unknown>>;

export interface WrittenInput {
  /** The first system message, where it is one plain text. */
  readonly instructions: string | undefined;
  readonly items: readonly Wire[];
}

export function writeInput(messages: readonly Message[]): WrittenInput {
  const instructions = plainSystem(messages[0]);
  const custom = customCalls(messages);
  const items = (instructions === undefined ? messages : messages.slice(1)).flatMap((message) => {
    if (message.role === "assistant") return writeTurn(message.parts);
    if (message.role === "tool") {
      return message.parts
        .filter((part) => part.type === "tool-result")
        .map((part) => writeResult(part, custom));
    }
    const content = writeInputContent(message.parts);
    return content === "" ? [] : [{ type: "message", role: message.role, content }];
  });
  // Instructions alone are no request: the wire wants an item.
  if (items.length > 0 || instructions === undefined) return { instructions, items };
  const system = { type: "message", role: "system", content: instructions };
  return { instructions: undefined, items: [system] };
}

function plainSystem(message: Message | undefined): string | undefined {
  const [only] = message?.parts ?? [];
  if (message?.role !== "system" || message.parts.length !== 1) return undefined;
  return only?.type === "text" && only.text !== "" ? only.text : undefined;
}

/** Results of tools that take free text are items of another type. */
function customCalls(messages: readonly Message[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const message of messages) {
    for (const part of message.parts) {
      if (part.type === "tool-call" && part.custom) ids.add(part.id);
    }
  }
  return ids;
}

function writeResult(part: ToolResultPart, custom: ReadonlySet<string>): Wire {
  const type = custom.has(part.callId) ? "custom_tool_call_output" : "function_call_output";
  return { type, call_id: part.callId, output: writeInputContent(part.parts) };
}

// ---- the assistant's turn ------------------------------------------------------------------------------------------

/** Items in the order of the parts; neighbouring texts are one message. */
function writeTurn(parts: readonly Part[]): Wire[] {
  const items: Wire[] = [];
  let content: Wire[] = [];
  for (const part of parts) {
    if ((part.type === "text" || part.type === "refusal") && part.text !== "") {
      if (content.length === 0) items.push({ type: "message", role: "assistant", content });
      content.push(writeSaid(part));
      continue;
    }
    const item = writeItem(part);
    if (item === undefined) continue;
    items.push(item);
    content = [];
  }
  return items;
}

function writeSaid(part: { readonly type: "text" | "refusal"; readonly text: string }): Wire {
  return part.type === "text"
    ? { type: "output_text", text: part.text }
    : { type: "refusal", refusal: part.text };
}

function writeItem(part: Part): Wire | undefined {
  switch (part.type) {
    case "reasoning":
      return writeInputReasoning(part);
    case "tool-call": {
      const { id: call_id, name } = part;
      return part.custom
        ? { type: "custom_tool_call", call_id, name, input: part.arguments }
        : { type: "function_call", call_id, name, arguments: part.arguments || "{}" };
    }
    case "opaque":
      return part.dialect === NAME && isRecord(part.value) ? part.value : undefined;
    // The wire has no word for pictures the assistant made.
    case "text":
    case "refusal":
    case "image":
    case "audio":
    case "file":
    case "tool-result":
      return undefined;
  }
}
