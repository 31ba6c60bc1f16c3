/** The items of an answer for a client. Ids are made from the answer's own, so that they are stable and differ. */

import type { Part, ReasoningPart, ToolCallPart } from "../../canonical.ts";
import { packId } from "../../carried-id.ts";
import { writeOutputReasoning } from "./reasoning.ts";

type Wire = Readonly<Record<string, unknown>>;

export type ItemStatus = "in_progress" | "completed" | "incomplete";
type Kind = "message" | "reasoning" | "function_call" | "custom_tool_call";

const PREFIXES: Readonly<Record<Kind, string>> = {
  message: "msg",
  reasoning: "rs",
  function_call: "fc",
  custom_tool_call: "ctc",
};

/** Of the answer's id only so much that the item's stays within the vendor's 64 characters. */
const MAX_ID_CHARS = 40;

export function itemId(kind: Kind, answerId: string, index: number): string {
  const base = answerId.replaceAll(/[^A-Za-z0-9_-]/g, "").slice(-MAX_ID_CHARS);
  return `${PREFIXES[kind]}_${base}_${index}`;
}

export function textContent(text: string): Wire {
  return { type: "output_text", annotations: [], logprobs: [], text };
}

export function refusalContent(refusal: string): Wire {
  return { type: "refusal", refusal };
}

export function messageItem(id: string, content: readonly Wire[], status: ItemStatus): Wire {
  return { id, type: "message", status, role: "assistant", content };
}

type Call = Pick<ToolCallPart, "id" | "name" | "arguments" | "custom" | "signature">;

/** Arguments as they are: a call still open has none yet. */
export function callItem(id: string, call: Call, status: ItemStatus): Wire {
  // The dialect has no field for a call's signature; the id comes back.
  const { signature } = call;
  const call_id = packId(call.id, signature === undefined ? {} : { signature });
  const { name } = call;
  return call.custom
    ? { id, type: "custom_tool_call", status, call_id, name, input: call.arguments }
    : { id, type: "function_call", status, call_id, name, arguments: call.arguments };
}

export function callKind(call: Pick<Call, "custom">): "function_call" | "custom_tool_call" {
  return call.custom ? "custom_tool_call" : "function_call";
}

/** A whole answer's items; neighbouring texts are one message. `status` is that of the last item. */
export function writeOutput(parts: readonly Part[], answerId: string, status: ItemStatus): Wire[] {
  const drafts = draftItems(parts);
  return drafts.map((draft, index) => {
    const state = index === drafts.length - 1 ? status : "completed";
    switch (draft.type) {
      case "message":
        return messageItem(itemId("message", answerId, index), draft.content, state);
      case "reasoning":
        return writeOutputReasoning(itemId("reasoning", answerId, index), draft);
      case "tool-call": {
        // Clients parse this text: a call without arguments must still be JSON.
        const text = draft.custom ? draft.arguments : draft.arguments || "{}";
        const id = itemId(callKind(draft), answerId, index);
        return callItem(id, { ...draft, arguments: text }, state);
      }
    }
  });
}

type Draft = { readonly type: "message"; readonly content: Wire[] } | ReasoningPart | ToolCallPart;

function draftItems(parts: readonly Part[]): Draft[] {
  const drafts: Draft[] = [];
  for (const part of parts) {
    if (part.type === "text" || part.type === "refusal") {
      if (part.text === "") continue;
      const content = part.type === "text" ? textContent(part.text) : refusalContent(part.text);
      const last = drafts.at(-1);
      if (last?.type === "message") last.content.push(content);
      else drafts.push({ type: "message", content: [content] });
    } else if (part.type === "reasoning" || part.type === "tool-call") drafts.push(part);
  }
  return drafts;
}
