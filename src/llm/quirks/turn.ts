/** One turn of a conversation as JSON text. */

import { findMember, isRecord } from "../../base/json.ts";

export function roleOf(turn: string): string {
  const role: unknown = JSON.parse(findMember(turn, "role") ?? "null");
  return typeof role === "string" ? role : "";
}

/** The turn's content when it is nothing but text, parts joined by line breaks; undefined: it is something else. */
export function findText(turn: string): string | undefined {
  const content: unknown = JSON.parse(findMember(turn, "content") ?? "null");
  if (typeof content === "string") return content;
  if (!Array.isArray(content) || content.length === 0) return undefined;
  const texts = (content as unknown[]).map(textOf);
  return texts.every((text) => text !== undefined) ? texts.join("\n") : undefined;
}

function textOf(part: unknown): string | undefined {
  if (typeof part === "string") return part;
  if (!isRecord(part) || part["type"] !== "text") return undefined;
  return typeof part["text"] === "string" ? part["text"] : undefined;
}

export function writeTurn(role: string, content: string): string {
  return JSON.stringify({ role, content });
}
