/** Messages between wire and canonical form. Readers expect what `validate.ts` has let through. */

import { isRecord } from "../../../base/json.ts";
import type { Message, Part, ToolCallPart, ToolResultPart } from "../../canonical.ts";
import { packId, unpackId } from "../../carried-id.ts";
import { ownExtras, readExtras, recordsOf, textField } from "../../extras.ts";
import { NAME } from "./name.ts";
import { readContent, writeContent } from "./parts.ts";
import {
  readReasoning,
  readSignature,
  REASONING_FIELDS,
  writeReasoning,
  writeSignature,
} from "./reasoning.ts";

type Wire = Readonly<Record<string, unknown>>;

const MESSAGE_FIELDS = new Set([
  "role",
  "content",
  "name",
  "refusal",
  "tool_calls",
  "tool_call_id",
  "function_call",
  ...REASONING_FIELDS,
]);

// ---- read ----------------------------------------------------------------------------------------------------------

export function readMessages(messages: unknown): Message[] {
  return recordsOf(messages).map(readMessage);
}

function readMessage(message: Wire, position: number): Message {
  const rest = readExtras(message, MESSAGE_FIELDS, NAME);
  const named = textField("name", message["name"]);
  switch (message["role"]) {
    case "assistant":
      return {
        role: "assistant",
        parts: readAssistantParts(message, legacyId(position)),
        ...named,
        ...rest,
      };
    case "tool":
      return { role: "tool", parts: [readResult(message["tool_call_id"], message)], ...rest };
    case "function":
      // The old form has no ids: the answer stands right behind its call.
      return { role: "tool", parts: [readResult(legacyId(position - 1), message)], ...rest };
    case "system":
    case "developer":
      return { role: message["role"], parts: readContent(message["content"]), ...named, ...rest };
    default:
      return { role: "user", parts: readContent(message["content"]), ...named, ...rest };
  }
}

function legacyId(position: number): string {
  return `call_function_${position}`;
}

/** Thoughts, then text, then calls: the only order the dialect can say. Used for answers too. */
export function readAssistantParts(message: Wire, callId: string): Part[] {
  const calls = recordsOf(message["tool_calls"]);
  const parts: Part[] = readReasoning(message);
  // A client that drops the fields of thoughts still returns the ids of calls.
  if (!parts.some(isSigned)) {
    const carried = calls.map((call) => unpackId(String(call["id"])).reasoning);
    const found = carried.find((reasoning) => reasoning !== undefined);
    if (found !== undefined) parts.splice(0, parts.length, ...found);
  }
  const content = readContent(message["content"]);
  const hasCalls = calls.length > 0 || isRecord(message["function_call"]);
  // An empty text beside calls or a refusal is how the wire says "no text".
  const isFiller = content.length === 1 && content[0]?.type === "text" && content[0].text === "";
  if (!isFiller || !(hasCalls || typeof message["refusal"] === "string")) {
    parts.push(...signLast(content, readSignature(message)));
  }
  if (typeof message["refusal"] === "string")
    parts.push({ type: "refusal", text: message["refusal"] });
  for (const call of calls) parts.push(readCall(call));
  if (isRecord(message["function_call"])) {
    parts.push(readCall({ id: callId, type: "function", function: message["function_call"] }));
  }
  return parts;
}

function isSigned(part: Part): boolean {
  return part.type === "reasoning" && (part.signature ?? part.redacted) !== undefined;
}

function signLast(parts: readonly Part[], signed: { signature?: string }): readonly Part[] {
  const last = parts.at(-1);
  if (signed.signature === undefined || last?.type !== "text") return parts;
  return [...parts.slice(0, -1), { ...last, ...signed }];
}

function readCall(call: Wire): ToolCallPart {
  const isCustom = call["type"] === "custom";
  const body = isCustom ? call["custom"] : call["function"];
  const fields = isRecord(body) ? body : {};
  const input = fields[isCustom ? "input" : "arguments"];
  const { id, signature } = unpackId(typeof call["id"] === "string" ? call["id"] : "");
  return {
    type: "tool-call",
    id,
    name: typeof fields["name"] === "string" ? fields["name"] : "",
    arguments: typeof input === "string" ? input : input === undefined ? "" : JSON.stringify(input),
    ...(isCustom ? { custom: true } : {}),
    ...textField("signature", signature),
    ...readSignature(call),
  };
}

