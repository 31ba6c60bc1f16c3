/** Checks everything beside the turns: `generationConfig`, tools, and fields that stand twice. */

import { hasDuplicateKey, isRecord } from "../../../base/json.ts";
import { describeValue, type Problems } from "../../problems.ts";
import { rawMember } from "./raw-json.ts";
import { field, integerOf, recordsIn, snakeOf, type Wire } from "./wire.ts";

const MAX_CANDIDATES = 8;

/** What no vendor of this dialect takes. */
const RANGES: readonly (readonly [name: string, least: number, most: number])[] = [
  ["temperature", 0, 2],
  ["topP", 0, 1],
  ["topK", 0, Infinity],
  ["presencePenalty", -2, 2],
  ["frequencyPenalty", -2, 2],
];

export interface Limits {
  readonly maxOutputTokens: number | undefined;
  readonly choices: number;
}

/** `path` names the configuration in messages; `text` is the object it stands in. */
export function checkConfig(body: Wire, text: string, path: string, problems: Problems): Limits {
  const config = field(body, "generationConfig");
  if (config === undefined) return { maxOutputTokens: undefined, choices: 1 };
  if (!isRecord(config)) {
    problems.add(path, `must be an object, found ${describeValue(config)}`);
    return { maxOutputTokens: undefined, choices: 1 };
  }
  checkTwice(config, text, path, problems);
  for (const [name, least, most] of RANGES) checkRange(config, name, least, most, path, problems);
  const stop = field(config, "stopSequences");
  if (stop !== undefined && !isTexts(stop)) {
    problems.add(
      `${path}.stopSequences`,
      `must be an array of texts, found ${describeValue(stop)}`,
    );
  }
  const most = Number.MAX_SAFE_INTEGER;
  checkCount(config, "seed", -most, most, path, problems);
  checkCount(config, "logprobs", 0, most, path, problems);
  return {
    maxOutputTokens: checkCount(config, "maxOutputTokens", 1, most, path, problems),
    choices: checkCount(config, "candidateCount", 1, MAX_CANDIDATES, path, problems) ?? 1,
  };
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function checkRange(
  config: Wire,
  name: string,
  least: number,
  most: number,
  path: string,
  problems: Problems,
): void {
  const value = field(config, name);
  if (value === undefined) return;
  if (typeof value === "number" && value >= least && value <= most) return;
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  problems.add(`${path}.${name}`, `must be a number ${range}, found ${describeValue(value)}`);
}

function checkCount(
  config: Wire,
  name: string,
  least: number,
  most: number,
  path: string,
  problems: Problems,
): number | undefined {
  const value = field(config, name);
  if (value === undefined) return undefined;
  const count = integerOf(value);
  if (count !== undefined && count >= least && count <= most) return count;
  const range =
    most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  problems.add(`${path}.${name}`, `must be an integer ${range}, found ${describeValue(value)}`);
  return undefined;
}

/** Counts that a bill depends on. Parsers disagree on which of two counts, so two are refused, in any spelling. */
function checkTwice(config: Wire, text: string, path: string, problems: Problems): void {
  for (const name of ["maxOutputTokens", "candidateCount"]) {
    const snake = snakeOf(name);
    const both = config[name] !== undefined && config[snake] !== undefined;
    if (!both && !mayRepeat(text, config[name] === undefined ? snake : name)) continue;
    const inner = rawMember(text, "generationConfig") ?? "{}";
    if (both || hasDuplicateKey(inner, name) || hasDuplicateKey(inner, snake)) {
      problems.add(`${path}.${name}`, "stands there more than once; send it once");
    }
  }
}

function mayRepeat(text: string, name: string): boolean {
  const spelling = `"${name}"`;
  const first = text.indexOf(spelling);
  return text.includes("\\u00") || (first >= 0 && text.indexOf(spelling, first + 1) >= 0);
}

/** Fields of the body that hold such counts, or the prompt itself. */
export function checkSpellings(body: Wire, problems: Problems): void {
  for (const name of ["generationConfig", "systemInstruction", "toolConfig"]) {
    if (body[name] !== undefined && body[snakeOf(name)] !== undefined) {
      problems.add(name, `stands in the body in two spellings (${snakeOf(name)}); send one`);
    }
  }
}

export function checkTools(tools: unknown, path: string, problems: Problems): void {
  if (tools === undefined) return;
  if (!Array.isArray(tools) && !isRecord(tools)) {
    problems.add(path, `must be an array of tools, found ${describeValue(tools)}`);
    return;
  }
  recordsIn(tools).forEach((tool, i) => {
    const declarations = field(tool, "functionDeclarations");
    if (declarations === undefined) return;
    recordsIn(declarations).forEach((declaration, j) => {
      const { name } = declaration;
      if (typeof name === "string" && name !== "") return;
      problems.add(
        `${path}[${i}].functionDeclarations[${j}].name`,
        `must name the function, found ${describeValue(name)}`,
      );
    });
  });
}
