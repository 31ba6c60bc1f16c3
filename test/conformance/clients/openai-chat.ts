/** The official `openai` client, chat completions. */

import OpenAI from "openai";
import type {
  ChatCompletion,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessage,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import {
  type Answer,
  type Ask,
  type Client,
  type Connection,
  type Finish,
  NO_PARAMETERS,
  type Turn,
  Watch,
} from "./client.ts";
import { readOpenaiFailure } from "./openai-errors.ts";

export function openOpenaiChat({ url, key }: Connection): Client {
  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
  const options = ({ signal }: Ask) => (signal ? { signal } : {});
  return {
    async ask(model, ask) {
      return readAnswer(
        await openai.chat.completions.create(writeRequest(model, ask), options(ask)),
      );
    },
    async stream(model, ask, watch = new Watch()) {
      const stream = openai.chat.completions.stream(
        { ...writeRequest(model, ask), stream: true, stream_options: { include_usage: true } },
        options(ask),
      );
      let thoughts = "";
      for await (const chunk of stream) {
        for (const { delta, finish_reason } of chunk.choices) {
          watch.add(delta.content ?? "");
          thoughts += thoughtsOf(delta);
          if (finish_reason) watch.sawEnd = true;
        }
      }
      // The client's own gathering of fields it does not know keeps the last piece only.
      return { ...readAnswer(await stream.finalChatCompletion()), reasoning: thoughts };
    },
    async listModels() {
      return (await openai.models.list()).data.map(({ id }) => id);
    },
    async embed(model, texts) {
      const { data } = await openai.embeddings.create({ model, input: [...texts] });
      return data.map(({ embedding }) => embedding);
    },
    readFailure: readOpenaiFailure,
  };
}

function writeRequest(model: string, ask: Ask): ChatCompletionCreateParamsNonStreaming {
  const { toolChoice } = ask;
  return {
    model,
    messages: [
      ...(ask.system === undefined ? [] : [{ role: "system", content: ask.system } as const]),
      ...ask.turns.flatMap(writeTurn),
    ],
    ...(ask.tools && {
      tools: ask.tools.map(({ name, schema }) => ({
        type: "function" as const,
        function: { name, description: name, parameters: { ...(schema ?? NO_PARAMETERS) } },
      })),
    }),
    ...(toolChoice !== undefined && {
      tool_choice:
        typeof toolChoice === "string" ? toolChoice : { type: "function", function: toolChoice },
    }),
    ...(ask.single && { parallel_tool_calls: false }),
    ...(ask.maxTokens !== undefined && { max_completion_tokens: ask.maxTokens }),
    ...(ask.temperature !== undefined && { temperature: ask.temperature }),
    ...(ask.stop && { stop: [...ask.stop] }),
    ...(ask.schema && {
      response_format: {
        type: "json_schema",
        json_schema: { name: "answer", schema: { ...ask.schema } },
      },
    }),
    ...(ask.thinks && { reasoning_effort: "medium" }),
  };
}

function writeTurn(turn: Turn): ChatCompletionMessageParam[] {
  switch (turn.role) {
    case "user": {
      if (!turn.image) return [{ role: "user", content: turn.text }];
      const url = `data:${turn.image.mediaType};base64,${turn.image.data}`;
      return [
        {
          role: "user",
          content: [
            { type: "text", text: turn.text },
            { type: "image_url", image_url: { url } },
          ],
        },
      ];
    }
    case "assistant":
      return [{ role: "assistant", content: turn.text }];
    case "answer":
      return [turn.answer.native as ChatCompletionMessage];
    case "calls":
      return [
        {
          role: "assistant",
          content: null,
          tool_calls: turn.answer.calls.map(({ id, name, arguments: text }) => ({
            id,
            type: "function",
            function: { name, arguments: text },
          })),
        },
      ];
    case "results":
      return turn.results.map(({ call, text }) => ({
        role: "tool",
        tool_call_id: call.id,
        content: text,
      }));
  }
}

/** A field many vendors have and the client's types do not. */
function thoughtsOf(holder: object): string {
  const thoughts: unknown = Reflect.get(holder, "reasoning_content");
  return typeof thoughts === "string" ? thoughts : "";
}

const FINISHES: readonly Finish[] = ["stop", "length", "tool_calls", "content_filter"];

function readAnswer({ choices, usage }: ChatCompletion): Answer {
  const [choice] = choices;
  if (!choice) throw new Error("no choice");
  const { message } = choice;
  return {
    text: message.content ?? "",
    reasoning: thoughtsOf(message),
    calls: (message.tool_calls ?? []).map((call) => {
      if (call.type !== "function") throw new Error(`a call of type ${call.type}`);
      return { id: call.id, ...call.function };
    }),
    finish: FINISHES.find((finish) => finish === choice.finish_reason),
    tokens: usage && {
      prompt: usage.prompt_tokens,
      completion: usage.completion_tokens,
      cached: usage.prompt_tokens_details?.cached_tokens ?? 0,
      reasoning: usage.completion_tokens_details?.reasoning_tokens ?? 0,
    },
    native: message,
  };
}
