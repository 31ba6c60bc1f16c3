import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { canonicalRequest, canonicalResponse } from "../../../../test/llm/canonical-arbitrary.ts";
import type {
  CanonicalRequest,
  CanonicalResponse,
  FinishReason,
  Message,
  Part,
  ReasoningPart,
} from "../../canonical.ts";
import { codec } from "./codec.ts";
import { parseRequest } from "./validate.ts";

const read = (text: string, model: string, stream: boolean): CanonicalRequest =>
  codec.readRequest(parseRequest("chat", text, { model, stream }));

// ---- what the wire cannot say --------------------------------------------------------------------------------------

/** Arguments are objects on the wire. */
const asObject = (text: string): string => (text.startsWith("{") ? text : `{"value":${text}}`);

function spellArguments(part: Part): Part {
  return part.type === "tool-call" && !part.custom
    ? { ...part, arguments: asObject(part.arguments) }
    : part;
}

/** Thoughts keep their text only, breakpoints and names have no place, refusals are said as text. */
function foldPart(part: Part): Part[] {
  if (part.type === "reasoning")
    return part.text === "" ? [] : [{ type: "reasoning", text: part.text }];
  if (part.type === "refusal") return [{ type: "text", text: part.text }];
  if (part.type === "text") {
    const { cacheControl: _cache, ...rest } = part;
    return [rest];
  }
  if (part.type !== "image") return [part];
  const { detail: _detail, source, ...rest } = part;
  const mediaType = "image/jpeg";
  return [{ ...rest, source: source.kind === "url" ? { mediaType, ...source } : source }];
}

/** System messages become the first; neighbouring assistant messages one; the name of a tool comes with its result. */
function foldMessages(messages: readonly Message[]): Message[] {
  const isSystem = ({ role }: Message): boolean => role === "system" || role === "developer";
  const names = new Map<string, string>();
  for (const part of messages.flatMap((message) => message.parts)) {
    if (part.type === "tool-call") names.set(part.id, part.name);
  }
  const folded = messages.map((message): Message => ({
    role: isSystem(message) ? "system" : message.role,
    parts: message.parts
      .flatMap(foldPart)
      .map((part) =>
        part.type === "tool-result" ? { ...part, name: names.get(part.callId) ?? "" } : part,
      ),
  }));
  const system = folded.filter(isSystem).flatMap((message) => message.parts);
  const said: Message[] = [];
  for (const message of folded.filter((one) => !isSystem(one))) {
    const last = said.at(-1);
    if (message.role === "assistant" && last?.role === "assistant") {
      said[said.length - 1] = { ...last, parts: [...last.parts, ...message.parts] };
    } else if (message.parts.length > 0) said.push(message);
  }
  if (said.length === 0) return [{ role: "user", parts: system }];
  return system.length === 0 ? said : [{ role: "system", parts: system }, ...said];
}

function foldRequest(request: CanonicalRequest): CanonicalRequest {
  const { parallelToolCalls: _parallel, user: _user, metadata: _metadata, ...rest } = request;
  const { reasoning: _reasoning, tools, toolChoice, outputFormat, ...plain } = rest;
  return {
    ...plain,
    messages: foldMessages(request.messages),
    ...(tools === undefined || tools.length === 0
      ? {}
      : {
          tools: tools.map((tool) => {
            if (tool.type !== "function") return tool;
            const { strict: _strict, parameters, ...named } = tool;
            const isEmpty = parameters === undefined || Object.keys(parameters).length === 0;
            return isEmpty ? named : { ...named, parameters };
          }),
        }),
    ...(toolChoice === undefined || tools === undefined || tools.length === 0
      ? {}
      : { toolChoice: foldChoice(toolChoice) }),
    ...(outputFormat === undefined
      ? {}
      : {
          outputFormat:
            outputFormat.type === "json-schema"
              ? { ...outputFormat, name: "answer" }
              : outputFormat,
        }),
  };
}

type Choice = NonNullable<CanonicalRequest["toolChoice"]>;

function foldChoice(choice: Choice): Choice {
  if (choice.type !== "allowed") return choice;
  const [only] = choice.names;
  if (only === undefined) return { type: choice.mode };
  return choice.mode === "required" && choice.names.length === 1
    ? { type: "tool", name: only }
    : choice;
}

describe("round trips", () => {
  test("a request written and read again is the same, but for what the wire cannot say", () => {
    fc.assert(
      fc.property(canonicalRequest, (given) => {
        const request = {
          ...given,
          // The wire allows eight.
          ...(given.choices === undefined ? {} : { choices: Math.min(given.choices, 8) }),
          messages: given.messages.map((message) => ({
            ...message,
            parts: message.parts.map(spellArguments),
          })),
        };
        const got = read(codec.writeRequest(request), request.model, request.stream);
        // A thought without a wish to think is only a wish to see it.
        const { reasoning: _reasoning, ...rest } = got;
        expect(rest).toEqual(foldRequest(request));
      }),
      { numRuns: 200 },
    );
  });

  test("an answer written and read again is the same, signatures of other vendors included", () => {
    fc.assert(
      fc.property(canonicalResponse, (given) => {
        const response: CanonicalResponse = {
          ...given,
          created: given.created + 1,
          choices: given.choices.map((choice) => ({
            ...choice,
            parts: choice.parts.map(spellArguments),
          })),
        };
        expect(codec.readResponse(codec.writeResponse(response))).toEqual({
          ...response,
          choices: response.choices.map((choice) => ({
            ...choice,
            parts: foldAnswer(choice.parts),
            finish: foldFinish(choice.finish, choice.parts),
          })),
        });
      }),
      { numRuns: 200 },
    );
  });
});

/** Signed blocks stay whole; an empty signed block takes in unsigned ones, which no vendor mixes. */
function foldAnswer(parts: readonly Part[]): Part[] {
  const folded: Part[] = [];
  for (const part of parts) {
    if (part.type !== "reasoning") folded.push(...foldPart(part));
    else if (part.text === "" && part.signature !== undefined) {
      const before: ReasoningPart[] = [];
      for (;;) {
        const last = folded.at(-1);
        if (last?.type !== "reasoning" || last.signature !== undefined) break;
        if (last.redacted !== undefined) break;
        before.unshift(last);
        folded.pop();
      }
      folded.push({ ...part, text: before.map((one) => one.text).join("") });
    } else folded.push(part);
  }
  return folded;
}

/** Calling is told by the calls alone. */
function foldFinish(finish: FinishReason, parts: readonly Part[]): FinishReason {
  if (finish !== "tool-calls") return finish;
  return parts.some((part) => part.type === "tool-call") ? finish : "stop";
}
