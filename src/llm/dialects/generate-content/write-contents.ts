/**
 * Messages to the vendor's turns: `systemInstruction` and `contents`, as JSON texts.
 *
 * System and developer messages, wherever they stand, become the one instruction, in order. Results of one turn's calls
 * are one turn, right behind it; neighbouring assistant messages are one turn too.
 */

import { AppError } from "../../../base/errors.ts";
import type { Message, Part, ToolCallPart, ToolResultPart } from "../../canonical.ts";
import { isMadeId } from "./call-id.ts";
import { readModel, type ModelFacts } from "./models.ts";
import { writeResult } from "./tool-result.ts";
import { writeArguments, writeText, writeVendorCall, writeVendorPart } from "./write-parts.ts";

export interface WrittenContents {
  /** JSON texts of the instruction's parts. */
  readonly system: readonly string[];
  /** JSON text of the array. */
  readonly contents: string;
}

interface Content {
  readonly role: "user" | "model";
  /** Results stand in turns of their own. */
  readonly kind: "said" | "results";
  readonly parts: string[];
  hasCall: boolean;
}

export function writeContents(messages: readonly Message[], model: string): WrittenContents {
  const facts = readModel(model);
  const system: string[] = [];
  const contents: Content[] = [];
  messages.forEach((message, i) => {
    const place = `messages[${i}]`;
    switch (message.role) {
      case "system":
      case "developer":
        system.push(...message.parts.flatMap((part) => writeVendorPart(part, place)));
        return;
      case "assistant":
        writeModelTurn(turnFor(contents, "model", "said"), message.parts, facts, place);
        return;
      case "tool":
        for (const part of message.parts) {
          if (part.type !== "tool-result") continue;
          const { parts } = turnFor(contents, "user", "results");
          parts.push(...writeToolResult(part, findCall(messages, i, part.callId), facts, place));
        }
        return;
      case "user":
        contents.push({
          role: "user",
          kind: "said",
          parts: message.parts.flatMap((part) => writeVendorPart(part, place)),
          hasCall: false,
        });
    }
  });
  return settle(system, contents);
}

/** A turn cannot be empty, and there must be one: an instruction alone is then said by the user. */
function settle(system: readonly string[], contents: readonly Content[]): WrittenContents {
  const said = contents.filter((content) => content.parts.length > 0);
  if (said.length === 0) {
    const parts = system.length === 0 ? [writeText("")] : system;
    return { system: [], contents: `[{"role":"user","parts":[${parts.join(",")}]}]` };
  }
  const turns = said.map(({ role, parts }) => `{"role":"${role}","parts":[${parts.join(",")}]}`);
  return { system, contents: `[${turns.join(",")}]` };
}

/** The turn to go on with: the last one if it is of the same kind, else a new one. */
function turnFor(contents: Content[], role: Content["role"], kind: Content["kind"]): Content {
  const last = contents.at(-1);
  if (last?.role === role && last.kind === kind) return last;
  const turn: Content = { role, kind, parts: [], hasCall: false };
  contents.push(turn);
  return turn;
}

function writeModelTurn(
  turn: Content,
  parts: readonly Part[],
  facts: ModelFacts,
  place: string,
): void {
  for (const part of parts) {
    if (part.type !== "tool-call") {
      turn.parts.push(...writeVendorPart(part, place));
      continue;
    }
    const args = writeArguments(part);
    if (args === undefined) {
      throw new AppError(
        "invalid_request",
        `\`${place}\` calls \`${part.name}\` with arguments that are not a JSON object`,
        { param: place },
      );
    }
    turn.parts.push(writeVendorCall(part, args, facts.isGemini3 && !turn.hasCall));
    turn.hasCall = true;
  }
}

function writeToolResult(
  result: ToolResultPart,
  call: ToolCallPart | undefined,
  facts: ModelFacts,
  place: string,
): string[] {
  const name = call?.name ?? result.name;
  if (name === undefined) {
    throw new AppError(
      "invalid_request",
      `\`${place}\` answers the call \`${result.callId}\`, which no message before it makes`,
      { param: place },
    );
  }
  return writeResult(result, {
    name,
    custom: call?.custom === true,
    ...(result.callId === "" || isMadeId(result.callId) ? {} : { id: result.callId }),
    holdsMedia: facts.isGemini3,
    place,
  });
}

/** The call a result answers: the wire wants its name. The nearest one counts, as ids may come again. */
function findCall(
  messages: readonly Message[],
  before: number,
  id: string,
): ToolCallPart | undefined {
  for (let i = before - 1; i >= 0; i--) {
    for (const part of messages[i]?.parts ?? []) {
      if (part.type === "tool-call" && part.id === id) return part;
    }
  }
  return undefined;
}
