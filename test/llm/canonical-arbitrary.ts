/**
 * Arbitrary canonical values for round-trip properties. They are in the normal form every dialect can say: thoughts,
 * then text, then calls; every call answered by the tool messages right behind it.
 */

import fc from "fast-check";
import type {
  CanonicalRequest,
  CanonicalResponse,
  Choice,
  FinishReason,
  MediaPart,
  Message,
  OutputFormat,
  Part,
  ReasoningPart,
  TextPart,
  Tool,
  ToolCallPart,
  ToolChoice,
} from "../../src/llm/canonical.ts";
import type { Usage } from "../../src/llm/inbound.ts";

const some = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
const any = fc.string({ unit: "grapheme", maxLength: 12 });
const base64 = fc.base64String({ minLength: 4, maxLength: 16 });
/** `-0` and `undefined` are not JSON. */
const json = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const schema = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), json, { maxKeys: 3 });

/** A record without the members that came out undefined: absent is absent. */
function partial<T>(
  fields: { [K in keyof T]: fc.Arbitrary<T[K]> },
  required: (keyof T)[],
): fc.Arbitrary<T> {
  return fc.record(fields, { requiredKeys: required });
}

const text: fc.Arbitrary<TextPart> = partial<TextPart>(
  { type: fc.constant("text"), text: some, cacheControl: fc.constant({ type: "ephemeral" }) },
  ["type", "text"],
);

const image: fc.Arbitrary<MediaPart> = partial<MediaPart>(
  {
    type: fc.constant("image"),
    source: fc.oneof(
      fc.webUrl().map((url) => ({ kind: "url" as const, url })),
      base64.map((data) => ({ kind: "data" as const, data, mediaType: "image/png" })),
    ),
    detail: fc.constantFrom("low", "high", "auto"),
  },
  ["type", "source"],
);

const reasoning: fc.Arbitrary<ReasoningPart> = fc.oneof(
  some.map((thought): ReasoningPart => ({ type: "reasoning", text: thought })),
  fc.tuple(any, some).map(([thought, signature]): ReasoningPart => ({
    type: "reasoning",
    text: thought,
    signature,
  })),
  some.map((redacted): ReasoningPart => ({ type: "reasoning", text: "", redacted })),
);

/** Ids are made unique later, by position. */
export const toolCall: fc.Arbitrary<ToolCallPart> = fc.oneof(
  partial<ToolCallPart>(
    {
      type: fc.constant("tool-call"),
      id: some,
      name: some,
      arguments: json.map((v) => JSON.stringify(v)),
      signature: some,
    },
    ["type", "id", "name", "arguments"],
  ),
  fc.tuple(some, some, any).map(([id, name, input]): ToolCallPart => ({
    type: "tool-call",
    id,
    name,
    arguments: input,
    custom: true,
  })),
);

interface Turn {
  readonly thoughts: readonly ReasoningPart[];
  readonly texts: readonly TextPart[];
  readonly refusal: string | undefined;
  readonly calls: readonly ToolCallPart[];
  readonly results: readonly string[];
}

const turn: fc.Arbitrary<Turn> = fc.record({
  thoughts: fc.array(reasoning, { maxLength: 2 }),
  texts: fc.array(text, { maxLength: 2 }),
  refusal: fc.option(some, { nil: undefined, freq: 8 }),
  calls: fc.array(toolCall, { maxLength: 3 }),
  results: fc.array(any, { minLength: 3, maxLength: 3 }),
});

/** What an assistant says: never nothing at all. */
function assistantParts(of: Turn, prefix: string): Part[] {
  const calls = of.calls.map((call, i): Part => ({ ...call, id: `${prefix}-${i}` }));
  const refusal: Part[] = of.refusal === undefined ? [] : [{ type: "refusal", text: of.refusal }];
  const texts: readonly Part[] =
    of.texts.length + calls.length + refusal.length === 0
      ? [{ type: "text", text: "…" }]
      : of.texts;
  return [...of.thoughts, ...texts, ...refusal, ...calls];
}

const userMessage: fc.Arbitrary<Message> = partial<Message>(
  {
    role: fc.constantFrom("user", "system", "developer"),
    parts: fc.array(fc.oneof(text, image), { minLength: 1, maxLength: 3 }),
    name: some,
  },
  ["role", "parts"],
);

