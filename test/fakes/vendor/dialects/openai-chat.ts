import {
  countWords,
  type JsonObject,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
  textsOf,
} from "../json.ts";
import { splitArguments } from "../script-calls.ts";
import type { Frame, Reply, Turn, Usage } from "./dialect.ts";

/** Reads a chat-completions request. Lenient: the rules were checked before. */
export function readChatTurn(request: JsonObject): Turn {
  const messages = objectsOf(request["messages"]);
  let promptWords = 0;
  const callNames = new Map<string, string>();
  for (const message of messages) {
    promptWords += countWords(contentText(message["content"]));
    for (const call of objectsOf(message["tool_calls"])) {
      const made = objectOf(call["function"]);
      callNames.set(textOf(call["id"]), textOf(made["name"]));
      promptWords += 1 + countWords(textOf(made["arguments"]));
    }
  }
  let first = messages.length;
  while (first > 0 && messages[first - 1]?.["role"] === "tool") first--;
  const results = messages.slice(first);
  const lastUser =
    results.length > 0 ? undefined : messages.findLast((message) => message["role"] === "user");
  const format = objectOf(request["response_format"]);
  return {
    promptWords,
    lastUserText: contentText(lastUser?.["content"]),
    toolResults: results.map((message) => ({
      name: callNames.get(textOf(message["tool_call_id"])) ?? "unknown",
      text: contentText(message["content"]),
    })),
    tools: objectsOf(request["tools"]).map((tool) => textOf(objectOf(tool["function"])["name"])),
    toolChoice: readToolChoice(request["tool_choice"]),
    parallel: request["parallel_tool_calls"] !== false,
    maxTokens: numberOf(request["max_completion_tokens"]) ?? numberOf(request["max_tokens"]),
    stop: textsOf(request["stop"]),
    json:
      format["type"] === "json_schema"
        ? objectOf(format["json_schema"])["schema"]
        : format["type"] === "json_object"
          ? true
          : undefined,
    thinking: false,
  };
}

function readToolChoice(choice: unknown): Turn["toolChoice"] {
  if (choice === "none") return { mode: "none" };
  if (choice === "required") return { mode: "any" };
  const named = textOf(objectOf(objectOf(choice)["function"])["name"]);
  if (named !== "") return { mode: "named", name: named };
  const allowed = objectOf(objectOf(choice)["allowed_tools"]);
  return { mode: allowed["mode"] === "required" ? "any" : "auto" };
}

function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return objectsOf(content)
    .map((part) => textOf(part["text"]))
    .filter((text) => text !== "")
    .join("\n");
}

export function writeChatAnswer(request: JsonObject, reply: Reply): string {
  const text = reply.textPieces.join("");
  const message = {
    role: "assistant",
    content: text === "" && reply.calls.length > 0 ? null : text,
    ...(reply.thinking !== undefined && { reasoning_content: reply.thinking }),
    refusal: null,
    annotations: [],
    ...(reply.calls.length > 0 && {
      tool_calls: reply.calls.map((call, i) => ({
        id: callId(reply, i),
        type: "function",
        function: call,
      })),
    }),
  };
  return JSON.stringify({
    id: chatId(reply),
    object: "chat.completion",
    created: reply.created,
    model: reply.model,
    choices: Array.from({ length: choiceCount(request) }, (_, index) => ({
      index,
      message,
      logprobs: null,
      finish_reason: reply.finish ?? null,
    })),
    ...(reply.usage && { usage: writeUsage(reply.usage) }),
    service_tier: "default",
    system_fingerprint: FINGERPRINT,
  });
}

/**
 * The role first, then reasoning, text, and tool calls: every call's opening piece, then their arguments in turn, one
 * piece of each call after the other, so that parallel calls interleave.
 */
export function writeChatFrames(request: JsonObject, reply: Reply): Frame[] {
  const includeUsage = objectOf(request["stream_options"])["include_usage"] === true;
  const head =
    `{"id":"${chatId(reply)}","object":"chat.completion.chunk","created":${reply.created},` +
    `"model":${JSON.stringify(reply.model)},"service_tier":"default","system_fingerprint":"${FINGERPRINT}",`;
  const tail = includeUsage ? ',"usage":null}' : "}";
  const frames: Frame[] = [];
  const add = (kind: Frame["kind"], index: number, delta: string, finish = "null"): void => {
    frames.push({
      kind,
      data: `${head}"choices":[{"index":${index},"delta":${delta},"logprobs":null,"finish_reason":${finish}}]${tail}`,
    });
  };
  for (let index = 0; index < choiceCount(request); index++) {
    const calling = reply.calls.length > 0 && reply.textPieces.length === 0;
    add("frame", index, `{"role":"assistant","content":${calling ? "null" : '""'},"refusal":null}`);
    if (reply.thinking !== undefined)
      add("delta", index, JSON.stringify({ reasoning_content: reply.thinking }));
    for (const piece of reply.textPieces)
      add("delta", index, `{"content":${JSON.stringify(piece)}}`);
    for (const delta of callDeltas(reply))
      add("delta", index, JSON.stringify({ tool_calls: [delta] }));
    if (reply.finish !== undefined) add("finish", index, "{}", `"${reply.finish}"`);
  }
  if (includeUsage && reply.usage !== undefined) {
    frames.push({
      kind: "usage",
      data: `${head}"choices":[],"usage":${JSON.stringify(writeUsage(reply.usage))}}`,
    });
  }
  frames.push(DONE);
  return frames;
}

export const DONE: Frame = { kind: "done", data: "[DONE]" };

function callDeltas(reply: Reply): object[] {
  const opening = reply.calls.map((call, index) => ({
    index,
    id: callId(reply, index),
    type: "function",
    function: { name: call.name, arguments: "" },
  }));
  const pieces = reply.calls.map((call) => splitArguments(call.arguments));
  const rounds = Math.max(0, ...pieces.map((list) => list.length));
  const rest: object[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [index, list] of pieces.entries()) {
      const piece = list[round];
      if (piece !== undefined) rest.push({ index, function: { arguments: piece } });
    }
  }
  return [...opening, ...rest];
}

export function writeUsage(usage: Usage): object {
  return {
    prompt_tokens: usage.prompt,
    completion_tokens: usage.completion,
    total_tokens: usage.prompt + usage.completion,
    prompt_tokens_details: {
      cached_tokens: usage.cached,
      audio_tokens: 0,
      ...(usage.cacheWrite > 0 && { cache_write_tokens: usage.cacheWrite }),
    },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

const FINGERPRINT = "fp_fakevendor";

function chatId(reply: Reply): string {
  return `chatcmpl-fake${reply.serial.toString(36).padStart(8, "0")}`;
}

function callId(reply: Reply, index: number): string {
  return `call_${reply.serial.toString(36).padStart(8, "0")}${index}`;
}

function choiceCount(request: JsonObject): number {
  return numberOf(request["n"]) ?? 1;
}
