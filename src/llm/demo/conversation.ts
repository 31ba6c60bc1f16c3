/** What the demo looks at in a conversation. */

import type { Message, Part } from "../canonical.ts";

export function textOf(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n")
    .trim();
}

export function lastUserText(messages: readonly Message[]): string {
  const last = messages.findLast((message) => message.role === "user");
  return last === undefined ? "" : textOf(last.parts);
}

export interface Result {
  readonly callId: string;
  readonly text: string;
  readonly isError: boolean;
}

/** The results the conversation ends with; none when the user spoke last. */
export function lastResults(messages: readonly Message[]): Result[] {
  const from = messages.findLastIndex((message) => message.role !== "tool") + 1;
  return messages
    .slice(from)
    .flatMap((message) => message.parts)
    .filter((part) => part.type === "tool-result")
    .map((part) => ({
      callId: part.callId,
      text: textOf(part.parts),
      isError: part.isError === true,
    }));
}
