/** The official `@google/genai` client. */

import {
  ApiError,
  type Content,
  FunctionCallingConfigMode,
  type GenerateContentConfig,
  type GenerateContentParameters,
  type GenerateContentResponse,
  GoogleGenAI,
  type Part,
} from "@google/genai";
import {
  type Answer,
  type Ask,
  type Client,
  type Connection,
  type Failure,
  type Finish,
  kindOfStatus,
  NO_PARAMETERS,
  type Turn,
  Watch,
} from "./client.ts";

export function openGoogle({ url, key }: Connection): Client {
  const google = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } });
  return {
    async ask(model, ask) {
      return readAnswer([await google.models.generateContent(writeRequest(model, ask))]);
    },
    async stream(model, ask, watch = new Watch()) {
      const chunks: GenerateContentResponse[] = [];
      for await (const chunk of await google.models.generateContentStream(
        writeRequest(model, ask),
      )) {
        chunks.push(chunk);
        for (const part of partsOf(chunk)) if (!part.thought) watch.add(part.text ?? "");
        if (chunk.candidates?.[0]?.finishReason) watch.sawEnd = true;
      }
      return readAnswer(chunks);
    },
    async listModels() {
      const ids: string[] = [];
      for await (const { name } of await google.models.list()) ids.push(name ?? "");
      return ids.map((name) => name.replace(/^models\//, ""));
    },
    async countTokens(model, text) {
      return (await google.models.countTokens({ model, contents: text })).totalTokens ?? 0;
    },
    async embed(model, texts) {
      const { embeddings } = await google.models.embedContent({ model, contents: [...texts] });
      return (embeddings ?? []).map(({ values }) => values ?? []);
    },
    readFailure,
  };
}

const BUDGET = 2048;

function writeRequest(model: string, ask: Ask): GenerateContentParameters {
  return { model, contents: ask.turns.map(writeTurn), config: writeConfig(ask) };
}

function writeConfig(ask: Ask): GenerateContentConfig {
  const { toolChoice } = ask;
  const mode =
    toolChoice === "none" ? FunctionCallingConfigMode.NONE : FunctionCallingConfigMode.ANY;
  const named = typeof toolChoice === "object" ? { allowedFunctionNames: [toolChoice.name] } : {};
  return {
    ...(ask.system !== undefined && { systemInstruction: ask.system }),
    ...(ask.tools && {
      tools: [
        {
          functionDeclarations: ask.tools.map(({ name, schema }) => ({
            name,
            description: name,
            parametersJsonSchema: schema ?? NO_PARAMETERS,
          })),
        },
      ],
    }),
    ...(toolChoice !== undefined && {
      toolConfig: { functionCallingConfig: { mode, ...named } },
    }),
    ...(ask.maxTokens !== undefined && { maxOutputTokens: ask.maxTokens }),
    ...(ask.temperature !== undefined && { temperature: ask.temperature }),
    ...(ask.stop && { stopSequences: [...ask.stop] }),
    ...(ask.schema && {
      responseMimeType: "application/json",
      responseJsonSchema: ask.schema,
    }),
    ...(ask.thinks && { thinkingConfig: { includeThoughts: true, thinkingBudget: BUDGET } }),
    ...(ask.signal && { abortSignal: ask.signal }),
  };
}

function writeTurn(turn: Turn): Content {
  switch (turn.role) {
    case "user": {
      const parts: Part[] = [{ text: turn.text }];
      if (turn.image)
        parts.push({ inlineData: { mimeType: turn.image.mediaType, data: turn.image.data } });
      return { role: "user", parts };
    }
    case "assistant":
      return { role: "model", parts: [{ text: turn.text }] };
    case "answer":
      return { role: "model", parts: turn.answer.native as Part[] };
    case "calls":
      return {
        role: "model",
        parts: turn.answer.calls.map(({ id, name, arguments: text }) => ({
          functionCall: {
            ...(id === "" ? {} : { id }),
            name,
            args: JSON.parse(text) as Record<string, unknown>,
          },
        })),
      };
    case "results":
      return {
        role: "user",
        parts: turn.results.map(({ call, text, isError }) => ({
          functionResponse: {
            ...(call.id === "" ? {} : { id: call.id }),
            name: call.name,
            response: isError ? { error: text } : { output: text },
          },
        })),
      };
  }
}

function partsOf(response: GenerateContentResponse): readonly Part[] {
  return response.candidates?.[0]?.content?.parts ?? [];
}

/** A streamed answer is kept as all of its parts, in order. */
function readAnswer(chunks: readonly GenerateContentResponse[]): Answer {
  const parts = chunks.flatMap(partsOf);
  const usage = chunks.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata;
  const calls = parts.flatMap(({ functionCall }) =>
    functionCall
      ? [
          {
            id: functionCall.id ?? "",
            name: functionCall.name ?? "",
            arguments: JSON.stringify(functionCall.args),
          },
        ]
      : [],
  );
  const textOf = (wanted: boolean): string =>
    parts.map((part) => (Boolean(part.thought) === wanted ? (part.text ?? "") : "")).join("");
  return {
    text: textOf(false),
    reasoning: textOf(true),
    calls,
    finish: finishOf(chunks, calls.length > 0),
    tokens: usage && {
      prompt: usage.promptTokenCount ?? 0,
      completion: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
      cached: usage.cachedContentTokenCount ?? 0,
      reasoning: usage.thoughtsTokenCount ?? 0,
    },
    native: parts,
  };
}

const FINISHES: Readonly<Record<string, Finish>> = {
  MAX_TOKENS: "length",
  SAFETY: "content_filter",
  PROHIBITED_CONTENT: "content_filter",
};

function finishOf(
  chunks: readonly GenerateContentResponse[],
  hasCalls: boolean,
): Finish | undefined {
  if (chunks.some(({ promptFeedback }) => promptFeedback?.blockReason)) return "content_filter";
  const reason = chunks.findLast(({ candidates }) => candidates?.[0]?.finishReason)?.candidates?.[0]
    ?.finishReason;
  if (reason === "STOP") return hasCalls ? "tool_calls" : "stop";
  return reason === undefined ? undefined : FINISHES[reason];
}

function readFailure(thrown: unknown): Failure {
  if (thrown instanceof Error && /abort/i.test(`${thrown.name} ${thrown.message}`))
    return { kind: "aborted", message: thrown.message, word: null };
  if (!(thrown instanceof ApiError)) throw thrown;
  const { status, message } = thrown;
  const word = /"status":\s*"([A-Z_]+)"/.exec(message)?.[1] ?? null;
  return { kind: kindOfStatus(status), status, message, word };
}
