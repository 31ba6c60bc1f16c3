/**
 * What goes out and comes back is the same, for everything the wire can say. `sayable*` bring an arbitrary value into
 * that form: they are the list of what the wire folds.
 */

import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  canonicalRequest,
  canonicalResponse,
  settleFinish,
  usage as arbitraryUsage,
} from "../../../../test/llm/canonical-arbitrary.ts";
import type {
  CanonicalRequest,
  CanonicalResponse,
  Message,
  Part,
  Tool,
  ToolChoice,
} from "../../canonical.ts";
import type { Usage } from "../../dialect.ts";
import { codec } from "./codec.ts";
import { parseRequest } from "./validate.ts";

// ---- parts ---------------------------------------------------------------------------------------------------------

function sayablePart(part: Part, isAnswer: boolean): Part[] {
  switch (part.type) {
    case "text":
    case "refusal":
      // Blank texts are refused in a request; an answer's may be blank.
      if (isAnswer) return [{ type: "text", text: part.text }];
      return part.text.trim() === "" ? [] : [{ ...part, type: "text" }];
    case "image":
    case "file":
    case "audio": {
      const { detail: _dropped, ...kept } = part;
      return [kept];
    }
    case "reasoning":
      return isAnswer || part.signature !== undefined || part.redacted !== undefined ? [part] : [];
    case "tool-call": {
      const { custom, signature, ...kept } = part;
      const text = custom ? JSON.stringify({ input: part.arguments }) : `{"v":${part.arguments}}`;
      // A call's own signature goes to clients, not to the vendor of this dialect.
      return [
        { ...kept, arguments: text, ...(isAnswer && signature !== undefined ? { signature } : {}) },
      ];
    }
    case "tool-result":
      return [{ ...part, parts: part.parts.flatMap((inner) => sayablePart(inner, false)) }];
    case "opaque":
      return [];
  }
}

// ---- messages ------------------------------------------------------------------------------------------------------

/** One system message at most, at the beginning; turns of one role joined; results first; a user first; no prefill. */
function sayableMessages(messages: readonly Message[]): Message[] {
  const system: Part[] = [];
  const turns: Message[] = [{ role: "user", parts: [{ type: "text", text: "first" }] }];
  for (const message of messages) {
    const parts = message.parts.flatMap((part) => sayablePart(part, false));
    if (message.role === "system" || message.role === "developer") {
      system.push(...parts.filter((part) => part.type === "text"));
      continue;
    }
    if (parts.every((part) => part.type === "reasoning")) continue;
    const last = turns.at(-1);
    if (last?.role === message.role)
      turns.splice(-1, 1, { role: last.role, parts: [...last.parts, ...parts] });
    else turns.push({ role: message.role, parts });
  }
  if (turns.at(-1)?.role === "assistant")
    turns.push({ role: "user", parts: [{ type: "text", text: "last" }] });
  return [...(system.length === 0 ? [] : [{ role: "system" as const, parts: system }]), ...turns];
}

function sayableTools(tools: readonly Tool[]): Tool[] {
  return tools.flatMap((tool): Tool[] => {
    if (tool.type !== "function") return [];
    const { strict: _dropped, ...kept } = tool;
    const parameters = { type: "object", ...(tool.parameters ?? { properties: {} }) };
    return [{ ...kept, parameters }];
  });
}

function hasCalls(messages: readonly Message[]): boolean {
  return messages.some(({ parts }) => parts.some((part) => part.type === "tool-call"));
}

function sayableRequest(request: CanonicalRequest): CanonicalRequest {
  const messages = sayableMessages(request.messages);
  const tools = sayableTools(request.tools ?? []);
  const choice = request.toolChoice;
  const toolChoice: ToolChoice | undefined =
    tools.length === 0 ? undefined : choice?.type === "allowed" ? { type: "auto" } : choice;
  const isSingle =
    tools.length > 0 && request.parallelToolCalls === false && choice?.type !== "none";
  const stop = request.stop?.filter((one) => one.trim() !== "") ?? [];
  return {
    model: request.model,
    messages,
    stream: request.stream,
    ...(tools.length === 0 ? {} : { tools }),
    ...(toolChoice === undefined
      ? isSingle
        ? { toolChoice: { type: "auto" } }
        : {}
      : { toolChoice }),
    ...(isSingle ? { parallelToolCalls: false } : {}),
    maxOutputTokens: request.maxOutputTokens ?? 8192,
    ...(request.temperature === undefined ? {} : { temperature: Math.min(1, request.temperature) }),
    ...(request.topP === undefined ? {} : { topP: request.topP }),
    ...(request.topK === undefined ? {} : { topK: request.topK }),
    ...(stop.length === 0 ? {} : { stop }),
    ...(request.user === undefined || request.user === "" ? {} : { user: request.user }),
  };
}

test("a request written and read again is the same, and passes our own checks", () => {
  fc.assert(
    fc.property(canonicalRequest, (arbitrary) => {
      const request = sayableRequest(arbitrary);
      // Calls without a tool on offer are given one; that has a test of its own.
      fc.pre(request.tools !== undefined || !hasCalls(request.messages));
      expect(codec.readRequest(parseRequest("chat", codec.writeRequest(request)))).toEqual(request);
    }),
    { numRuns: 300 },
  );
});

test("whatever a request holds, it is written as JSON or refused as the client's mistake", () => {
  fc.assert(
    fc.property(canonicalRequest, (request) => {
      try {
        JSON.parse(codec.writeRequest(request));
      } catch (thrown) {
        expect(thrown).toMatchObject({ code: "invalid_request" });
      }
    }),
    { numRuns: 300 },
  );
});

// ---- answers -------------------------------------------------------------------------------------------------------

const written: fc.Arbitrary<Usage> = fc
  .tuple(arbitraryUsage, fc.nat(1000), fc.nat(1000))
  .map(([usage, write, hour]) => ({
    ...usage,
    prompt: usage.prompt + write + hour + 1,
    ...(write + hour > 0 ? { cacheWrite: write + hour } : {}),
    ...(hour > 0 ? { cacheWriteHour: hour } : {}),
  }));

function sayableResponse(response: CanonicalResponse, usage: Usage): CanonicalResponse {
  const [choice] = response.choices;
  const parts = (choice?.parts ?? []).flatMap((part) => sayablePart(part, true));
  const calls = parts.some((part) => part.type === "tool-call");
  const finish = settleFinish(choice?.finish ?? "stop", calls);
  return {
    id: response.id,
    model: response.model,
    created: 0,
    choices: [{ parts, finish: finish === "tool-calls" && !calls ? "stop" : finish }],
    usage,
  };
}

test("an answer written and read again is the same", () => {
  fc.assert(
    fc.property(canonicalResponse, written, (arbitrary, usage) => {
      const response = sayableResponse(arbitrary, usage);
      const read = codec.readResponse(codec.writeResponse(response));
      expect({ ...read, created: 0 }).toEqual(response);
    }),
    { numRuns: 300 },
  );
});
