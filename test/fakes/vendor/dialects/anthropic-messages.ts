import type { Finish } from "../faults.ts";
import {
  countWords,
  type JsonObject,
  numberOf,
  objectOf,
  objectsOf,
  rawObject,
  textOf,
  textsOf,
} from "../json.ts";
import { splitArguments } from "../script-calls.ts";
import { signatureOf } from "./anthropic-rules.ts";
import type { Frame, Reply, Turn, Usage } from "./dialect.ts";

const STOP_REASONS: Readonly<Record<Finish, string>> = {
  stop: "end_turn",
  length: "max_tokens",
  tool_calls: "tool_use",
  content_filter: "refusal",
};

/** Reads a messages request. Lenient: the rules were checked before. */
export function readMessagesTurn(request: JsonObject): Turn {
  const messages = objectsOf(request["messages"]);
  const callNames = new Map<string, string>();
  let promptWords = countWords(blocksText(request["system"]));
  for (const message of messages) {
    promptWords += countWords(blocksText(message["content"]));
    for (const block of objectsOf(message["content"])) {
      if (block["type"] === "tool_use") {
        callNames.set(textOf(block["id"]), textOf(block["name"]));
        promptWords += 1 + countWords(JSON.stringify(block["input"] ?? {}));
      }
      if (block["type"] === "tool_result") promptWords += countWords(blocksText(block["content"]));
    }
  }
  const last = messages.at(-1);
  const results = objectsOf(last?.["content"]).filter((block) => block["type"] === "tool_result");
  const lastUser =
    results.length > 0 ? last : messages.findLast((message) => message["role"] === "user");
  const choice = objectOf(request["tool_choice"]);
  const format = objectOf(objectOf(request["output_config"])["format"] ?? request["output_format"]);
  const thinking = objectOf(request["thinking"])["type"];
  return {
    promptWords,
    lastUserText: blocksText(lastUser?.["content"]),
    toolResults: results.map((block) => ({
      name: callNames.get(textOf(block["tool_use_id"])) ?? "unknown",
      text: blocksText(block["content"]),
    })),
    tools: objectsOf(request["tools"]).map((tool) => textOf(tool["name"])),
    toolChoice: readToolChoice(choice),
    parallel: choice["disable_parallel_tool_use"] !== true,
    maxTokens: numberOf(request["max_tokens"]),
    stop: textsOf(request["stop_sequences"]),
    json: format["type"] === "json_schema" ? format["schema"] : undefined,
    thinking: thinking === "enabled" || thinking === "adaptive",
  };
}

function readToolChoice(choice: JsonObject): Turn["toolChoice"] {
  if (choice["type"] === "none") return { mode: "none" };
  if (choice["type"] === "any") return { mode: "any" };
  if (choice["type"] === "tool") return { mode: "named", name: textOf(choice["name"]) };
  return { mode: "auto" };
}

function blocksText(content: unknown): string {
  if (typeof content === "string") return content;
  return objectsOf(content)
    .filter((block) => block["type"] === "text")
    .map((block) => textOf(block["text"]))
    .join("\n");
}

export function writeMessage(reply: Reply): string {
  const blocks: string[] = [];
  if (reply.thinking !== undefined) {
    blocks.push(
      JSON.stringify({
        type: "thinking",
        thinking: reply.thinking,
        signature: signatureOf(reply.thinking),
      }),
    );
  }
  if (reply.textPieces.length > 0)
    blocks.push(JSON.stringify({ type: "text", text: reply.textPieces.join("") }));
  for (const [i, call] of reply.calls.entries()) {
    blocks.push(
      `{"type":"tool_use","id":"${toolUseId(reply, i)}","name":${JSON.stringify(call.name)},"input":${rawObject(call.arguments)}}`,
    );
  }
  const usage = reply.usage && writeUsage(reply.usage, reply.usage.completion);
  return (
    `{"model":${JSON.stringify(reply.model)},"id":"${messageId(reply)}","type":"message","role":"assistant",` +
    `"content":[${blocks.join(",")}],"stop_reason":${JSON.stringify(stopReason(reply))},"stop_sequence":${JSON.stringify(reply.stoppedBy ?? null)}` +
    `${usage === undefined ? "" : `,"usage":${JSON.stringify(usage)}`}}`
  );
}

/** message_start; each block opened, filled and closed, a ping after the first opening; message_delta; message_stop. */
export function writeMessageFrames(reply: Reply): Frame[] {
  const start = {
    model: reply.model,
    id: messageId(reply),
    type: "message",
    role: "assistant",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    ...(reply.usage && { usage: writeUsage(reply.usage, 1) }),
  };
  const frames: Frame[] = [event("frame", "message_start", { message: start })];
  let index = 0;
  const block = (opening: object, deltas: readonly object[]): void => {
    frames.push(event("frame", "content_block_start", { index, content_block: opening }));
    if (index === 0) frames.push(PING);
    for (const delta of deltas)
      frames.push(event("delta", "content_block_delta", { index, delta }));
    frames.push(event("frame", "content_block_stop", { index }));
    index++;
  };
  if (reply.thinking !== undefined) {
    block({ type: "thinking", thinking: "", signature: "" }, [
      ...splitArguments(reply.thinking).map((thinking) => ({ type: "thinking_delta", thinking })),
      { type: "signature_delta", signature: signatureOf(reply.thinking) },
    ]);
  }
  if (reply.textPieces.length > 0) {
    block(
      { type: "text", text: "" },
      reply.textPieces.map((text) => ({ type: "text_delta", text })),
    );
  }
  for (const [i, call] of reply.calls.entries()) {
    // The vendor opens with an empty piece, and sends no other when the tool has no arguments.
    const pieces = ["", ...(call.arguments === "{}" ? [] : splitArguments(call.arguments))];
    block(
      { type: "tool_use", id: toolUseId(reply, i), name: call.name, input: {} },
      pieces.map((partial_json) => ({ type: "input_json_delta", partial_json })),
    );
  }
  const usage = reply.usage && deltaUsage(reply.usage);
  frames.push(
    event("finish", "message_delta", {
      delta: { stop_reason: stopReason(reply), stop_sequence: reply.stoppedBy ?? null },
      ...(usage && { usage }),
    }),
  );
  frames.push(event("done", "message_stop", {}));
  return frames;
}

function event(kind: Frame["kind"], type: string, fields: object): Frame {
  return { kind, event: type, data: JSON.stringify({ type, ...fields }) };
}

export const PING: Frame = { kind: "frame", event: "ping", data: '{"type":"ping"}' };

function writeUsage(usage: Usage, output: number): object {
  return {
    input_tokens: usage.prompt - usage.cached - usage.cacheWrite,
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cached,
    cache_creation: { ephemeral_5m_input_tokens: usage.cacheWrite, ephemeral_1h_input_tokens: 0 },
    output_tokens: output,
    service_tier: "standard",
  };
}

function deltaUsage(usage: Usage): object {
  return {
    input_tokens: usage.prompt - usage.cached - usage.cacheWrite,
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cached,
    output_tokens: usage.completion,
  };
}

function stopReason(reply: Reply): string | null {
  if (reply.finish === undefined) return null;
  return reply.stoppedBy === undefined ? STOP_REASONS[reply.finish] : "stop_sequence";
}

function messageId(reply: Reply): string {
  return `msg_fake${reply.serial.toString(36).padStart(8, "0")}`;
}

function toolUseId(reply: Reply, index: number): string {
  return `toolu_${reply.serial.toString(36).padStart(8, "0")}${index}`;
}
