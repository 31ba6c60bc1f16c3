import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { canonicalRequest, canonicalResponse } from "../../../../test/llm/canonical-arbitrary.ts";
import type { CanonicalRequest, CanonicalResponse, Part, Tool } from "../../canonical.ts";
import { codec } from "./codec.ts";
import { parseRequest } from "./validate.ts";

type Wire = Readonly<Record<string, unknown>>;

const read = (text: string): CanonicalRequest => codec.readRequest(parseRequest("chat", text));

// ---- what the wire cannot say --------------------------------------------------------------------------------------

function foldPart(part: Part): Part[] {
  // Thoughts without proof are refused by the vendor; it finds what to cache by itself; calls have no signature.
  if (part.type === "reasoning")
    return (part.signature ?? part.redacted) === undefined ? [] : [part];
  const {
    cacheControl: _cache,
    signature: _signature,
    ...rest
  } = part as Part & { cacheControl?: Wire; signature?: string };
  return [rest];
}

function foldTool(tool: Tool): Tool {
  if (tool.type !== "function") return tool;
  return {
    ...tool,
    parameters: tool.parameters ?? { type: "object", properties: {} },
    strict: tool.strict ?? false,
  };
}

function foldRequest(request: CanonicalRequest): CanonicalRequest {
  const { topK: _k, presencePenalty: _p, frequencyPenalty: _f, seed: _s, ...kept } = request;
  const { toolChoice, parallelToolCalls, tools, maxOutputTokens, ...rest } = kept;
  const messages = request.messages.map(({ role, parts }) => ({
    role,
    parts: parts.flatMap(foldPart),
  }));
  const isProven = messages.some(({ parts }) => parts.some((part) => part.type === "reasoning"));
  const include = { include: ["reasoning.encrypted_content"] };
  const hasTools = tools !== undefined && tools.length > 0;
  return {
    ...rest,
    messages,
    ...(hasTools ? { tools: tools.map(foldTool) } : {}),
    ...(hasTools && toolChoice !== undefined ? { toolChoice } : {}),
    ...(hasTools && parallelToolCalls !== undefined ? { parallelToolCalls } : {}),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens: Math.max(16, maxOutputTokens) }),
    extras: {
      responses: { store: false, ...(isProven || rest.reasoning !== undefined ? include : {}) },
    },
  };
}

function foldResponse(response: CanonicalResponse): CanonicalResponse {
  const choices = response.choices.slice(0, 1).map(({ parts, finish }) => {
    const hasCalls = parts.some((part) => part.type === "tool-call");
    return {
      parts: parts.map((part): Part =>
        part.type === "text" ? { type: "text", text: part.text } : part,
      ),
      finish: finish === "tool-calls" && !hasCalls ? ("stop" as const) : finish,
    };
  });
  return { ...response, choices };
}

describe("round trips", () => {
  test("a request written and read again is the same but for what the wire cannot say", () => {
    fc.assert(
      fc.property(canonicalRequest, ({ stop: _stop, choices: _choices, ...request }) => {
        expect(read(codec.writeRequest(request))).toEqual(foldRequest(request));
      }),
      { numRuns: 300 },
    );
  });

  test("an answer written and read again is the same", () => {
    fc.assert(
      fc.property(canonicalResponse, (response) => {
        expect(codec.readResponse(codec.writeResponse(response))).toEqual(foldResponse(response));
      }),
      { numRuns: 300 },
    );
  });
});
