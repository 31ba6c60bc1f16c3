import type { Faults } from "../faults.ts";
import { isObject, type JsonObject, objectOf, objectsOf, textOf } from "../json.ts";
import type { Problem } from "./dialect.ts";

/** The request rules a translating relay can break, refused in the vendor's words. */
export function checkMessages(
  body: unknown,
  faults: Faults,
  needsMaxTokens: boolean,
): Problem | undefined {
  if (!isObject(body))
    return bad(
      "The request body is not valid JSON: unexpected character: line 1 column 1 (char 0)",
    );
  for (const field of faults.rejectFields ?? []) {
    if (body[field] !== undefined) return bad(`${field}: Extra inputs are not permitted`);
  }
  if (faults.strictFields) {
    const unknown = Object.keys(body).find((field) => !FIELDS.has(field));
    if (unknown !== undefined) return bad(`${unknown}: Extra inputs are not permitted`);
  }
  const required = needsMaxTokens ? ["model", "max_tokens", "messages"] : ["model", "messages"];
  for (const field of required)
    if (body[field] === undefined) return bad(`${field}: Field required`);
  if (needsMaxTokens && typeof body["max_tokens"] !== "number")
    return bad("max_tokens: Input should be a valid integer");
  if (!Array.isArray(body["messages"])) return bad("messages: Input should be a valid list");
  if (body["messages"].length === 0) return bad("messages: at least one message is required");
  const messages = objectsOf(body["messages"]);
  return (
    checkTemperature(body) ??
    checkTurns(messages) ??
    checkToolPairs(messages) ??
    checkThinking(body, messages) ??
    checkPrefill(messages, faults)
  );
}

const FIELDS = new Set(
  (
    "model max_tokens messages system temperature top_p top_k stop_sequences stream tools tool_choice thinking output_config " +
    "output_format metadata service_tier container mcp_servers context_management inference_geo cache_control"
  ).split(" "),
);

function checkTemperature(request: JsonObject): Problem | undefined {
  const temperature = request["temperature"];
  if (typeof temperature !== "number") return undefined;
  if (temperature > 1 || temperature < 0) return bad("temperature: range: 0..1");
  if (objectOf(request["thinking"])["type"] === "enabled" && temperature !== 1) {
    return bad("`temperature` may only be set to 1 when thinking is enabled.");
  }
  return undefined;
}

function checkTurns(messages: readonly JsonObject[]): Problem | undefined {
  for (const [i, message] of messages.entries()) {
    const role = message["role"];
    if (role === "system") {
      return bad(
        'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
      );
    }
    if (role !== "user" && role !== "assistant")
      return bad(`messages.${i}.role: Input should be 'user' or 'assistant'`);
    const content = message["content"];
    if (typeof content === "string") {
      if (content === "" && i < messages.length - 1)
        return bad(
          `messages.${i}: all messages must have non-empty content except for the optional final assistant message`,
        );
      continue;
    }
    if (!Array.isArray(content)) return bad(`messages.${i}.content: Input should be a valid list`);
    for (const [j, block] of objectsOf(content).entries()) {
      if (block["type"] === "text" && textOf(block["text"]) === "")
        return bad("messages: text content blocks must be non-empty");
      if (block["type"] === "tool_use" && !isObject(block["input"])) {
        return bad(`messages.${i}.content.${j}.tool_use.input: Input should be a valid dictionary`);
      }
      if (block["type"] === "tool_use" && !/^[a-zA-Z0-9_-]+$/.test(textOf(block["id"]))) {
        return bad(
          `messages.${i}.content.${j}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`,
        );
      }
    }
  }
  if (messages[0]?.["role"] !== "user")
    return bad('messages: first message must use the "user" role');
  return undefined;
}

/** Each tool_use is answered in the next turn, results before any text, and nothing else is. */
function checkToolPairs(messages: readonly JsonObject[]): Problem | undefined {
  let open: string[] = [];
  for (const [i, turn] of mergeTurns(messages).entries()) {
    const results = turn.blocks
      .filter((block) => block["type"] === "tool_result")
      .map((block) => textOf(block["tool_use_id"]));
    const missing = open.filter((id) => !results.includes(id));
    const late =
      turn.blocks.findLastIndex((block) => block["type"] === "tool_result") >= results.length;
    if (missing.length > 0 || (late && open.length > 0))
      return unanswered(i - 1, missing.length > 0 ? missing : open);
    const extra = results.find((id) => !open.includes(id));
    if (extra !== undefined) {
      return bad(
        `messages.${i}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${extra}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      );
    }
    open =
      turn.role === "assistant"
        ? turn.blocks
            .filter((block) => block["type"] === "tool_use")
            .map((block) => textOf(block["id"]))
        : [];
  }
  return open.length > 0 ? unanswered(messages.length - 1, open) : undefined;
}

function unanswered(i: number, ids: readonly string[]): Problem {
  return bad(
    `messages.${i}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  );
}

/** Consecutive turns of one role count as one. */
function mergeTurns(messages: readonly JsonObject[]): { role: string; blocks: JsonObject[] }[] {
  const turns: { role: string; blocks: JsonObject[] }[] = [];
  for (const message of messages) {
    const role = textOf(message["role"]);
    const last = turns.at(-1);
    const blocks =
      typeof message["content"] === "string"
        ? [{ type: "text", text: message["content"] }]
        : [...objectsOf(message["content"])];
    if (last?.role === role) last.blocks.push(...blocks);
    else turns.push({ role, blocks });
  }
  return turns;
}

/** With thinking on, a tool loop must give the thinking block back, signature untouched. */
function checkThinking(request: JsonObject, messages: readonly JsonObject[]): Problem | undefined {
  for (const [i, message] of messages.entries()) {
    for (const [j, block] of objectsOf(message["content"]).entries()) {
      if (
        block["type"] === "thinking" &&
        block["signature"] !== signatureOf(textOf(block["thinking"]))
      ) {
        return bad(`messages.${i}.content.${j}: Invalid \`signature\` in \`thinking\` block`);
      }
    }
  }
  if (objectOf(request["thinking"])["type"] !== "enabled") return undefined;
  const i = messages.findLastIndex((message) => message["role"] === "assistant");
  const blocks = objectsOf(messages[i]?.["content"]);
  const inLoop = blocks.some((block) => block["type"] === "tool_use");
  if (!inLoop || blocks[0]?.["type"] === "thinking" || blocks[0]?.["type"] === "redacted_thinking")
    return undefined;
  return bad(
    `messages.${i}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${textOf(blocks[0]?.["type"])}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`,
  );
}

/** The fake's signature of a thought: checkable, so a relay that loses or changes it is found out. Begins as real ones do. */
export function signatureOf(thinking: string): string {
  return `EqFake${Buffer.from(Bun.hash.xxHash64(thinking).toString(16)).toString("base64")}`;
}

function checkPrefill(messages: readonly JsonObject[], faults: Faults): Problem | undefined {
  if (!faults.rejectPrefill || messages.at(-1)?.["role"] !== "assistant") return undefined;
  return bad(
    "This model does not support assistant message prefill. The conversation must end with a user message.",
  );
}

function bad(message: string): Problem {
  return { kind: "bad_request", message };
}
