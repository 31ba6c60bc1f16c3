/** Checks of the fields beside the prompt. Each accepts an absent field; unknown fields are nobody's business. */

import { isRecord } from "../../../base/json.ts";
import { describeValue, type Problems } from "../../problems.ts";
import { type Body, checkFlag, checkInteger, checkNumber, isAbsent } from "../../request-body.ts";

/** What no vendor of this dialect takes; where some go beyond its maker's bounds, the vendor is the judge. */
export function checkSampling(body: Body, problems: Problems): void {
  checkNumber(body, "temperature", 0, 2, problems);
  checkNumber(body, "top_p", 0, 1, problems);
  checkNumber(body, "presence_penalty", -2, 2, problems);
  checkNumber(body, "frequency_penalty", -2, 2, problems);
  checkInteger(body, "top_logprobs", -1, Number.MAX_SAFE_INTEGER, problems);
  checkInteger(body, "seed", -Infinity, Infinity, problems);
}

/** Checks `stream` and `stream_options`; gives what they ask for. */
export function checkStream(
  body: Body,
  problems: Problems,
): { stream: boolean; wantsUsage: boolean } {
  const stream = checkFlag(body, "stream", problems);
  const options = body["stream_options"];
  if (isAbsent(options)) return { stream, wantsUsage: false };
  if (!isRecord(options)) {
    problems.add("stream_options", `must be an object, found ${describeValue(options)}`);
    return { stream, wantsUsage: false };
  }
  if (!stream) {
    problems.add("stream_options", "is only allowed together with `stream`: true; leave it out");
  }
  const include = options["include_usage"];
  if (!isAbsent(include) && typeof include !== "boolean") {
    problems.add(
      "stream_options.include_usage",
      `must be true or false, found ${describeValue(include)}`,
    );
  }
  return { stream, wantsUsage: include === true };
}

export function checkTools(tools: unknown, problems: Problems): void {
  if (isAbsent(tools)) return;
  if (!Array.isArray(tools)) {
    problems.add("tools", `must be an array of tools, found ${describeValue(tools)}`);
    return;
  }
  for (let i = 0; i < tools.length; i++) {
    const tool: unknown = tools[i];
    if (!isRecord(tool)) {
      problems.add(`tools[${i}]`, `must be an object, found ${describeValue(tool)}`);
    } else if (typeof tool["type"] !== "string") {
      problems.add(
        `tools[${i}].type`,
        `must be a text such as "function", found ${describeValue(tool["type"])}`,
      );
    } else if (tool["type"] === "function" || tool["type"] === "custom") {
      checkNamed(tool, tool["type"], `tools[${i}]`, problems);
    }
  }
}

/** `holder[kind].name` must be there. */
function checkNamed(holder: Body, kind: string, path: string, problems: Problems): void {
  const inner = holder[kind];
  if (!isRecord(inner)) {
    problems.add(
      `${path}.${kind}`,
      `must be an object with a \`name\`, found ${describeValue(inner)}`,
    );
  } else if (typeof inner["name"] !== "string" || inner["name"] === "") {
    problems.add(
      `${path}.${kind}.name`,
      `must be the tool's name, found ${describeValue(inner["name"])}`,
    );
  }
}

/** "any" is how some vendors spell "required". */
const CHOICE_WORDS = new Set<unknown>(["none", "auto", "required", "any"]);

export function checkToolChoice(choice: unknown, problems: Problems): void {
  if (isAbsent(choice) || CHOICE_WORDS.has(choice)) return;
  if (!isRecord(choice) || typeof choice["type"] !== "string") {
    problems.add(
      "tool_choice",
      `must be "none", "auto", "required" or {"type":"function","function":{"name":"…"}}, found ${describeValue(choice)}`,
    );
    return;
  }
  const type = choice["type"];
  if (type === "function" || type === "custom") checkNamed(choice, type, "tool_choice", problems);
  else if (type === "allowed_tools" && !isRecord(choice["allowed_tools"])) {
    problems.add(
      "tool_choice.allowed_tools",
      `must be an object with \`mode\` and \`tools\`, found ${describeValue(choice["allowed_tools"])}`,
    );
  }
}

export function checkResponseFormat(format: unknown, problems: Problems): void {
  if (isAbsent(format)) return;
  if (!isRecord(format) || typeof format["type"] !== "string") {
    problems.add(
      "response_format",
      `must be an object with a text \`type\`, such as {"type":"json_object"}, found ${describeValue(format)}`,
    );
  } else if (format["type"] === "json_schema" && !isRecord(format["json_schema"])) {
    problems.add(
      "response_format.json_schema",
      `must be an object with \`name\` and \`schema\`, found ${describeValue(format["json_schema"])}`,
    );
  }
}
