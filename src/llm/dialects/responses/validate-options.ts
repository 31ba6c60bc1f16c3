/** Checks of the fields beside the prompt. Each accepts an absent field; unknown fields are nobody's business. */

import { isRecord } from "../../../base/json.ts";
import { describeValue, type Problems } from "../../problems.ts";
import { isAbsent } from "../../request-body.ts";

type Wire = Readonly<Record<string, unknown>>;

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
      checkName(tool, `tools[${i}]`, problems);
    }
  }
}

/** Chat-completions clients put the name one level deeper; the hint saves them the search. */
function checkName(holder: Wire, path: string, problems: Problems): void {
  const { name, type } = holder;
  if (typeof name === "string" && name !== "") return;
  const hint = isRecord(holder[String(type)])
    ? `; put \`name\` beside \`type\`, not into \`${String(type)}\``
    : "";
  problems.add(`${path}.name`, `must be the tool's name, found ${describeValue(name)}${hint}`);
}

const CHOICE_WORDS: ReadonlySet<unknown> = new Set(["none", "auto", "required"]);

export function checkToolChoice(choice: unknown, problems: Problems): void {
  if (isAbsent(choice) || CHOICE_WORDS.has(choice)) return;
  if (!isRecord(choice) || typeof choice["type"] !== "string") {
    problems.add(
      "tool_choice",
      `must be "none", "auto", "required" or {"type":"function","name":"…"}, found ${describeValue(choice)}`,
    );
    return;
  }
  const { type } = choice;
  if (type === "function" || type === "custom") checkName(choice, "tool_choice", problems);
  else if (type === "allowed_tools" && !Array.isArray(choice["tools"])) {
    problems.add(
      "tool_choice.tools",
      `must be an array of tools, found ${describeValue(choice["tools"])}`,
    );
  }
}

/** `text.format`: what the answer must look like. */
export function checkText(text: unknown, problems: Problems): void {
  if (isAbsent(text)) return;
  if (!isRecord(text)) {
    problems.add("text", `must be an object, found ${describeValue(text)}`);
    return;
  }
  const { format } = text;
  if (isAbsent(format)) return;
  if (!isRecord(format) || typeof format["type"] !== "string") {
    problems.add(
      "text.format",
      `must be an object with a text \`type\`, such as {"type":"json_object"}, found ${describeValue(format)}`,
    );
    return;
  }
  if (format["type"] !== "json_schema") return;
  if (typeof format["name"] !== "string" || format["name"] === "") {
    problems.add("text.format.name", `must be a name, found ${describeValue(format["name"])}`);
  }
  if (!isRecord(format["schema"])) {
    problems.add(
      "text.format.schema",
      `must be a JSON schema, found ${describeValue(format["schema"])}`,
    );
  }
}
