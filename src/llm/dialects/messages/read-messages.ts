/** A request's `system` and `messages` to canonical messages. Expects what `validate.ts` has let through. */

import type { Message, Part, ToolResultPart } from "../../canonical.ts";
import { readExtras, recordsOf } from "../../extras.ts";
import { readContent } from "./blocks.ts";
import { NAME } from "./name.ts";
import { rawInputs } from "./raw-input.ts";

type Wire = Readonly<Record<string, unknown>>;

const MESSAGE_FIELDS = new Set(["role", "content"]);

/** `text` is the whole body, for the arguments of calls. */
export function readMessages(body: Wire, text: string): Message[] {
  const rawInput = rawInputs(text);
  const system = readContent(body["system"], () => "{}");
  return [
    ...(system.length === 0 ? [] : [{ role: "system" as const, parts: system }]),
    ...recordsOf(body["messages"]).flatMap((message, i) =>
      readMessage(
        message,
        readContent(message["content"], (block) => rawInput(i, block)),
      ),
    ),
  ];
}

function readMessage(message: Wire, parts: readonly Part[]): Message[] {
  const rest = readExtras(message, MESSAGE_FIELDS, NAME);
  const { role } = message;
  if (role === "assistant" || role === "system") return [{ role, parts, ...rest }];
  // Results answer the turn before them, so they go first wherever the client put them.
  const results = parts.filter((part): part is ToolResultPart => part.type === "tool-result");
  if (results.length === 0) return [{ role: "user", parts, ...rest }];
  const others = parts.filter((part) => part.type !== "tool-result");
  return [
    { role: "tool", parts: results },
    ...(others.length === 0 ? [] : [{ role: "user" as const, parts: others, ...rest }]),
  ];
}
