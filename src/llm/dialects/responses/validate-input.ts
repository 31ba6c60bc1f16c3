/** Checks `input`: messages, calls and the answers to them. Items of other types are the vendor's business. */

import { isRecord } from "../../../base/json.ts";
import { describeValue, type Problems } from "../../problems.ts";
import { isAbsent } from "../../request-body.ts";
import { itemType } from "./item-type.ts";
import { needsVendorState } from "./vendor-state.ts";

type Wire = Readonly<Record<string, unknown>>;

export function checkInput(body: Wire, problems: Problems): void {
  const { input } = body;
  if (typeof input === "string") return;
  const isStored = needsVendorState(body);
  if (isAbsent(input) && isStored) return;
  if (!Array.isArray(input)) {
    problems.add("input", `must be a text or an array of items, found ${describeValue(input)}`);
    return;
  }
  if (input.length === 0 && !isStored)
    problems.add("input", "must hold at least one item, found none");
  // The calls that may be answered; undefined once an item may stand for calls that cannot be seen.
  let calls: Set<unknown> | undefined = isStored ? undefined : new Set();
  for (let i = 0; i < input.length; i++) {
    const item: unknown = input[i];
    if (!isRecord(item)) {
      problems.add(`input[${i}]`, `must be an object, found ${describeValue(item)}`);
      continue;
    }
    if (!checkItem(item, i, calls, problems)) calls = undefined;
  }
}

/** False for an item that may stand for calls. */
function checkItem(
  item: Wire,
  i: number,
  calls: Set<unknown> | undefined,
  problems: Problems,
): boolean {
  switch (itemType(item)) {
    case "message":
      checkMessage(item, i, problems);
      return true;
    case "reasoning":
      checkReasoning(item, i, problems);
      return true;
    case "function_call":
      checkCall(item, "arguments", i, problems);
      calls?.add(item["call_id"]);
      return true;
    case "custom_tool_call":
      checkCall(item, "input", i, problems);
      calls?.add(item["call_id"]);
      return true;
    case "function_call_output":
    case "custom_tool_call_output":
      checkResult(item, i, calls, problems);
      return true;
    default:
      return false;
  }
}

// ---- messages ------------------------------------------------------------------------------------------------------

const ROLES = ["user", "assistant", "system", "developer"];

function checkMessage(item: Wire, i: number, problems: Problems): void {
  const { role } = item;
  if (!ROLES.includes(role as string)) {
    problems.add(
      `input[${i}].role`,
      `must be one of ${ROLES.join(", ")}, found ${describeValue(role)}`,
    );
  }
  checkContent(item, "content", i, problems);
}

const TEXT_PARTS: Readonly<Record<string, string>> = {
  input_text: "text",
  output_text: "text",
  refusal: "refusal",
};

function checkContent(item: Wire, field: string, i: number, problems: Problems): void {
  const content = item[field];
  if (typeof content === "string") return;
  if (!Array.isArray(content)) {
    problems.add(
      `input[${i}].${field}`,
      `must be a text or an array of content parts, found ${describeValue(content)}`,
    );
    return;
  }
  for (let p = 0; p < content.length; p++) {
    const part: unknown = content[p];
    if (!isRecord(part) || typeof part["type"] !== "string") {
      problems.add(
        `input[${i}].${field}[${p}]`,
        `must be an object with a text \`type\`, such as {"type":"input_text","text":"…"}, found ${describeValue(part)}`,
      );
      continue;
    }
    const { type } = part;
    const inner = Object.hasOwn(TEXT_PARTS, type) ? TEXT_PARTS[type] : undefined;
    if (inner !== undefined && typeof part[inner] !== "string") {
      problems.add(
        `input[${i}].${field}[${p}].${inner}`,
        `must be a text, found ${describeValue(part[inner])}`,
      );
    }
  }
}

function checkReasoning(item: Wire, i: number, problems: Problems): void {
  const { summary, encrypted_content: encrypted } = item;
  if (!isAbsent(summary) && !Array.isArray(summary)) {
    problems.add(`input[${i}].summary`, `must be an array, found ${describeValue(summary)}`);
  }
  if (!isAbsent(encrypted) && typeof encrypted !== "string") {
    problems.add(
      `input[${i}].encrypted_content`,
      `must be a text, found ${describeValue(encrypted)}`,
    );
  }
}

// ---- calls ---------------------------------------------------------------------------------------------------------

function checkCall(item: Wire, inputField: string, i: number, problems: Problems): void {
  checkText(item, "call_id", "the id the model gave the call", i, problems);
  checkText(item, "name", "the tool's name", i, problems);
  const input = item[inputField];
  if (typeof input === "string") return;
  const kind = inputField === "arguments" ? "JSON text" : "a text";
  problems.add(`input[${i}].${inputField}`, `must be ${kind}, found ${describeValue(input)}`);
}

function checkText(item: Wire, field: string, what: string, i: number, problems: Problems): void {
  const value = item[field];
  if (typeof value === "string" && value !== "") return;
  problems.add(`input[${i}].${field}`, `must be ${what}, found ${describeValue(value)}`);
}

function checkResult(
  item: Wire,
  i: number,
  calls: ReadonlySet<unknown> | undefined,
  problems: Problems,
): void {
  checkContent(item, "output", i, problems);
  const { call_id: id } = item;
  if (typeof id !== "string" || id === "") {
    checkText(item, "call_id", "the id of the call it answers", i, problems);
  } else if (calls !== undefined && !calls.has(id)) {
    problems.add(
      `input[${i}].call_id`,
      `answers ${describeValue(id)}, but no call with this id stands before it`,
    );
  }
}
