/** A client's turns to messages. Readers expect what `validate.ts` has let through. */

import { isRecord } from "../../../base/json.ts";
import type { Message, Part, ToolResultPart } from "../../canonical.ts";
import { isMadeId, makeCallId } from "./call-id.ts";
import { readName } from "./function-name.ts";
import { isDelicate, rawElements, rawMember } from "./raw-json.ts";
import { openContent, type RawContent, readPart, resultOf } from "./read-parts.ts";
import { isPlainThought, joinThoughts } from "./thoughts.ts";
import { readResult } from "./tool-result.ts";
import { field, listOf, textOf, type Wire } from "./wire.ts";

/** A call of the last model turn that no result has answered yet. */
interface OpenCall {
  readonly id: string;
  readonly name: string;
}

/** `text` is the request's own, for values that must stay as they are written. */
export function readMessages(body: Wire, text: () => string): Message[] {
  const contents = listOf(field(body, "contents"));
  let raws: readonly string[] | undefined;
  const rawOf = (i: number): string | undefined => {
    raws ??= readRaws(text());
    return raws[i];
  };
  const messages: Message[] = readSystem(field(body, "systemInstruction"));
  let open: OpenCall[] = [];
  contents.forEach((content, i) => {
    if (!isRecord(content)) return;
    const opened = openContent(content, () => rawOf(i));
    if (content["role"] === "model") {
      const parts = readModelParts(opened, i);
      const calls = parts.filter((part) => part.type === "tool-call");
      const last = messages.at(-1);
      // Streamed answers stand in a client's history piece by piece.
      if (last?.role === "assistant") {
        messages[messages.length - 1] = {
          role: "assistant",
          parts: joinThoughts(joinPieces(last.parts, parts)),
        };
        open.push(...calls);
      } else {
        messages.push({ role: "assistant", parts });
        open = calls;
      }
    } else {
      messages.push(...readUserTurn(opened, open, i));
    }
  });
  return messages;
}

function readRaws(text: string): readonly string[] {
  return isDelicate(text) ? rawElements(rawMember(text, "contents")) : [];
}

function readSystem(instruction: unknown): Message[] {
  const { parts } = openContent(instruction, () => undefined);
  const read = parts.flatMap((part) => readPart(part, undefined, () => "") ?? []);
  return read.length === 0 ? [] : [{ role: "system", parts: read }];
}

function readModelParts(content: RawContent, position: number): Part[] {
  let calls = 0;
  const parts = content.parts.flatMap((part, i): Part[] => {
    const read = readPart(part, content.raws[i], () => makeCallId("h", position, calls));
    if (read?.type === "tool-call") calls++;
    return read === undefined ? [] : [read];
  });
  return joinThoughts(parts);
}

/** Two pieces of one answer: a text or a thought that goes on is one again. What was signed is whole. */
function joinPieces(before: readonly Part[], after: readonly Part[]): Part[] {
  const last = before.at(-1);
  const [first, ...rest] = after;
  if (last?.type === "text" && first?.type === "text" && last.signature === undefined) {
    return [...before.slice(0, -1), { ...first, text: last.text + first.text }, ...rest];
  }
  if (isPlainThought(last) && isPlainThought(first)) {
    return [...before.slice(0, -1), { ...first, text: last.text + first.text }, ...rest];
  }
  return [...before, ...after];
}

/** Results first, one message each: other dialects want them right behind the calls. */
function readUserTurn(content: RawContent, open: OpenCall[], position: number): Message[] {
  const results: Message[] = [];
  const parts: Part[] = [];
  content.parts.forEach((part, i) => {
    const result = resultOf(part);
    if (isRecord(result)) {
      const raw = rawMember(content.raws[i], "functionResponse");
      const read = readToolResult(result, raw, open, makeCallId("r", position, i));
      results.push({ role: "tool", parts: [read] });
      return;
    }
    const read = readPart(part, content.raws[i], () => makeCallId("u", position, i));
    if (read !== undefined) parts.push(read);
  });
  return parts.length === 0 ? results : [...results, { role: "user", parts }];
}

function readToolResult(
  result: Wire,
  raw: string | undefined,
  open: OpenCall[],
  otherwise: string,
): ToolResultPart {
  const { name } = readName(textOf(result["name"]));
  const call = takeCall(open, textOf(result["id"]), name);
  const callId = call?.id ?? (textOf(result["id"]) || otherwise);
  return { type: "tool-result", callId, name, ...readResult(result, raw) };
}

/** The call a result answers: the one with its id, else the first of its name that had no id to give. */
function takeCall(open: OpenCall[], id: string, name: string): OpenCall | undefined {
  let at = id === "" ? -1 : open.findIndex((call) => call.id === id);
  if (at < 0) {
    at = open.findIndex((call) => call.name === name && (id === "" || isMadeId(call.id)));
  }
  return at < 0 ? undefined : open.splice(at, 1)[0];
}
