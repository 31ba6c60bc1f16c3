/** Checks turns and their parts. Kinds of parts nobody knows yet pass. */

import { isRecord } from "../../../base/json.ts";
import { describeValue, type Problems } from "../../problems.ts";
import { field, listOf, type Wire } from "./wire.ts";

const ROLES = new Set(["user", "model", "function"]);

export function checkContents(contents: unknown, path: string, problems: Problems): void {
  if (!Array.isArray(contents) && !isRecord(contents)) {
    problems.add(path, `must be an array of contents, found ${describeValue(contents)}`);
    return;
  }
  const list = listOf(contents);
  if (list.length === 0) problems.add(path, "must hold at least one content, found none");
  list.forEach((content, i) => {
    const role = isRecord(content) ? content["role"] : undefined;
    if (role !== undefined && role !== null && !(typeof role === "string" && ROLES.has(role))) {
      problems.add(`${path}[${i}].role`, `must be user or model, found ${describeValue(role)}`);
    }
    if (!checkPlainText(content)) checkContent(content, `${path}[${i}]`, problems);
  });
}

/** The usual content, told quickly: one part that is a text. */
function checkPlainText(content: unknown): boolean {
  if (!isRecord(content)) return false;
  const { parts } = content;
  if (!Array.isArray(parts) || parts.length !== 1) return false;
  const part: unknown = parts[0];
  return isRecord(part) && typeof part["text"] === "string";
}

export function checkContent(content: unknown, path: string, problems: Problems): void {
  if (!isRecord(content)) {
    problems.add(path, `must be an object with \`parts\`, found ${describeValue(content)}`);
    return;
  }
  const { parts } = content;
  if (!Array.isArray(parts) && !isRecord(parts)) {
    problems.add(`${path}.parts`, `must be an array of parts, found ${describeValue(parts)}`);
    return;
  }
  const list = listOf(parts);
  if (list.length === 0) problems.add(`${path}.parts`, "must hold at least one part, found none");
  list.forEach((part, i) => checkPart(part, `${path}.parts[${i}]`, problems));
}

function checkPart(part: unknown, path: string, problems: Problems): void {
  if (!isRecord(part) || Object.keys(part).length === 0) {
    const found = isRecord(part) ? "an empty object" : describeValue(part);
    problems.add(path, `must be an object such as {"text":"…"}, found ${found}`);
    return;
  }
  const { text } = part;
  if (text !== undefined && text !== null && typeof text !== "string") {
    problems.add(`${path}.text`, `must be a text, found ${describeValue(text)}`);
  }
  const signature = field(part, "thoughtSignature");
  if (signature !== undefined && typeof signature !== "string") {
    problems.add(`${path}.thoughtSignature`, `must be a text, found ${describeValue(signature)}`);
  }
  checkMember(part, "functionCall", path, problems, checkCall);
  checkMember(part, "functionResponse", path, problems, checkResult);
  checkMember(part, "inlineData", path, problems, checkInline);
  checkMember(part, "fileData", path, problems, checkFile);
}

type Check = (value: Wire, path: string, problems: Problems) => void;

function checkMember(
  part: Wire,
  name: string,
  path: string,
  problems: Problems,
  check: Check,
): void {
  const value = field(part, name);
  if (value === undefined) return;
  if (isRecord(value)) check(value, `${path}.${name}`, problems);
  else problems.add(`${path}.${name}`, `must be an object, found ${describeValue(value)}`);
}

const checkCall: Check = (call, path, problems) => {
  checkName(call, path, problems);
  checkObject(call, "args", path, problems);
};

const checkResult: Check = (result, path, problems) => {
  checkName(result, path, problems);
  if (!isRecord(result["response"])) {
    problems.add(
      `${path}.response`,
      `must be an object, such as {"output":"…"}, found ${describeValue(result["response"])}`,
    );
  }
};

const checkInline: Check = (inline, path, problems) => {
  checkText(inline, "mimeType", path, problems);
  checkText(inline, "data", path, problems);
};

const checkFile: Check = (file, path, problems) => {
  checkText(file, "fileUri", path, problems);
};

function checkName(holder: Wire, path: string, problems: Problems): void {
  const { name, id } = holder;
  if (typeof name !== "string" || name === "") {
    problems.add(`${path}.name`, `must name the function, found ${describeValue(name)}`);
  }
  if (id !== undefined && id !== null && typeof id !== "string") {
    problems.add(`${path}.id`, `must be a text, found ${describeValue(id)}`);
  }
}

function checkObject(holder: Wire, name: string, path: string, problems: Problems): void {
  const value = holder[name];
  if (value !== undefined && value !== null && !isRecord(value)) {
    problems.add(`${path}.${name}`, `must be an object, found ${describeValue(value)}`);
  }
}

function checkText(holder: Wire, name: string, path: string, problems: Problems): void {
  const value = field(holder, name);
  if (typeof value !== "string" || value === "") {
    problems.add(`${path}.${name}`, `must be a text, found ${describeValue(value)}`);
  }
}
