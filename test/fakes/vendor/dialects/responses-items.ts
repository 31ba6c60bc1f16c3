import type { Finish } from "../faults.ts";
import {
  countWords,
  type JsonObject,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
  textsOf,
} from "../json.ts";
import { splitArguments } from "../script-calls.ts";
import type { Frame, Reply, Turn, Usage } from "./dialect.ts";

// ---- request -------------------------------------------------------------------------------------------------------

/** Reads a responses request. Lenient: the rules were checked before. */
export function readItemsTurn(request: JsonObject): Turn {
  const { input } = request;
  const items: readonly JsonObject[] =
    typeof input === "string" ? [{ role: "user", content: input }] : objectsOf(input);
  let promptWords = countWords(textOf(request["instructions"]));
  for (const item of items) promptWords += countWords(wordsOf(item));
  let first = items.length;
  while (first > 0 && typeOf(items[first - 1]) === "function_call_output") first--;
  const results = items.slice(first);
  const lastUser =
    results.length > 0 ? undefined : items.findLast((item) => item["role"] === "user");
  const format = objectOf(objectOf(request["text"])["format"]);
  const effort = objectOf(request["reasoning"])["effort"];
  return {
    promptWords,
    lastUserText: contentText(lastUser?.["content"]),
    toolResults: results.map((item) => ({
      name: toolName(items, item),
      text: contentText(item["output"]),
    })),
    tools: objectsOf(request["tools"]).map((tool) => textOf(tool["name"])),
    toolChoice: readToolChoice(request["tool_choice"]),
    parallel: request["parallel_tool_calls"] !== false,
    maxTokens: numberOf(request["max_output_tokens"]),
    stop: [],
    json:
      format["type"] === "json_schema"
        ? format["schema"]
        : format["type"] === "json_object"
          ? true
          : undefined,
    thinking: typeof effort === "string" && effort !== "none",
  };
}

function typeOf(item: JsonObject | undefined): string {
  return textOf(item?.["type"]);
}

/** A result has its call's id but no name, so the name is looked up among the calls. */
function toolName(items: readonly JsonObject[], result: JsonObject): string {
  const call = items.find(
    (item) => item["call_id"] === result["call_id"] && typeOf(item) === "function_call",
  );
  return textOf(call?.["name"]) || "unknown";
}

function wordsOf(item: JsonObject): string {
  return [contentText(item["content"]), textOf(item["name"]), textOf(item["arguments"])]
    .concat(contentText(item["output"]))
    .join(" ");
}

function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return objectsOf(content)
    .map((part) => textOf(part["text"]))
    .filter((text) => text !== "")
    .join("\n");
}

function readToolChoice(choice: unknown): Turn["toolChoice"] {
  if (choice === "none") return { mode: "none" };
  if (choice === "required") return { mode: "any" };
  const name = textOf(objectOf(choice)["name"]);
  return name === "" ? { mode: "auto" } : { mode: "named", name };
}

// ---- thoughts ------------------------------------------------------------------------------------------------------

export function summaryText(item: JsonObject): string {
  return objectsOf(item["summary"])
    .map((part) => textOf(part["text"]))
    .join("\n\n");
}

/** The fake's proof of a thought: checkable, so a relay that loses or changes it is found out. */
export function proofOf(summary: string): string {
  return `gAAAA${Buffer.from(Bun.hash.xxHash64(summary).toString(16)).toString("base64url")}`;
}

// ---- answer --------------------------------------------------------------------------------------------------------

interface Item {
  readonly whole: JsonObject;
  readonly begun: JsonObject;
  /** The events between `added` and `done`. */
  readonly inner: (place: JsonObject) => Frame[];
}

export function writeItems(request: JsonObject, reply: Reply): string {
  const output = itemsOf(request, reply).map(({ whole }) => whole);
  return JSON.stringify(envelope(reply, output, true));
}

export function writeItemFrames(request: JsonObject, reply: Reply): Frame[] {
  const items = itemsOf(request, reply);
  const begun = { response: envelope(reply, [], false) };
  const frames = [
    frameOf("frame", "response.created", begun),
    frameOf("frame", "response.in_progress", begun),
  ];
  for (const [output_index, { whole, begun: item, inner }] of items.entries()) {
    const place = { item_id: whole["id"], output_index };
    frames.push(frameOf("frame", "response.output_item.added", { output_index, item }));
    frames.push(...inner(place));
    frames.push(frameOf("frame", "response.output_item.done", { output_index, item: whole }));
  }
  if (reply.finish === undefined) return frames;
  const response = envelope(
    reply,
    items.map(({ whole }) => whole),
    true,
  );
  frames.push(frameOf("done", `response.${textOf(response["status"])}`, { response }));
  return frames.map((frame, i) => ({
    ...frame,
    data: `{"sequence_number":${i},${frame.data.slice(1)}`,
  }));
}

