/** Lists of models in the shape of the client's dialect: what the caller's key may use. */

import type { Dialect } from "../llm/dialect.ts";
import { chatCompletions } from "../llm/dialects/chat-completions/index.ts";
import { generateContent } from "../llm/dialects/generate-content/index.ts";
import { messages } from "../llm/dialects/messages/index.ts";
import type { RelayContext } from "./context.ts";
import type { ApiKey, Target } from "./directory.ts";

interface Shape {
  list(models: readonly object[]): object;
  one(id: string, targets: readonly Target[]): object;
}

const PLAIN: Shape = {
  list: (data) => ({ object: "list", data }),
  one: (id, targets) => ({
    id,
    object: "model",
    created: Math.floor(createdAt(targets) / 1000),
    owned_by: targets[0]?.provider.name ?? "parley",
  }),
};

const MESSAGES: Shape = {
  list: (data) => ({ data, has_more: false, first_id: idOf(data[0]), last_id: idOf(data.at(-1)) }),
  one: (id, targets) => ({
    type: "model",
    id,
    display_name: id,
    created_at: new Date(createdAt(targets)).toISOString(),
  }),
};

const GENERATE_CONTENT: Shape = {
  list: (models) => ({ models }),
  one: (id, targets) => {
    const target = targets[0];
    const facts = target?.provider.findFacts(target.upstreamId);
    const input = facts?.context;
    const output = facts?.maxOutput;
    return {
      name: `models/${id}`,
      displayName: id,
      supportedGenerationMethods: ["generateContent", "streamGenerateContent", "countTokens"],
      ...(input === undefined ? {} : { inputTokenLimit: input }),
      ...(output === undefined ? {} : { outputTokenLimit: output }),
    };
  },
};

const SHAPES = new Map<Dialect, Shape>([
  [chatCompletions, PLAIN],
  [messages, MESSAGES],
  [generateContent, GENERATE_CONTENT],
]);

/** The dialect of a client that asks for models at a path that several share. */
export function frontOf(headers: Headers): Dialect {
  if (headers.has("anthropic-version")) return messages;
  return headers.has("x-goog-api-key") ? generateContent : chatCompletions;
}

export function listModels(context: RelayContext, key: ApiKey, front: Dialect): object {
  const shape = SHAPES.get(front) ?? PLAIN;
  return shape.list(context.directory.models(key).map(([id, targets]) => shape.one(id, targets)));
}

/** Throws AppError("model_not_found"). */
export function getModel(context: RelayContext, key: ApiKey, id: string, front: Dialect): object {
  return (SHAPES.get(front) ?? PLAIN).one(id, context.directory.targets(key, id));
}

function createdAt(targets: readonly Target[]): number {
  return targets[0]?.provider.stored.created_at ?? 0;
}

function idOf(model: object | undefined): unknown {
  return model && "id" in model ? model.id : null;
}
