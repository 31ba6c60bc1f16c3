/** The official `openai` client, responses. */

import OpenAI from "openai";
import type {
  Response,
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
} from "openai/resources/responses/responses";
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

export function openOpenaiResponses({ url, key }: Connection): Client {
  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
  const options = ({ signal }: Ask) => (signal ? { signal } : {});
  return {
    async ask(model, ask) {
      return readAnswer(await openai.responses.create(writeRequest(model, ask), options(ask)));
    },
    async stream(model, ask, watch = new Watch()) {
      const stream = openai.responses.stream(
        { ...writeRequest(model, ask), stream: true },
        options(ask),
      );
      for await (const event of stream) {
        if (event.type === "response.output_text.delta") watch.add(event.delta);
        if (event.type === "response.completed" || event.type === "response.incomplete")
          watch.sawEnd = true;
      }
      return readAnswer(await stream.finalResponse());
    },
    async listModels() {
      return (await openai.models.list()).data.map(({ id }) => id);
    },
    readFailure: readOpenaiFailure,
  };
}

function writeRequest(model: string, ask: Ask): ResponseCreateParamsNonStreaming {
  const { toolChoice } = ask;
  return {
    model,
    store: false,
    ...(ask.system !== undefined && { instructions: ask.system }),
    input: ask.turns.flatMap(writeTurn),
    ...(ask.tools && {
      tools: ask.tools.map(({ name, schema }) => ({
        type: "function" as const,
        name,
        description: name,
        strict: false,
        parameters: { ...(schema ?? NO_PARAMETERS) },
      })),
    }),
    ...(toolChoice !== undefined && {
      tool_choice:
        typeof toolChoice === "string" ? toolChoice : { type: "function", ...toolChoice },
    }),
    ...(ask.single && { parallel_tool_calls: false }),
    ...(ask.maxTokens !== undefined && { max_output_tokens: ask.maxTokens }),
    ...(ask.temperature !== undefined && { temperature: ask.temperature }),
    ...(ask.schema && {
      text: { format: { type: "json_schema", name: "answer", schema: { ...ask.schema } } },
    }),
    ...(ask.thinks && {
      reasoning: { effort: "medium", summary: "auto" },
      include: ["reasoning.encrypted_content"],
    }),
  };
}

function writeTurn(turn: Turn): ResponseInputItem[] {
  switch (turn.role) {
    case "user": {
      if (!turn.image) return [{ role: "user", content: turn.text }];
      const image_url = `data:${turn.image.mediaType};base64,${turn.image.data}`;
      return [
        {
          role: "user",
          content: [
            { type: "input_text", text: turn.text },
            { type: "input_image", image_url, detail: "auto" },
          ],
        },
      ];
    }
    case "assistant":
      return [{ role: "assistant", content: turn.text }];
    case "answer":
      return turn.answer.native as ResponseInputItem[];
    case "calls":
      return turn.answer.calls.map(({ id, name, arguments: text }) => ({
        type: "function_call",
        call_id: id,
        name,
        arguments: text,
      }));
    case "results":
      return turn.results.map(({ call, text }) => ({
        type: "function_call_output",
        call_id: call.id,
        output: text,
      }));
  }
}

function readAnswer(response: Response): Answer {
  const { output, usage } = response;
  const calls = output.flatMap((item) =>
    item.type === "function_call"
      ? [{ id: item.call_id, name: item.name, arguments: item.arguments }]
      : [],
  );
  return {
    text: response.output_text,
    reasoning: output
      .flatMap((item) => (item.type === "reasoning" ? item.summary : []))
      .map(({ text }) => text)
      .join(""),
    calls,
    finish: finishOf(response, calls.length > 0),
    tokens: usage && {
      prompt: usage.input_tokens,
      completion: usage.output_tokens,
      cached: usage.input_tokens_details.cached_tokens,
      reasoning: usage.output_tokens_details.reasoning_tokens,
    },
    native: output,
  };
}

function finishOf({ status, incomplete_details }: Response, hasCalls: boolean): Finish | undefined {
  if (status === "completed") return hasCalls ? "tool_calls" : "stop";
  if (status !== "incomplete") return undefined;
  return incomplete_details?.reason === "content_filter" ? "content_filter" : "length";
}
