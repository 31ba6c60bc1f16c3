/** The same quirks on a canonical request, for a vendor of any dialect. What is about names on the wire is `applyQuirks`'. */

import type { CanonicalRequest, Message, Part, TextPart, ToolCallPart } from "../canonical.ts";
import { NAME as CHAT_COMPLETIONS } from "../dialects/chat-completions/name.ts";
import { NAME as RESPONSES } from "../dialects/responses/name.ts";
import type { Quirks } from "./flags.ts";
import { CONTINUE, JSON_ORDER, schemaOrder } from "./instructions.ts";

/** The request itself when no quirk concerns it. The text written from it still goes through `applyQuirks`. */
export function applyQuirksToRequest(request: CanonicalRequest, quirks: Quirks): CanonicalRequest {
  const formatted = weakenFormat(request, quirks);
  const messages = editMessages(formatted.messages, quirks);
  const edited = messages === formatted.messages ? formatted : { ...formatted, messages };
  return quirks.takes_top_k ? addTopK(edited) : edited;
}

/** The dialects that have no `top_k` of their own. */
const WITHOUT_TOP_K = [CHAT_COMPLETIONS, RESPONSES];

function addTopK(request: CanonicalRequest): CanonicalRequest {
  const { topK, extras } = request;
  if (topK === undefined) return request;
  const added = WITHOUT_TOP_K.map((name) => [name, { top_k: topK, ...extras?.[name] }] as const);
  return { ...request, extras: { ...extras, ...Object.fromEntries(added) } };
}

// ---- output format -------------------------------------------------------------------------------------------------

function weakenFormat(request: CanonicalRequest, quirks: Quirks): CanonicalRequest {
  const { outputFormat: format, ...rest } = request;
  const isSchema = format?.type === "json-schema" && quirks.no_response_schema === true;
  const isJson = format?.type === "json" && quirks.no_json_mode === true;
  if (!isSchema && !isJson) return request;
  const order = isSchema ? schemaOrder(JSON.stringify(format.schema)) : JSON_ORDER;
  const messages = [textMessage("system", order), ...rest.messages];
  return quirks.no_json_mode
    ? { ...rest, messages }
    : { ...rest, messages, outputFormat: { type: "json" } };
}

// ---- messages ------------------------------------------------------------------------------------------------------

function editMessages(messages: readonly Message[], quirks: Quirks): readonly Message[] {
  let edited = messages;
  if (quirks.string_content && edited.some(hasSeveralTexts)) edited = edited.map(joinText);
  if (quirks.no_developer_role && edited.some(isDeveloper)) {
    edited = edited.map((message) =>
      isDeveloper(message) ? { ...message, role: "system" } : message,
    );
  }
  if (quirks.no_system_role && edited.some(isInstruction)) edited = foldSystem(edited);
  if (quirks.no_parallel_tool_calls) edited = splitCalls(edited);
  const last = edited.at(-1);
  if (quirks.no_prefill && last?.role === "assistant" && !last.parts.some(isCall)) {
    edited = [...edited, textMessage("user", CONTINUE)];
  }
  return edited;
}

function textMessage(role: Message["role"], text: string): Message {
  return { role, parts: [{ type: "text", text }] };
}

function isText(part: Part): part is TextPart {
  return part.type === "text";
}

function isCall(part: Part): part is ToolCallPart {
  return part.type === "tool-call";
}

function isDeveloper({ role }: Message): boolean {
  return role === "developer";
}

function isInstruction({ role }: Message): boolean {
  return role === "system" || role === "developer";
}

function hasSeveralTexts({ parts }: Message): boolean {
  return parts.length > 0 && parts.every(isText);
}

/** Cache marks go with the parts that held them: the vendor has no place for either. */
function joinText(message: Message): Message {
  const texts = message.parts.filter(isText);
  if (texts.length !== message.parts.length) return message;
  const [only] = texts;
  if (texts.length === 0 || (texts.length === 1 && only?.cacheControl === undefined))
    return message;
  return { ...message, parts: [{ type: "text", text: texts.map(({ text }) => text).join("\n") }] };
}

function foldSystem(messages: readonly Message[]): readonly Message[] {
  const folded: Message[] = [];
  let waiting: Part[] = [];
  for (const message of messages) {
    if (isInstruction(message)) {
      waiting.push(...message.parts);
      continue;
    }
    if (waiting.length > 0 && message.role === "user") {
      folded.push({ ...message, parts: [...waiting, ...message.parts] });
    } else {
      if (waiting.length > 0) folded.push({ role: "user", parts: waiting });
      folded.push(message);
    }
    waiting = [];
  }
  return waiting.length > 0 ? [...folded, { role: "user", parts: waiting }] : folded;
}

/** Only where all results stand right behind the calls. */
function splitCalls(messages: readonly Message[]): readonly Message[] {
  const split: Message[] = [];
  let isChanged = false;
  for (let i = 0; i < messages.length; i++) {
    const message = messages[i];
    if (message === undefined) break;
    const calls = message.role === "assistant" ? message.parts.filter(isCall) : [];
    let end = i + 1;
    while (messages[end]?.role === "tool") end++;
    const results = messages.slice(i + 1, end).flatMap(({ parts }) => parts);
    const pairs = calls.flatMap((call) => {
      const result = results.find((part) => part.type === "tool-result" && part.callId === call.id);
      return result === undefined ? [] : [{ call, result }];
    });
    if (calls.length < 2 || pairs.length < calls.length || results.length > calls.length) {
      split.push(message);
      continue;
    }
    const before = message.parts.filter((part) => !isCall(part));
    for (const [index, { call, result }] of pairs.entries()) {
      split.push({ ...message, parts: index === 0 ? [...before, call] : [call] });
      split.push({ role: "tool", parts: [result] });
    }
    isChanged = true;
    i = end - 1;
  }
  return isChanged ? split : messages;
}
