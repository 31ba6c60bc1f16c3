/** Whether an endpoint speaks a dialect, and at which form of its address. */

import { AppError } from "../../base/errors.ts";
import { quoted, sentence, type Sentence } from "../../base/sentence.ts";
import type { Dialect } from "../../llm/dialect.ts";
import { addressForms } from "./address-forms.ts";
import { type Heard, type Line, Unheard } from "./line.ts";
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
  /** `silent`: the host did not answer at all. */
  | { readonly kind: "absent"; readonly detail: Sentence; readonly silent: boolean };

export interface ModelListing {
  /** Undefined: there is no list. */
  readonly list: readonly ListedModel[] | undefined;
  readonly detail: Sentence;
}

const LIST_MS = 10_000;
/** A name no endpoint has, to hear whether it would know what a model is. */
const NO_MODEL = "parley-check";

/** Never throws for anything the endpoint does. */
export async function findAt(search: Search, protocol: string, dialect: Dialect): Promise<Verdict> {
  const { line, address, key } = search;
  let absent = NO_PATH;
  for (const baseUrl of addressForms(address, protocol, dialect)) {
    try {
      const models = await listModels(search, dialect, baseUrl);
      const model = search.model ?? chooseChatModel(models.list ?? []) ?? NO_MODEL;
      const subject = new Subject({ line, protocol, dialect, baseUrl, model, key });
      const answer = await askFirst(subject, models);
      if (answer instanceof Refused) return { kind: "refused", baseUrl, refusal: answer };
      if ("choice" in answer) return { kind: "works", subject, answer, models };
      if (absent === NO_PATH) absent = answer;
    } catch (thrown) {
      // Other paths of the same host would be silent too.
      if (thrown instanceof Unheard) {
        return { kind: "absent", detail: thrown.why, silent: true };
      }
      throw thrown;
    }
  }
  return { kind: "absent", detail: absent, silent: false };
}

export const NO_PATH = sentence("no_such_path");

/** A refusal where the dialect is there; a sentence where it is not, saying why. Throws Unheard. */
async function askFirst(
  subject: Subject,
  models: ModelListing,
): Promise<Answer | Refused | Sentence> {
  try {
    return await subject.ask(HELLO);
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.sentence ?? quoted(thrown.message);
    if (!(thrown instanceof Refused)) throw thrown;
    if (isThere(thrown, models)) return thrown;
    return thrown.failure.status < 500 ? NO_PATH : describeRefusal(thrown);
  }
}

/** Enough for a model that thinks before it says a word. */
export const SMALL = 64;
export const HELLO = { messages: [say("user", "Say OK.")], maxOutputTokens: SMALL };

/** Throws Unheard when no answer comes. */
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
    return { list: undefined, detail: thrown.sentence ?? quoted(thrown.message) };
  }
  const { status, headers, text } = heard;
  if (status !== 200) {
    const { message } = dialect.readFailure(status, headers, text);
    return { list: undefined, detail: sentence("vendor_refused", { status, message }) };
  }
  const list = readModelList(text);
  return { list, detail: describeList(list?.length) };
}

/** `count` undefined: it is no list. */
export function describeList(count: number | undefined): Sentence {
  if (count === undefined) return sentence("lists_nothing");
  return count === 1 ? sentence("lists_one") : sentence("lists", { count });
}

export function describeRefusal({ failure: { status, message } }: Refused): Sentence {
  return sentence("vendor_refused", { status, message });
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
