/**
 * Canonical messages to `system` and `messages`.
 *
 *   leading system and developer messages  ->  `system`, as blocks in order
 *   later ones                             ->  text in the user's turn, in order, inside <system> tags
 *   pictures in either                     ->  in the user's turn
 *   neighbours of one role                 ->  one turn; results of tools first
 *   an assistant that speaks first         ->  a short user turn before it, because the wire wants one
 *   an assistant that speaks last          ->  a prefill, without blanks at its end
 */

import { AppError } from "../../../base/errors.ts";
import type { Message, Part } from "../../canonical.ts";
import { type Block, writePart, writeText } from "./write-blocks.ts";

interface Turn {
  readonly role: "user" | "assistant";
  readonly results: Block[];
  readonly blocks: Block[];
}

export interface WrittenMessages {
  /** Text blocks as JSON; empty when there is no system prompt. */
  readonly system: readonly Block[];
  /** The array as JSON text. */
  readonly messages: string;
  /** The last turn is the assistant's, to be gone on with. */
  readonly isPrefill: boolean;
  /** The last assistant turn calls tools without the thoughts that led there: a vendor that thinks would refuse it. */
  readonly lacksThoughts: boolean;
}

/** What stands before a conversation that the assistant opens. */
const OPENING = "(The conversation begins.)";

export function writeMessages(messages: readonly Message[]): WrittenMessages {
  const first = messages.findIndex((message) => !isSystem(message));
  const head = first < 0 ? messages : messages.slice(0, first);
  const system = head.flatMap((message) => systemBlocks(message.parts));
  const turns = writeTurns(messages, head.length);
  if (turns.length === 0 && system.length > 0) {
    turns.push({ role: "user", results: [], blocks: system.splice(0) });
  }
  if (turns.length === 0) {
    throw new AppError("invalid_request", "`messages` holds no text that could be sent.", {
      param: "messages",
    });
  }
  if (turns[0]?.role === "assistant") {
    turns.unshift({ role: "user", results: [], blocks: blocksOf(writeText(OPENING)) });
  }
  const isPrefill = trimPrefill(turns);
  return {
    system,
    messages: `[${turns.map(writeTurn).join(",")}]`,
    isPrefill,
    lacksThoughts: lacksThoughts(turns),
  };
}

function isSystem(message: Message): boolean {
  return message.role === "system" || message.role === "developer";
}

function systemBlocks(parts: readonly Part[]): Block[] {
  return parts.flatMap((part) =>
    part.type === "text" ? blocksOf(writeText(part.text, part.cacheControl)) : [],
  );
}

function blocksOf(block: Block | undefined): Block[] {
  return block === undefined ? [] : [block];
}

// ---- turns ---------------------------------------------------------------------------------------------------------

/** `first` is where the conversation begins; of the system messages before it only what is not text is left. */
function writeTurns(messages: readonly Message[], first: number): Turn[] {
  const turns: Turn[] = [];
  for (const [i, message] of messages.entries()) {
    const blocks = isSystem(message)
      ? [
          ...(i < first ? [] : foldSystem(message.parts)),
          ...mediaBlocks(message.parts, `messages[${i}]`),
        ]
      : message.parts.flatMap((part) => blocksOf(writePart(part, `messages[${i}]`)));
    const role = message.role === "assistant" ? "assistant" : "user";
    // Thoughts alone are no turn: the vendor refuses an answer that ends in them.
    if (blocks.every((block) => block.kind === "thinking")) continue;
    let turn = turns.at(-1);
    if (turn?.role !== role) turns.push((turn = { role, results: [], blocks: [] }));
    for (const block of blocks) (block.kind === "result" ? turn.results : turn.blocks).push(block);
  }
  return turns;
}

/** An instruction in the middle of the conversation has no place of its own; tags keep it apart from the user's words. */
function foldSystem(parts: readonly Part[]): Block[] {
  const texts = parts.flatMap((part) =>
    part.type === "text" && part.text !== "" ? [part.text] : [],
  );
  return texts.length === 0 ? [] : blocksOf(writeText(`<system>\n${texts.join("\n")}\n</system>`));
}

/** Pictures in a system message are shown by the user. */
function mediaBlocks(parts: readonly Part[], path: string): Block[] {
  return parts.flatMap((part) => (part.type === "text" ? [] : blocksOf(writePart(part, path))));
}

function trimPrefill(turns: readonly Turn[]): boolean {
  const turn = turns.at(-1);
  if (turn?.role !== "assistant") return false;
  const last = turn.blocks.at(-1);
  const trimmed = last?.text?.trimEnd();
  if (trimmed !== undefined && trimmed !== last?.text) {
    turn.blocks.splice(-1, 1, ...blocksOf(writeText(trimmed)));
  }
  return true;
}

function lacksThoughts(turns: readonly Turn[]): boolean {
  const turn = turns.findLast(({ role }) => role === "assistant");
  if (turn === undefined || !turn.blocks.some((block) => block.kind === "tool")) return false;
  return turn.blocks[0]?.kind !== "thinking";
}

function writeTurn({ role, results, blocks }: Turn): string {
  const all = results.length === 0 ? blocks : [...results, ...blocks];
  const [only] = all;
  const content =
    all.length === 1 && only?.text !== undefined
      ? JSON.stringify(only.text)
      : `[${all.map((block) => block.json).join(",")}]`;
  return `{"role":"${role}","content":${content}}`;
}
