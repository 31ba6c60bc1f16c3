import type { Finish } from "../faults.ts";
import {
  countWords,
  type JsonObject,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  rawObject,
  textOf,
  textsOf,
} from "../json.ts";
import type { Frame, Reply, Turn, Usage } from "./dialect.ts";
import { callOf, responseOf, signatureOf } from "./gemini-rules.ts";

const FINISH_REASONS: Readonly<Record<Finish, string>> = {
  stop: "STOP",
  length: "MAX_TOKENS",
  tool_calls: "STOP",
  content_filter: "SAFETY",
};

/** Reads a generateContent request. Lenient: the rules were checked before. */
export function readContentTurn(request: JsonObject): Turn {
  const contents = objectsOf(request["contents"]);
  const system = objectOf(request["systemInstruction"] ?? request["system_instruction"]);
  let promptWords = countWords(partsText(system));
  for (const content of contents) {
    promptWords += countWords(partsText(content));
    for (const part of objectsOf(content["parts"])) {
      const call = callOf(part);
      const response = responseOf(part);
      if (call) promptWords += 1 + countWords(JSON.stringify(call["args"] ?? {}));
      if (response) promptWords += countWords(JSON.stringify(response["response"]));
    }
  }
  const last = contents.at(-1);
  const results = objectsOf(last?.["parts"])
    .map(responseOf)
    .filter((result) => result !== undefined);
  const lastUser =
    results.length > 0 ? last : contents.findLast((content) => content["role"] !== "model");
  const config = objectOf(request["generationConfig"] ?? request["generation_config"]);
  const asksJson = config["responseMimeType"] === "application/json";
  return {
    promptWords,
    lastUserText: lastUser === undefined ? "" : partsText(lastUser),
    toolResults: results.map((result) => ({
      name: textOf(result["name"]),
      text: resultText(result["response"]),
    })),
    tools: toolNames(request),
    toolChoice: readToolChoice(request),
    parallel: true,
    maxTokens: numberOf(config["maxOutputTokens"]),
    stop: textsOf(config["stopSequences"]),
    json: asksJson ? (config["responseSchema"] ?? config["responseJsonSchema"] ?? true) : undefined,
    thinking: objectOf(config["thinkingConfig"])["includeThoughts"] === true,
  };
}

function toolNames(request: JsonObject): string[] {
  return objectsOf(request["tools"])
    .flatMap((tool) => objectsOf(tool["functionDeclarations"] ?? tool["function_declarations"]))
    .map((declaration) => textOf(declaration["name"]));
}

function readToolChoice(request: JsonObject): Turn["toolChoice"] {
  const config = objectOf(
    objectOf(request["toolConfig"] ?? request["tool_config"])["functionCallingConfig"],
  );
  if (config["mode"] === "NONE") return { mode: "none" };
  if (config["mode"] !== "ANY") return { mode: "auto" };
  const allowed = listOf(config["allowedFunctionNames"])[0];
  return typeof allowed === "string" ? { mode: "named", name: allowed } : { mode: "any" };
}

function partsText(content: JsonObject): string {
  return objectsOf(content["parts"])
    .filter((part) => typeof part["text"] === "string" && part["thought"] !== true)
    .map((part) => textOf(part["text"]))
    .join("\n");
}

/** Text wrapped as `{"output": …}` comes out as the text. */
function resultText(response: unknown): string {
  const object = objectOf(response);
  const only = object["output"] ?? object["result"] ?? object["error"];
  return typeof only === "string" && Object.keys(object).length === 1
    ? only
    : JSON.stringify(response);
}

export function writeContent(reply: Reply): string {
  const parts = [...thoughtParts(reply), ...callParts(reply)];
  const text = reply.textPieces.join("");
  if (text !== "" || parts.length === 0)
    parts.splice(reply.thinking === undefined ? 0 : 1, 0, textPart(text));
  return chunk(reply, parts, reply.usage, reply.finish);
}

/** One part per chunk; every chunk carries the usage so far; the last one has the finish reason and an empty text. */
export function writeContentFrames(reply: Reply): Frame[] {
  const parts = [...thoughtParts(reply), ...reply.textPieces.map(textPart), ...callParts(reply)];
  const frames = parts.map((part, i): Frame => {
    const soFar = reply.usage && {
      ...reply.usage,
      completion: Math.min(reply.usage.completion, reply.usage.reasoning + i + 1),
    };
    return { kind: "delta", data: chunk(reply, [part], soFar, undefined) };
  });
  frames.push({ kind: "finish", data: chunk(reply, [textPart("")], reply.usage, reply.finish) });
  return frames;
}

function textPart(text: string): string {
  return `{"text":${JSON.stringify(text)}}`;
}

function thoughtParts(reply: Reply): string[] {
  return reply.thinking === undefined
    ? []
    : [JSON.stringify({ text: reply.thinking, thought: true })];
}

/** No id, as the vendor mostly does; the first call of a turn carries the signature. */
function callParts(reply: Reply): string[] {
  return reply.calls.map((call, i) => {
    const made = `{"functionCall":{"name":${JSON.stringify(call.name)},"args":${rawObject(call.arguments)}}`;
    return i === 0 ? `${made},"thoughtSignature":"${signatureOf(call.name)}"}` : `${made}}`;
  });
}

function chunk(
  reply: Reply,
  parts: readonly string[],
  usage: Usage | undefined,
  finish: Finish | undefined,
): string {
  const reason = finish === undefined ? "" : `"finishReason":"${FINISH_REASONS[finish]}",`;
  const counts = usage === undefined ? "" : `"usageMetadata":${JSON.stringify(writeUsage(usage))},`;
  return (
    `{"candidates":[{"content":{"parts":[${parts.join(",")}],"role":"model"},${reason}"index":0}],${counts}` +
    `"modelVersion":${JSON.stringify(reply.model)},"responseId":"fake${reply.serial.toString(36).padStart(8, "0")}"}`
  );
}

function writeUsage(usage: Usage): object {
  return {
    promptTokenCount: usage.prompt,
    candidatesTokenCount: usage.completion - usage.reasoning,
    totalTokenCount: usage.prompt + usage.completion,
    ...(usage.cached > 0 && { cachedContentTokenCount: usage.cached }),
    promptTokensDetails: [{ modality: "TEXT", tokenCount: usage.prompt }],
    ...(usage.reasoning > 0 && { thoughtsTokenCount: usage.reasoning }),
  };
}
