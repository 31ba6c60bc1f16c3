/** The official `@anthropic-ai/sdk` client. */

import Anthropic from "@anthropic-ai/sdk";
import type {
  ContentBlock,
  Message,
  MessageCreateParamsNonStreaming,
  MessageParam,
  ToolChoice,
} from "@anthropic-ai/sdk/resources/messages";
import {
  type Answer,
  type Ask,
  type Client,
  type Connection,
  type Failure,
  type FailureKind,
  type Finish,
  NO_PARAMETERS,
  type Tokens,
  type Turn,
  Watch,
} from "./client.ts";

export function openAnthropic({ url, key }: Connection): Client {
  const anthropic = new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 });
  const options = ({ signal }: Ask) => (signal ? { signal } : {});
  return {
    async ask(model, ask) {
      return readAnswer(await anthropic.messages.create(writeRequest(model, ask), options(ask)));
    },
    async stream(model, ask, watch = new Watch()) {
      const stream = anthropic.messages.stream(writeRequest(model, ask), options(ask));
      for await (const event of stream) {
        if (event.type === "content_block_delta" && event.delta.type === "text_delta")
          watch.add(event.delta.text);
        if (event.type === "message_stop") watch.sawEnd = true;
      }
      return readAnswer(await stream.finalMessage());
    },
    async listModels() {
      return (await anthropic.models.list()).data.map(({ id }) => id);
    },
    async countTokens(model, text) {
      const messages: MessageParam[] = [{ role: "user", content: text }];
      return (await anthropic.messages.countTokens({ model, messages })).input_tokens;
    },
    readFailure,
  };
}

const ENOUGH = 4096;
const BUDGET = 2048;

function writeRequest(model: string, ask: Ask): MessageCreateParamsNonStreaming {
  const choice = writeToolChoice(ask);
  return {
    model,
    max_tokens: ask.maxTokens ?? ENOUGH,
    ...(ask.system !== undefined && { system: ask.system }),
    messages: ask.turns.map(writeTurn),
    ...(ask.tools && {
      tools: ask.tools.map(({ name, schema }) => ({
        name,
        description: name,
        input_schema: { type: "object" as const, ...(schema ?? NO_PARAMETERS) },
      })),
    }),
    ...(choice && { tool_choice: choice }),
    ...(ask.temperature !== undefined && { temperature: ask.temperature }),
    ...(ask.stop && { stop_sequences: [...ask.stop] }),
    ...(ask.schema && {
      output_config: { format: { type: "json_schema", schema: { ...ask.schema } } },
    }),
    ...(ask.thinks && { thinking: { type: "enabled", budget_tokens: BUDGET } }),
  };
}

function writeToolChoice({ toolChoice, single, tools }: Ask): ToolChoice | undefined {
  const alone = single ? { disable_parallel_tool_use: true } : {};
  if (toolChoice === "none") return { type: "none" };
  if (toolChoice === "required") return { type: "any", ...alone };
  if (toolChoice !== undefined) return { type: "tool", name: toolChoice.name, ...alone };
  return single && tools ? { type: "auto", ...alone } : undefined;
}

function writeTurn(turn: Turn): MessageParam {
  switch (turn.role) {
    case "user": {
      if (!turn.image) return { role: "user", content: turn.text };
      const { mediaType: media_type, data } = turn.image;
      return {
        role: "user",
        content: [
          { type: "text", text: turn.text },
          { type: "image", source: { type: "base64", media_type, data } },
        ],
      };
    }
    case "assistant":
      return { role: "assistant", content: turn.text };
    case "answer":
      return { role: "assistant", content: turn.answer.native as ContentBlock[] };
    case "calls":
      return {
        role: "assistant",
        content: turn.answer.calls.map(({ id, name, arguments: text }) => ({
          type: "tool_use",
          id,
          name,
          input: JSON.parse(text) as unknown,
        })),
      };
    case "results":
      return {
        role: "user",
        content: turn.results.map(({ call, text, isError }) => ({
          type: "tool_result",
          tool_use_id: call.id,
          content: text,
          ...(isError && { is_error: true }),
        })),
      };
  }
}

const FINISHES: Readonly<Record<string, Finish>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  tool_use: "tool_calls",
  refusal: "content_filter",
};

function readAnswer({ content, stop_reason, usage }: Message): Answer {
  return {
    text: content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    reasoning: content.map((block) => (block.type === "thinking" ? block.thinking : "")).join(""),
    calls: content.flatMap((block) =>
      block.type === "tool_use"
        ? [{ id: block.id, name: block.name, arguments: JSON.stringify(block.input) }]
        : [],
    ),
    finish: stop_reason === null ? undefined : FINISHES[stop_reason],
    tokens: readTokens(usage),
    native: content,
  };
}

/** The types say that there always is a report; vendors differ. */
function readTokens(usage: Message["usage"] | undefined): Tokens | undefined {
  if (!usage) return undefined;
  const cached = usage.cache_read_input_tokens ?? 0;
  return {
    prompt: usage.input_tokens + cached + (usage.cache_creation_input_tokens ?? 0),
    completion: usage.output_tokens,
    cached,
  };
}

const KINDS: readonly (readonly [new (...args: never) => Error, FailureKind])[] = [
  [Anthropic.BadRequestError, "bad_request"],
  [Anthropic.AuthenticationError, "authentication"],
  [Anthropic.NotFoundError, "not_found"],
  [Anthropic.RateLimitError, "rate_limit"],
  [Anthropic.InternalServerError, "server"],
];

function readFailure(thrown: unknown): Failure {
  if (thrown instanceof Anthropic.APIUserAbortError)
    return { kind: "aborted", message: thrown.message, word: null };
  if (!(thrown instanceof Anthropic.APIError)) throw thrown;
  const status: unknown = thrown.status;
  const kind = KINDS.find(([type]) => thrown instanceof type)?.[1] ?? "in_stream";
  const word = thrown.type ?? null;
  if (typeof status !== "number") return { kind, message: thrown.message, word };
  return { kind, status, message: thrown.message, word };
}