const exchange: fc.Arbitrary<(position: number) => Message[]> = fc
  .tuple(userMessage, fc.option(turn, { nil: undefined }))
  .map(([first, reply]) => (position: number): Message[] => {
    if (reply === undefined) return [first];
    const parts = assistantParts(reply, `call-${position}`);
    const calls = parts.filter((part) => part.type === "tool-call");
    const results = calls.map((call, i): Message => ({
      role: "tool",
      parts: [
        {
          type: "tool-result",
          callId: call.id,
          parts: [{ type: "text", text: reply.results[i] ?? "" }],
        },
      ],
    }));
    return [first, { role: "assistant", parts }, ...results];
  });

const messages = fc
  .array(exchange, { minLength: 1, maxLength: 4 })
  .map((exchanges) => exchanges.flatMap((make, position) => make(position)));

const tool: fc.Arbitrary<Tool> = partial<Extract<Tool, { type: "function" }>>(
  {
    type: fc.constant("function"),
    name: some,
    description: any,
    parameters: schema,
    strict: fc.boolean(),
  },
  ["type", "name"],
);

const toolChoice: fc.Arbitrary<ToolChoice> = fc.oneof(
  fc.constantFrom<ToolChoice>({ type: "auto" }, { type: "none" }, { type: "required" }),
  some.map((name): ToolChoice => ({ type: "tool", name })),
  fc
    .tuple(fc.constantFrom("auto" as const, "required" as const), fc.array(some, { maxLength: 2 }))
    .map(([mode, names]): ToolChoice => ({ type: "allowed", mode, names })),
);

const outputFormat: fc.Arbitrary<OutputFormat> = fc.oneof(
  fc.constantFrom<OutputFormat>({ type: "text" }, { type: "json" }),
  fc
    .tuple(some, schema)
    .map(([name, shape]): OutputFormat => ({ type: "json-schema", name, schema: shape })),
);

export const canonicalRequest: fc.Arbitrary<CanonicalRequest> = partial<CanonicalRequest>(
  {
    model: some,
    messages,
    stream: fc.boolean(),
    tools: fc.array(tool, { maxLength: 3 }),
    toolChoice,
    parallelToolCalls: fc.boolean(),
    maxOutputTokens: fc.integer({ min: 1, max: 1e6 }),
    temperature: fc.constantFrom(0, 0.5, 1, 2),
    topP: fc.constantFrom(0, 0.25, 1),
    topK: fc.nat(100),
    presencePenalty: fc.constantFrom(-2, 0, 1.5),
    frequencyPenalty: fc.constantFrom(-2, 0, 1.5),
    seed: fc.nat(),
    stop: fc.array(some, { maxLength: 4 }),
    choices: fc.integer({ min: 1, max: 128 }),
    outputFormat,
    reasoning: some.map((effort) => ({ effort })),
    user: any,
    metadata: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), any, { maxKeys: 3 }),
  },
  ["model", "messages", "stream"],
);

// ---- answers -------------------------------------------------------------------------------------------------------

export const usage: fc.Arbitrary<Usage> = fc
  .tuple(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6), fc.nat(1e6))
  .map(([cached, fresh, reasoningTokens, visible]) => ({
    prompt: cached + fresh,
    cached,
    // The sum that would look like reasoning counted apart cannot arise: it is inside the completion.
    completion: reasoningTokens + visible,
    reasoning: reasoningTokens,
  }));

export const finishReason: fc.Arbitrary<FinishReason> = fc.constantFrom(
  "length",
  "content-filter",
  "tool-calls",
  "stop",
);

/** `stop` after calls is read as the end of calling. */
export function settleFinish(reason: FinishReason, hasCalls: boolean): FinishReason {
  return hasCalls && reason === "stop" ? "tool-calls" : reason;
}

const choice: fc.Arbitrary<Choice> = fc.tuple(turn, finishReason).map(([said, reason]) => {
  const parts = assistantParts(said, "call");
  return { parts, finish: settleFinish(reason, said.calls.length > 0) };
});

export const canonicalResponse: fc.Arbitrary<CanonicalResponse> = partial<CanonicalResponse>(
  {
    id: some,
    model: some,
    created: fc.nat(),
    choices: fc.array(choice, { minLength: 1, maxLength: 3 }),
    usage,
  },
  ["id", "model", "created", "choices"],
);
