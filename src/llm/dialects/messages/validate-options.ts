/** Checks of the fields beside the prompt. Each accepts an absent field; unknown fields are nobody's business. */

import { isRecord } from "../../../base/json.ts";
import { describeValue, type Problems } from "../../problems.ts";
import { isAbsent } from "../../request-body.ts";

export function checkTools(tools: unknown, problems: Problems): void {
  if (isAbsent(tools)) return;
  if (!Array.isArray(tools)) {
    problems.add("tools", `must be an array of tools, found ${describeValue(tools)}`);
    return;
  }
  for (let i = 0; i < tools.length; i++) checkTool(tools[i], i, problems);
}

/** A tool without a type, or of the type `custom`, is the client's own; the others are the vendor's and differ. */
function checkTool(tool: unknown, i: number, problems: Problems): void {
  if (!isRecord(tool)) {
    problems.add(`tools[${i}]`, `must be an object, found ${describeValue(tool)}`);
    return;
  }
  const type = tool["type"];
  if (!isAbsent(type) && typeof type !== "string") {
    problems.add(`tools[${i}].type`, `must be a text, found ${describeValue(type)}`);
  }
  if (!isAbsent(type) && type !== "custom") return;
  if (typeof tool["name"] !== "string" || tool["name"] === "") {
    problems.add(
      `tools[${i}].name`,
      `must be the tool's name, found ${describeValue(tool["name"])}`,
    );
  }
  if (!isRecord(tool["input_schema"])) {
    problems.add(
      `tools[${i}].input_schema`,
      `must be a JSON schema such as {"type":"object","properties":{…}}, found ${describeValue(tool["input_schema"])}`,
    );
  }
}

export function checkToolChoice(choice: unknown, problems: Problems): void {
  if (isAbsent(choice)) return;
  if (!isRecord(choice) || typeof choice["type"] !== "string") {
    problems.add(
      "tool_choice",
      `must be an object such as {"type":"auto"}, with the type auto, any, tool or none, found ${describeValue(choice)}`,
    );
    return;
  }
  if (choice["type"] === "tool" && typeof choice["name"] !== "string") {
    problems.add(
      "tool_choice.name",
      `must be the tool's name, found ${describeValue(choice["name"])}`,
    );
  }
  const single = choice["disable_parallel_tool_use"];
  if (!isAbsent(single) && typeof single !== "boolean") {
    problems.add(
      "tool_choice.disable_parallel_tool_use",
      `must be true or false, found ${describeValue(single)}`,
    );
  }
}

export function checkThinking(thinking: unknown, problems: Problems): void {
  if (isAbsent(thinking)) return;
  if (!isRecord(thinking) || typeof thinking["type"] !== "string") {
    problems.add(
      "thinking",
      `must be an object such as {"type":"enabled","budget_tokens":4096}, found ${describeValue(thinking)}`,
    );
    return;
  }
  if (thinking["type"] !== "enabled") return;
  const budget = thinking["budget_tokens"];
  if (typeof budget !== "number" || !Number.isInteger(budget) || budget < 0) {
    problems.add(
      "thinking.budget_tokens",
      `must be an integer of at least 1024, found ${describeValue(budget)}`,
    );
  }
}

export function checkOutputConfig(config: unknown, problems: Problems): void {
  if (isAbsent(config)) return;
  if (!isRecord(config)) {
    problems.add("output_config", `must be an object, found ${describeValue(config)}`);
    return;
  }
  const { effort, format } = config;
  if (!isAbsent(effort) && typeof effort !== "string") {
    problems.add(
      "output_config.effort",
      `must be a text such as "high", found ${describeValue(effort)}`,
    );
  }
  if (isAbsent(format)) return;
  if (!isRecord(format) || typeof format["type"] !== "string") {
    problems.add(
      "output_config.format",
      `must be an object such as {"type":"json_schema","schema":{…}}, found ${describeValue(format)}`,
    );
  } else if (format["type"] === "json_schema" && !isRecord(format["schema"])) {
    problems.add(
      "output_config.format.schema",
      `must be a JSON schema, found ${describeValue(format["schema"])}`,
    );
  }
}

export function checkStopSequences(stop: unknown, problems: Problems): void {
  if (isAbsent(stop)) return;
  if (!Array.isArray(stop)) {
    problems.add("stop_sequences", `must be an array of texts, found ${describeValue(stop)}`);
    return;
  }
  const bad = stop.findIndex((item) => typeof item !== "string");
  if (bad >= 0)
    problems.add(`stop_sequences[${bad}]`, `must be a text, found ${describeValue(stop[bad])}`);
}

export function checkMetadata(metadata: unknown, problems: Problems): void {
  if (isAbsent(metadata)) return;
  if (!isRecord(metadata)) {
    problems.add("metadata", `must be an object, found ${describeValue(metadata)}`);
    return;
  }
  const user = metadata["user_id"];
  if (!isAbsent(user) && typeof user !== "string")
    problems.add("metadata.user_id", `must be a text, found ${describeValue(user)}`);
}
