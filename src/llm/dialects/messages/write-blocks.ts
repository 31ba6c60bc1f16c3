/** Canonical parts to content blocks, as JSON text: the arguments of a call go in as the model wrote them. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { Part, ReasoningPart, ToolCallPart, ToolResultPart } from "../../canonical.ts";
import { recordField } from "../../extras.ts";
import { writeId } from "./ids.ts";
import { writeMedia } from "./media.ts";
import { NAME } from "./name.ts";

/** One block to send. */
export interface Block {
  readonly json: string;
  /** The text of a plain text block, which may be written shorter, and of a prefill, which may not end in blanks. */
  readonly text?: string;
  readonly kind: "text" | "thinking" | "tool" | "result" | "other";
}

/**
 * A request's part. Nothing for what the vendor refuses or nobody needs: blank texts, thoughts nobody signed, other
 * dialects' own parts. `path` names the message in errors.
 */
export function writePart(part: Part, path: string): Block | undefined {
  switch (part.type) {
    case "text":
    case "refusal":
      return writeText(part.text, part.type === "text" ? part.cacheControl : undefined);
    case "image":
    case "audio":
    case "file":
      return { kind: "other", json: JSON.stringify(writeMedia(part, path)) };
    case "reasoning":
      return isProven(part) ? { kind: "thinking", json: writeReasoning(part) } : undefined;
    case "tool-call":
      return { kind: "tool", json: writeToolUse(part, writeId(part.id), parseInput(part, path)) };
    case "tool-result":
      return { kind: "result", json: writeResult(part, path) };
    case "opaque":
      return part.dialect === NAME && isRecord(part.value)
        ? { kind: "other", json: JSON.stringify(part.value) }
        : undefined;
  }
}

/** How encrypted thoughts of responses vendors begin (a Fernet token's version and the first bytes of its time). */
const FOREIGN_PROOF = "gAAAA";

/** Another vendor's proof would be refused: the conversation has moved here from elsewhere. */
function isProven({ signature, redacted }: ReasoningPart): boolean {
  const proof = redacted ?? signature;
  return proof !== undefined && !proof.startsWith(FOREIGN_PROOF);
}

export function writeText(
  text: string,
  cacheControl?: Readonly<Record<string, unknown>>,
): Block | undefined {
  if (text.trim() === "") return undefined;
  const cache = recordField("cache_control", cacheControl);
  const json = JSON.stringify({ type: "text", text, ...cache });
  return cacheControl === undefined ? { kind: "text", json, text } : { kind: "text", json };
}

/** For an answer too, where unsigned thoughts are shown: the field is required. */
export function writeReasoning(part: ReasoningPart): string {
  return JSON.stringify(
    part.redacted === undefined
      ? { type: "thinking", thinking: part.text, signature: part.signature ?? "" }
      : { type: "redacted_thinking", data: part.redacted },
  );
}

/** `input` is JSON text of an object. */
export function writeToolUse(part: ToolCallPart, id: string, input: string): string {
  return `{"type":"tool_use","id":${JSON.stringify(id)},"name":${JSON.stringify(part.name)},"input":${input}}`;
}

function parseInput(part: ToolCallPart, path: string): string {
  const input = findInput(part);
  if (input !== undefined) return input;
  throw new AppError(
    "invalid_request",
    `\`${path}\` holds the tool call \`${part.id}\` of \`${part.name}\`, whose arguments are not a JSON object.`,
    { param: path },
  );
}

/** The arguments as JSON text of an object; undefined when they are none. Nothing, and `null`, is no arguments. */
export function findInput(part: ToolCallPart): string | undefined {
  if (part.custom) return JSON.stringify({ input: part.arguments });
  const text = part.arguments.trim();
  if (text === "" || text === "null") return "{}";
  try {
    return isRecord(JSON.parse(text)) ? text : undefined;
  } catch {
    return undefined;
  }
}

function writeResult(part: ToolResultPart, path: string): string {
  const blocks = part.parts
    .map((inner) => writePart(inner, path))
    .filter((block) => block !== undefined);
  const [only] = blocks;
  const content =
    blocks.length === 0
      ? ""
      : blocks.length === 1 && only?.text !== undefined
        ? `,"content":${JSON.stringify(only.text)}`
        : `,"content":[${blocks.map((block) => block.json).join(",")}]`;
  const rest = JSON.stringify({
    ...(part.isError === true ? { is_error: true } : {}),
    ...recordField("cache_control", part.cacheControl),
  });
  const tail = rest === "{}" ? "}" : `,${rest.slice(1)}`;
  return `{"type":"tool_result","tool_use_id":${JSON.stringify(writeId(part.callId))}${content}${tail}`;
}