function readResult(callId: unknown, message: Wire): ToolResultPart {
  return {
    type: "tool-result",
    callId: unpackId(String(callId)).id,
    ...textField("name", message["name"]),
    parts: readContent(message["content"]),
  };
}

// ---- write ---------------------------------------------------------------------------------------------------------

/** Vendors take nothing but text as a tool's result: pictures and documents follow in a message of the user's. */
export function writeMessages(messages: readonly Message[]): Wire[] {
  const written: Wire[] = [];
  let media: Part[] = [];
  for (const message of messages) {
    if (message.role !== "tool" && media.length > 0) {
      written.push(writeToolMedia(media));
      media = [];
    }
    written.push(...writeMessage(message));
    if (message.role === "tool") media.push(...message.parts.flatMap(toolMedia));
  }
  return media.length === 0 ? written : [...written, writeToolMedia(media)];
}

function isMedia(part: Part): boolean {
  return part.type === "image" || part.type === "audio" || part.type === "file";
}

function toolMedia(part: Part): readonly Part[] {
  return part.type === "tool-result" ? part.parts.filter(isMedia) : [];
}

function writeToolMedia(media: readonly Part[]): Wire {
  const label: Part = { type: "text", text: "From the results of the tools above:" };
  return { role: "user", content: writeContent([label, ...media]) };
}

function writeMessage(message: Message): Wire[] {
  const rest = { ...textField("name", message.name), ...ownExtras(message.extras, NAME) };
  if (message.role === "assistant")
    return [{ role: "assistant", ...writeAssistant(message.parts, "vendor"), ...rest }];
  if (message.role === "tool") {
    const results = message.parts.filter((part) => part.type === "tool-result");
    return results.map((result) => ({
      role: "tool",
      tool_call_id: result.callId,
      ...textField("name", result.name),
      content: writeResult(result.parts),
      ...ownExtras(message.extras, NAME),
    }));
  }
  return [{ role: message.role, content: writeContent(message.parts), ...rest }];
}

function writeResult(parts: readonly Part[]): unknown {
  const content = writeContent(parts.filter((part) => !isMedia(part)));
  if (content.length > 0) return content;
  return parts.some(isMedia) ? "(The result follows below.)" : "";
}

/**
 * The fields of an assistant message: `content` null when it only calls or refuses. For a client, ids carry what must
 * come back with the calls; a vendor gets its own ids.
 */
export function writeAssistant(parts: readonly Part[], reader: "client" | "vendor"): Wire {
  const calls = parts.filter((part) => part.type === "tool-call");
  const refusals = parts.filter((part) => part.type === "refusal");
  const content = parts.filter(
    (part) => part.type !== "tool-call" && part.type !== "reasoning" && part.type !== "refusal",
  );
  const signed = content.findLast((part) => part.type === "text")?.signature;
  const written = reader === "client" ? joinTexts(content) : writeContent(content);
  const isSilent = written.length === 0 && (calls.length > 0 || refusals.length > 0);
  return {
    content: isSilent ? null : written.length === 0 ? "" : written,
    ...(refusals.length === 0 ? {} : { refusal: refusals.map((part) => part.text).join("") }),
    ...writeReasoning(parts),
    ...(calls.length === 0 ? {} : { tool_calls: writeCalls(parts, calls, reader) }),
    ...writeSignature(signed),
  };
}

/** Clients take nothing but a text. */
function joinTexts(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function writeCalls(
  parts: readonly Part[],
  calls: readonly ToolCallPart[],
  reader: "client" | "vendor",
): Wire[] {
  if (reader === "vendor") return calls.map((call) => writeCall(call, call.id));
  const reasoning = parts.filter((part) => part.type === "reasoning");
  return calls.map((call, i) =>
    writeCall(call, packId(call.id, i === 0 ? { ...call, reasoning } : call)),
  );
}

function writeCall(call: ToolCallPart, id: string): Wire {
  const body = call.custom
    ? { type: "custom", custom: { name: call.name, input: call.arguments } }
    : // Clients parse this text: a call without arguments must still be JSON.
      { type: "function", function: { name: call.name, arguments: call.arguments || "{}" } };
  return { id, ...body, ...writeSignature(call.signature) };
}
