/** The first answer, streams, lists, keys, sizes. */

import { findModel } from "../catalogue/catalogue.ts";
import { HELLO, SMALL } from "./find.ts";
import { type Found, no, type Probe, quote, yes } from "./finding.ts";
import { chooseEmbeddingModel } from "./model-list.ts";
import { Refused, say } from "./subject.ts";

/** Names under which vendors report tokens read from their cache. */
const CACHED_FIELDS = [
  "cached_tokens",
  "cache_read_input_tokens",
  "cachedContentTokenCount",
  "prompt_cache_hit_tokens",
];
const WRONG_KEY = "wrong-key-sent-by-parley-relay-check";

const answer: Probe = {
  name: "answer",
  run: ({ subject, answer: { said, choice } }) => [
    said === ""
      ? yes("answer", "says_nothing", { model: subject.model, finish: choice.finish })
      : yes("answer", "says", { model: subject.model, said: quote(said) }),
  ],
};

const usage: Probe = {
  name: "usage",
  run({ answer: { response, text } }) {
    const { usage: counts } = response;
    const cached = CACHED_FIELDS.find((field) => text.includes(`"${field}"`));
    return [
      counts === undefined
        ? no("usage", "usage_untold")
        : yes("usage", "usage_told", {
            prompt: counts.prompt,
            completion: counts.completion,
          }),
      cached === undefined
        ? no("cached tokens", "cached_untold")
        : yes("cached tokens", "cached_told", { field: cached }),
    ];
  },
};

const stream: Probe = {
  name: "stream",
  async run({ subject }) {
    const heard = await subject.stream({
      messages: [say("user", "Count from 1 to 5.")],
      maxOutputTokens: SMALL,
    });
    const said = quote(heard.said);
    const end = "end of streams";
    return [
      !/event-stream/.test(heard.contentType)
        ? yes("stream", "streamed_as", { said, type: heard.contentType || "?" })
        : heard.said === ""
          ? yes("stream", "streamed_nothing")
          : yes("stream", "streamed", { said }),
      heard.hasEndMark === false
        ? no(end, "end_unmarked")
        : yes(end, heard.hasEndMark ? "end_marked" : "end_told"),
      heard.usage === undefined
        ? no("usage of streams", "usage_untold")
        : yes("usage of streams", "usage_told", {
            prompt: heard.usage.prompt,
            completion: heard.usage.completion,
          }),
    ];
  },
};

const modelList: Probe = {
  name: "model list",
  run: ({ models }) => [
    { name: "model list", ok: models.list !== undefined, detail: models.detail },
  ],
};

const context: Probe = {
  name: "context size",
  run(found) {
    const size = findContext(found);
    const name = "context size";
    return [
      size === undefined
        ? no(name, "context_unknown")
        : yes(name, size.isListed ? "context_listed" : "context_known", {
            tokens: size.tokens.toLocaleString("en-US"),
          }),
    ];
  },
};

/** Undefined: unknown. */
export function findContext({
  subject,
  models,
}: Pick<Found, "subject" | "models">): { tokens: number; isListed: boolean } | undefined {
  const listed = models.list?.find(({ id }) => id === subject.model)?.context;
  if (listed !== undefined) return { tokens: listed, isListed: true };
  const known = findModel(subject.model)?.context;
  return known === undefined ? undefined : { tokens: known, isListed: false };
}

const wrongKey: Probe = {
  name: "wrong key",
  async run({ subject }) {
    if (subject.key === "") return [];
    try {
      await subject.askOnce(HELLO, {}, WRONG_KEY);
      return [no("wrong key", "any_key_accepted")];
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      const { status, type, code } = thrown.failure;
      const parts = [status, type, code].filter((part) => part !== undefined).join(" ");
      const tell = status === 401 || status === 403 ? yes : no;
      return [tell("wrong key", "wrong_key_refused", { answer: parts })];
    }
  },
};

const embeddings: Probe = {
  name: "embeddings",
  async run({ subject, models }) {
    const { dialect, line, baseUrl } = subject;
    const model = chooseEmbeddingModel(models.list ?? []);
    if (dialect.embeddings === undefined || model === undefined) return [];
    const { status, headers, text } = await line.call({
      url: dialect.operationUrl(baseUrl, "embeddings", model, false),
      headers: subject.headers(),
      body: dialect.embeddings.writeRequest({ model, inputs: ["OK"] }),
    });
    if (status !== 200) throw new Refused(dialect.readFailure(status, headers, text));
    const [vector] = dialect.embeddings.readResponse(text).vectors;
    return [yes("embeddings", "embeds", { model, size: vector?.length ?? 0 })];
  },
};

export const basicProbes: readonly Probe[] = [
  answer,
  usage,
  stream,
  modelList,
  context,
  wrongKey,
  embeddings,
];