export function frameOf(kind: Frame["kind"], type: string, fields: JsonObject): Frame {
  return { kind, event: type, data: JSON.stringify({ type, ...fields }) };
}

function itemsOf(request: JsonObject, reply: Reply): Item[] {
  const items: Item[] = [];
  const tail = reply.serial.toString(36).padStart(8, "0");
  const sealed = textsOf(request["include"]).includes("reasoning.encrypted_content");
  if (reply.thinking !== undefined) items.push(thought(`rs_${tail}`, reply.thinking, sealed));
  if (reply.textPieces.length > 0) items.push(message(`msg_${tail}`, reply.textPieces));
  for (const [i, call] of reply.calls.entries()) items.push(functionCall(`${tail}${i}`, call));
  return items;
}

function thought(id: string, text: string, sealed: boolean): Item {
  const base = { id, type: "reasoning" };
  const place = { summary_index: 0 };
  return {
    begun: { ...base, summary: [], ...(sealed && { encrypted_content: "gAAAAnot-whole" }) },
    whole: {
      ...base,
      summary: [{ type: "summary_text", text }],
      ...(sealed && { encrypted_content: proofOf(text) }),
    },
    inner: (at) => [
      frameOf("frame", "response.reasoning_summary_part.added", {
        ...at,
        ...place,
        part: { type: "summary_text", text: "" },
      }),
      ...splitArguments(text).map((delta) =>
        frameOf("delta", "response.reasoning_summary_text.delta", { ...at, ...place, delta }),
      ),
      frameOf("frame", "response.reasoning_summary_text.done", { ...at, ...place, text }),
    ],
  };
}

function message(id: string, pieces: readonly string[]): Item {
  const part = (text: string): JsonObject => ({ type: "output_text", annotations: [], text });
  const item = { id, type: "message", role: "assistant" };
  const text = pieces.join("");
  return {
    begun: { ...item, status: "in_progress", content: [] },
    whole: { ...item, status: "completed", content: [part(text)] },
    inner: (at) => {
      const place = { ...at, content_index: 0 };
      return [
        frameOf("frame", "response.content_part.added", { ...place, part: part("") }),
        ...pieces.map((delta) =>
          frameOf("delta", "response.output_text.delta", { ...place, delta, logprobs: [] }),
        ),
        frameOf("frame", "response.output_text.done", { ...place, text, logprobs: [] }),
        frameOf("frame", "response.content_part.done", { ...place, part: part(text) }),
      ];
    },
  };
}

function functionCall(tail: string, call: Reply["calls"][number]): Item {
  const item = {
    id: `fc_${tail}`,
    type: "function_call",
    call_id: `call_${tail}`,
    name: call.name,
  };
  return {
    begun: { ...item, status: "in_progress", arguments: "" },
    whole: { ...item, status: "completed", arguments: call.arguments },
    inner: (at) => [
      ...splitArguments(call.arguments).map((delta) =>
        frameOf("delta", "response.function_call_arguments.delta", { ...at, delta }),
      ),
      frameOf("frame", "response.function_call_arguments.done", {
        ...at,
        arguments: call.arguments,
      }),
    ],
  };
}

const INCOMPLETE: Readonly<Partial<Record<Finish, string>>> = {
  length: "max_output_tokens",
  content_filter: "content_filter",
};

function envelope(reply: Reply, output: readonly JsonObject[], isOver: boolean): JsonObject {
  const why = isOver && reply.finish !== undefined ? INCOMPLETE[reply.finish] : undefined;
  const ended = why === undefined ? "completed" : "incomplete";
  return {
    id: `resp_${reply.serial.toString(36).padStart(8, "0")}`,
    object: "response",
    created_at: reply.created,
    status: isOver && reply.finish !== undefined ? ended : "in_progress",
    error: null,
    incomplete_details: why === undefined ? null : { reason: why },
    model: reply.model,
    output,
    parallel_tool_calls: true,
    usage: isOver && reply.usage !== undefined ? writeUsage(reply.usage) : null,
  };
}

function writeUsage(usage: Usage): JsonObject {
  return {
    input_tokens: usage.prompt,
    input_tokens_details: { cached_tokens: usage.cached, cache_write_tokens: usage.cacheWrite },
    output_tokens: usage.completion,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: usage.prompt + usage.completion,
  };
}
