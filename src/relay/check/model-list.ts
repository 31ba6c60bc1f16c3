/** The lists of models that endpoints give, in the shape of any dialect. */

import { isRecord } from "../../base/json.ts";
import { recordsOf } from "../../llm/extras.ts";
import { readCount } from "../../llm/token-field.ts";
import { findModel } from "../catalogue/catalogue.ts";
import type { CatalogueEntry } from "../catalogue/entry.ts";
import { priceFromEntry } from "../catalogue/price.ts";

export interface ListedModel {
  readonly id: string;
  /** Most tokens of a prompt, where the list says so. */
  readonly context?: number;
  /** What it can be used for, where the list says so. */
  readonly use?: "chat" | "embedding";
}

/** Undefined: the text is no list of models. */
export function readModelList(text: string): ListedModel[] | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const list = Array.isArray(body) ? body : isRecord(body) ? (body["data"] ?? body["models"]) : 0;
  return Array.isArray(list) ? recordsOf(list).flatMap(readModel) : undefined;
}

/** OpenRouter, vLLM, Groq, LM Studio, Gemini, Anthropic, Mistral; llama.cpp says it in `meta`. */
const CONTEXT_FIELDS = [
  "context_length",
  "max_model_len",
  "context_window",
  "max_context_length",
  "inputTokenLimit",
  "max_input_tokens",
  "n_ctx",
  "n_ctx_train",
];

function readModel(row: Readonly<Record<string, unknown>>): ListedModel[] {
  const name = row["id"] ?? row["name"] ?? row["model"];
  if (typeof name !== "string") return [];
  const id = name.replace(/^models\//, "");
  if (!/^[^\s\p{Cc}]{1,200}$/u.test(id)) return [];
  const meta = isRecord(row["meta"]) ? row["meta"] : {};
  const context = CONTEXT_FIELDS.map((field) => readCount(row[field] ?? meta[field])).find(
    (count) => count !== undefined && count > 0,
  );
  const use = readUse(row, id);
  return [{ id, ...(context === undefined ? {} : { context }), ...(use ? { use } : {}) }];
}

function readUse(row: Readonly<Record<string, unknown>>, id: string): ListedModel["use"] {
  const methods = row["supportedGenerationMethods"];
  if (Array.isArray(methods)) {
    if (methods.includes("generateContent")) return "chat";
    return methods.includes("embedContent") ? "embedding" : undefined;
  }
  const mode = findModel(id)?.mode;
  if (mode === "embedding") return "embedding";
  return mode === "chat" || mode === "responses" ? "chat" : undefined;
}

/** Names of models that answer something else than a chat. */
const EMBEDS = /embed|bge-|\be5-|gte-|minilm/i;
const NO_CHAT =
  /embed|rerank|bge-|minilm|whisper|tts|speech|audio|realtime|transcri|dall-?e|image|imagen|veo|sora|video|moderation|guard|ocr|live|babbage|davinci|instruct$|computer-use|deep-research|codex|aqa|search/i;

/** The model to ask: the cheapest whose price is known, else the first that may chat. */
export function chooseChatModel(models: readonly ListedModel[]): string | undefined {
  const able = models.filter(({ id, use }) => use !== "embedding" && !NO_CHAT.test(id));
  const priced = able.flatMap(({ id }) => {
    const cost = costOf(findModel(id));
    return cost === undefined ? [] : [{ id, cost }];
  });
  const cheapest = priced.toSorted((a, b) => a.cost - b.cost)[0];
  return cheapest?.id ?? able[0]?.id ?? models.find(({ use }) => use === "chat")?.id;
}

export function chooseEmbeddingModel(models: readonly ListedModel[]): string | undefined {
  return models.find(({ id, use }) => use === "embedding" || (use !== "chat" && EMBEDS.test(id)))
    ?.id;
}

/** A price of nothing in a list of sold models mostly means a trial that is refused. */
function costOf(entry: CatalogueEntry | undefined): number | undefined {
  const price = entry?.mode === "chat" ? priceFromEntry(entry) : undefined;
  const cost = price === undefined ? 0 : price.input + price.output;
  return cost > 0 ? cost : undefined;
}
