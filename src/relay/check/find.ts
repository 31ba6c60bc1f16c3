/** Whether an endpoint speaks a dialect, and at which form of its address. */

import { AppError } from "../../base/errors.ts";
import type { Dialect } from "../../llm/dialect.ts";
import { addressForms } from "./address-forms.ts";
import type { Heard, Line } from "./line.ts";
import { chooseChatModel, type ListedModel, readModelList } from "./model-list.ts";
import { type Answer, Refused, say, Subject } from "./subject.ts";

export interface Search {
  readonly line: Line;
  /** With a scheme. */
  readonly address: string;
  readonly key: string;
  /** Undefined: one that the endpoint lists. */
  readonly model: string | undefined;
}

export type Verdict =
  | {
      readonly kind: "works";
      readonly subject: Subject;
      readonly answer: Answer;
      readonly models: ModelListing;
    }
  /** The dialect is there, but it refused: the key, the model, or the request. */
  | { readonly kind: "refused"; readonly baseUrl: string; readonly refusal: Refused }
  | { readonly kind: "absent"; readonly detail: string };

export interface ModelListing {
  /** Undefined: there is no list. */
  readonly list: readonly ListedModel[] | undefined;
  readonly detail: string;
}

const LIST_MS = 10_000;
/** A name no endpoint has, to hear whether it would know what a model is. */
const NO_MODEL = "parley-check";

/** Throws AppError only when the endpoint cannot be reached at all. */
export async function findAt(search: Search, protocol: string, dialect: Dialect): Promise<Verdict> {
  const { line, address, key } = search;
  let absent = "no such path";
  for (const baseUrl of addressForms(address, protocol, dialect)) {
    if (line.isOver) break;
    const models = await listModels(search, dialect, baseUrl);
    const model = search.model ?? chooseChatModel(models.list ?? []) ?? NO_MODEL;
    const subject = new Subject({ line, protocol, dialect, baseUrl, model, key });
    try {
      return { kind: "works", subject, answer: await subject.ask(HELLO), models };
    } catch (thrown) {
      if (thrown instanceof Refused && isThere(thrown, models)) {
        return { kind: "refused", baseUrl, refusal: thrown };
      }
      if (!(thrown instanceof Refused) && !(thrown instanceof AppError)) throw thrown;
      if (!(thrown instanceof Refused)) absent = thrown.message;
    }
  }
  return { kind: "absent", detail: absent };
}

/** Enough for a model that thinks before it says a word. */
export const SMALL = 64;
export const HELLO = { messages: [say("user", "Say OK.")], maxOutputTokens: SMALL };

async function listModels(
  { line, key }: Search,
  dialect: Dialect,
  baseUrl: string,
): Promise<ModelListing> {
  let heard: Heard;
  try {
    heard = await line.call({
      url: dialect.operationUrl(baseUrl, "models", "", false),
      headers: dialect.authHeaders(key),
      limitMs: LIST_MS,
    });
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { list: undefined, detail: thrown.message };
  }
  const { status, headers, text } = heard;
  if (status !== 200) {
    const { message } = dialect.readFailure(status, headers, text);
    return { list: undefined, detail: `${status}: ${message}` };
  }
  const list = readModelList(text);
  return list === undefined
    ? { list, detail: "answers, but not with a list of models" }
    : { list, detail: `lists ${list.length} ${list.length === 1 ? "model" : "models"}` };
}

/** A path that does not exist is refused too; this tells it from one that does. */
function isThere({ failure }: Refused, models: ModelListing): boolean {
  const { status, code, message } = failure;
  if (status === 404 || status === 405) {
    return code === "model_not_found" || (status === 404 && /\bmodels?\b/i.test(message));
  }
  // A proxy's own trouble says nothing about what is behind it.
  if (status >= 500) return models.list !== undefined;
  return true;
}
