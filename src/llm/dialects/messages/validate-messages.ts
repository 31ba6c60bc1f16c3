/**
 * Checks `system` and `messages`: roles and content blocks. Whether calls and their results belong together is left to
 * the vendor: with server-side context it may know calls that are not in the request.
 */

import { isRecord } from "../../../base/json.ts";
import { describeValue, type Problems } from "../../problems.ts";
import { isAbsent } from "../../request-body.ts";

type Block = Readonly<Record<string, unknown>>;

/** Newer vendors take `system` in the middle of a conversation. */
const ROLES: ReadonlySet<unknown> = new Set(["user", "assistant", "system"]);

export function checkSystem(system: unknown, problems: Problems): void {
  if (isAbsent(system) || typeof system === "string") return;
  if (!Array.isArray(system)) {
    problems.add(
      "system",
      `must be a text or an array of text blocks, found ${describeValue(system)}`,
    );
    return;
  }
  checkBlocks(system, "system", checkBlock, problems);
}

export function checkMessages(messages: unknown, problems: Problems): void {
  if (!Array.isArray(messages)) {
    problems.add("messages", `must be an array of messages, found ${describeValue(messages)}`);
    return;
  }
  if (messages.length === 0) problems.add("messages", "must hold at least one message, found none");
  for (let i = 0; i < messages.length; i++) {
    const message: unknown = messages[i];
    if (!isRecord(message)) {
      problems.add(`messages[${i}]`, `must be an object, found ${describeValue(message)}`);
      continue;
    }
    if (!ROLES.has(message["role"])) {
      problems.add(
        `messages[${i}].role`,
        `must be user, assistant or system, found ${describeValue(message["role"])}`,
      );
    }
    const content = message["content"];
    if (typeof content === "string") continue;
    if (Array.isArray(content))
      checkBlocks(content, `messages[${i}].content`, checkBlock, problems);
    else {
      problems.add(
        `messages[${i}].content`,
        `must be a text or an array of content blocks, found ${describeValue(content)}`,
      );
    }
  }
}

type CheckBlock = (block: Block, path: string, b: number, problems: Problems) => void;

function checkBlocks(
  blocks: readonly unknown[],
  path: string,
  check: CheckBlock,
  problems: Problems,
): void {
  for (let b = 0; b < blocks.length; b++) {
    const block = blocks[b];
    if (!isRecord(block) || typeof block["type"] !== "string") {
      problems.add(
        `${path}[${b}]`,
        `must be an object with a text \`type\`, such as {"type":"text","text":"…"}, found ${describeValue(block)}`,
      );
    } else check(block, path, b, problems);
  }
}

/** Texts a block of a type must have. */
const REQUIRED_TEXTS: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  thinking: ["thinking"],
  redacted_thinking: ["data"],
  tool_use: ["id", "name"],
  tool_result: ["tool_use_id"],
};

function checkBlock(block: Block, path: string, b: number, problems: Problems): void {
  checkPlainBlock(block, path, b, problems);
  if (block["type"] === "tool_result")
    checkResultContent(block["content"], `${path}[${b}].content`, problems);
}

/** What every block is checked for, those inside a tool's result included. */
function checkPlainBlock(block: Block, path: string, b: number, problems: Problems): void {
  const type = block["type"] as string;
  const required = Object.hasOwn(REQUIRED_TEXTS, type) ? REQUIRED_TEXTS[type] : undefined;
  for (const field of required ?? []) {
    if (typeof block[field] !== "string")
      problems.add(
        `${path}[${b}].${field}`,
        `must be a text, found ${describeValue(block[field])}`,
      );
  }
  if (type === "tool_use" && !isRecord(block["input"])) {
    problems.add(
      `${path}[${b}].input`,
      `must be an object with the call's arguments, found ${describeValue(block["input"])}`,
    );
  } else if ((type === "image" || type === "document") && !isRecord(block["source"])) {
    problems.add(
      `${path}[${b}].source`,
      `must be an object such as {"type":"base64","media_type":"image/png","data":"…"}, found ${describeValue(block["source"])}`,
    );
  }
}

function checkResultContent(content: unknown, path: string, problems: Problems): void {
  if (isAbsent(content) || typeof content === "string") return;
  if (Array.isArray(content)) checkBlocks(content, path, checkPlainBlock, problems);
  else {
    problems.add(
      path,
      `must be a text or an array of content blocks, found ${describeValue(content)}`,
    );
  }
}
