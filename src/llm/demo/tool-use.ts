/** When and how the demo calls tools. */

import { randomText } from "../../base/ids.ts";
import type {
  CanonicalRequest,
  CustomTool,
  FunctionTool,
  ToolCallPart,
  ToolChoice,
} from "../canonical.ts";
import { lastUserText } from "./conversation.ts";
import { sampleValue } from "./sample.ts";

type CallableTool = FunctionTool | CustomTool;

/**
 * A forced call is always made. Otherwise, while the user's last message has no results yet, the tools it names are
 * called, all at once unless parallel calls are off; and a single tool is called once in a conversation without being
 * named. No calls means: answer in words.
 */
export function chooseCalls(request: CanonicalRequest): ToolCallPart[] {
  const { toolChoice: choice } = request;
  const tools = callableTools(request, choice);
  const [first] = tools;
  if (first === undefined || choice?.type === "none") return [];
  const asked = lastUserText(request.messages);
  const named = tools.filter((tool) => mentions(asked, tool.name));
  const due = isForced(choice)
    ? named.length > 0
      ? named
      : [first]
    : wantedTools(request, tools, named);
  return (request.parallelToolCalls === false ? due.slice(0, 1) : due).map((tool) =>
    makeCall(tool, asked),
  );
}

function wantedTools(
  request: CanonicalRequest,
  tools: readonly CallableTool[],
  named: readonly CallableTool[],
): readonly CallableTool[] {
  const lastUser = request.messages.findLastIndex((message) => message.role === "user");
  const answered = request.messages.findLastIndex((message) => message.role === "tool");
  if (answered > lastUser) return [];
  if (named.length > 0) return named;
  return tools.length === 1 && answered < 0 ? tools : [];
}

function callableTools(request: CanonicalRequest, choice: ToolChoice | undefined): CallableTool[] {
  const tools = (request.tools ?? []).filter((tool) => tool.type !== "opaque");
  if (choice?.type === "tool") return tools.filter((tool) => tool.name === choice.name);
  if (choice?.type === "allowed") return tools.filter((tool) => choice.names.includes(tool.name));
  return tools;
}

function isForced(choice: ToolChoice | undefined): boolean {
  if (choice?.type === "allowed") return choice.mode === "required";
  return choice?.type === "required" || choice?.type === "tool";
}

/** `get_weather` is named by "get_weather", "get weather" and "Get-Weather", but not by "forget_weathering". */
function mentions(text: string, name: string): boolean {
  const plain = (value: string): string =>
    ` ${value
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim()} `;
  return plain(name).trim() !== "" && plain(text).includes(plain(name));
}

function makeCall(tool: CallableTool, asked: string): ToolCallPart {
  const head = { type: "tool-call", id: `call_demo${randomText(16)}`, name: tool.name } as const;
  if (tool.type === "custom") return { ...head, arguments: asked || "demo", custom: true };
  const value =
    tool.parameters === undefined ? {} : sampleValue(tool.parameters, { asked, optional: false });
  return { ...head, arguments: JSON.stringify(value ?? {}) };
}
