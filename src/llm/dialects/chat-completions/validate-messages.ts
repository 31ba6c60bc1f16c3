/** Checks `messages`: roles, content, tool calls and the answers to them. */

import { isRecord } from "../../../base/json.ts";
import { describeValue, type Problems } from "../../problems.ts";

type Message = Readonly<Record<string, unknown>>;

const ROLES = ["system", "developer", "user", "assistant", "tool", "function"];

export function checkMessages(messages: unknown, problems: Problems): void {
  if (!Array.isArray(messages)) {
    problems.add("messages", `must be an array of messages, found ${describeValue(messages)}`);
    return;
  }
  if (messages.length === 0) problems.add("messages", "must hold at least one message, found none");
  // The calls a tool message may answer: those of the last assistant message, while only tool messages follow it.
  let openCalls: readonly unknown[] | undefined;
  for (let i = 0; i < messages.length; i++) {
    const message: unknown = messages[i];
    if (!isRecord(message)) {
      problems.add(`messages[${i}]`, `must be an object, found ${describeValue(message)}`);
      openCalls = undefined;
      continue;
    }
    switch (message["role"]) {
      case "user":
      case "system":
      case "developer":
        openCalls = undefined;
        checkContent(message, i, problems);
        break;
      case "assistant":
        openCalls = checkAssistant(message, i, problems);
        break;
      case "tool":
        checkContent(message, i, problems);
        checkToolAnswer(message, i, openCalls, problems);
        break;
      case "function":
        openCalls = undefined;
        if (typeof message["name"] !== "string") {
          problems.add(
            `messages[${i}].name`,
            `must name the function that was called, found ${describeValue(message["name"])}`,
          );
        }
        if (message["content"] !== null) checkContent(message, i, problems);
        break;
      default:
        openCalls = undefined;
        problems.add(
          `messages[${i}].role`,
          `must be one of ${ROLES.join(", ")}, found ${describeValue(message["role"])}`,
        );
    }
  }
}

function checkContent(message: Message, i: number, problems: Problems): void {
  const content = message["content"];
  if (typeof content === "string") return;
  if (!Array.isArray(content)) {
    problems.add(
      `messages[${i}].content`,
      `must be a text or an array of content parts, found ${describeValue(content)}`,
    );
    return;
  }
  for (let p = 0; p < content.length; p++) {
    const part: unknown = content[p];
    if (!isRecord(part) || typeof part["type"] !== "string") {
      problems.add(
        `messages[${i}].content[${p}]`,
        `must be an object with a text \`type\`, such as {"type":"text","text":"…"}, found ${describeValue(part)}`,
      );
    } else if (part["type"] === "text" && typeof part["text"] !== "string") {
      problems.add(
        `messages[${i}].content[${p}].text`,
        `must be a text, found ${describeValue(part["text"])}`,
      );
    }
  }
}

/** Gives the calls that the messages after it may answer; undefined when it makes none. */
function checkAssistant(
  message: Message,
  i: number,
  problems: Problems,
): readonly unknown[] | undefined {
  const calls = message["tool_calls"];
  let hasCalls = false;
  if (Array.isArray(calls)) {
    hasCalls = calls.length > 0;
    for (let c = 0; c < calls.length; c++) checkToolCall(calls[c], i, c, problems);
  } else if (calls !== undefined && calls !== null) {
    problems.add(`messages[${i}].tool_calls`, `must be an array, found ${describeValue(calls)}`);
  }
  const content = message["content"];
  if (content !== undefined && content !== null) {
    checkContent(message, i, problems);
  } else if (
    !hasCalls &&
    !isRecord(message["function_call"]) &&
    typeof message["refusal"] !== "string" &&
    !isRecord(message["audio"])
  ) {
    problems.add(
      `messages[${i}].content`,
      `must be a text or content parts, found ${describeValue(content)}; only an assistant message with \`tool_calls\` may leave it out`,
    );
  }
  return hasCalls ? (calls as readonly unknown[]) : undefined;
}

function checkToolCall(call: unknown, i: number, c: number, problems: Problems): void {
  if (!isRecord(call)) {
    problems.add(
      `messages[${i}].tool_calls[${c}]`,
      `must be an object, found ${describeValue(call)}`,
    );
    return;
  }
  if (typeof call["id"] !== "string" || call["id"] === "") {
    problems.add(
      `messages[${i}].tool_calls[${c}].id`,
      `must be the id the model gave the call, found ${describeValue(call["id"])}`,
    );
  }
  const type = call["type"] ?? "function";
  if (type === "function") checkCallBody(call, "function", "arguments", i, c, problems);
  else if (type === "custom") checkCallBody(call, "custom", "input", i, c, problems);
  else if (typeof type !== "string") {
    problems.add(
      `messages[${i}].tool_calls[${c}].type`,
      `must be "function" or "custom", found ${describeValue(type)}`,
    );
  }
}

function checkCallBody(
  call: Message,
  kind: "function" | "custom",
  inputField: "arguments" | "input",
  i: number,
  c: number,
  problems: Problems,
): void {
  const body = call[kind];
  if (!isRecord(body)) {
    problems.add(
      `messages[${i}].tool_calls[${c}].${kind}`,
      `must be an object with \`name\` and \`${inputField}\`, found ${describeValue(body)}`,
    );
    return;
  }
  if (typeof body["name"] !== "string" || body["name"] === "") {
    problems.add(
      `messages[${i}].tool_calls[${c}].${kind}.name`,
      `must be the tool's name, found ${describeValue(body["name"])}`,
    );
  }
  const input = body[inputField];
  if (typeof input === "string") return;
  const advice =
    kind === "function"
      ? `must be JSON text, found ${describeValue(input)}; send the arguments as a string, such as "{\\"city\\":\\"Paris\\"}"`
      : `must be a text, found ${describeValue(input)}`;
  problems.add(`messages[${i}].tool_calls[${c}].${kind}.${inputField}`, advice);
}

function checkToolAnswer(
  message: Message,
  i: number,
  openCalls: readonly unknown[] | undefined,
  problems: Problems,
): void {
  const id = message["tool_call_id"];
  const path = `messages[${i}].tool_call_id`;
  if (typeof id !== "string") {
    problems.add(path, `must be the id of the tool call it answers, found ${describeValue(id)}`);
    return;
  }
  if (openCalls === undefined) {
    problems.add(
      path,
      `answers ${describeValue(id)}, but no assistant message with \`tool_calls\` stands right before this tool message`,
    );
    return;
  }
  for (const call of openCalls) if (isRecord(call) && call["id"] === id) return;
  const known = openCalls.map((call) => (isRecord(call) ? JSON.stringify(call["id"]) : "?"));
  problems.add(
    path,
    `answers ${describeValue(id)}, but the assistant message before it made the calls ${known.slice(0, 8).join(", ")}`,
  );
}
