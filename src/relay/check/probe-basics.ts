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
    yes(
      "answer",
      said === ""
        ? `${subject.model} answers without words (${choice.finish})`
        : `${subject.model} says ${quote(said)}`,
    ),
  ],
};

const usage: Probe = {
  name: "usage",
  run({ answer: { response, text } }) {
    const { usage: counts } = response;
    const cached = CACHED_FIELDS.find((field) => text.includes(`"${field}"`));
    return [
      counts === undefined
        ? no("usage", "not reported; tokens will be counted here")
        : yes("usage", `${counts.prompt} prompt and ${counts.completion} completion tokens`),
      cached === undefined
        ? no("cached tokens", "not reported")
        : yes("cached tokens", `reported as ${cached}`),
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
    const odd = /event-stream/.test(heard.contentType)
      ? ""
      : `, but as ${heard.contentType || "no content type"}`;
    const end = "end of streams";
    return [
      yes("stream", `${heard.said === "" ? "came without words" : quote(heard.said)}${odd}`),
      heard.hasEndMark === false
        ? no(end, "no end mark; the finish reason is relied on")
        : yes(end, heard.hasEndMark ? "marked" : "told by the last event"),
      heard.usage === undefined
        ? no("usage of streams", "not reported; tokens will be counted here")
        : yes(
            "usage of streams",
            `${heard.usage.prompt} prompt and ${heard.usage.completion} completion tokens`,
          ),
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
        ? no(name, "neither listed nor in the catalogue")
        : yes(name, `${size.tokens.toLocaleString("en-US")} tokens (${size.source})`),
    ];
  },
};

/** Undefined: unknown. */
export function findContext({
  subject,
  models,
}: Pick<Found, "subject" | "models">): { tokens: number; source: string } | undefined {
  const listed = models.list?.find(({ id }) => id === subject.model)?.context;
  if (listed !== undefined) return { tokens: listed, source: "from its model list" };
  const known = findModel(subject.model)?.context;
  return known === undefined ? undefined : { tokens: known, source: "from the catalogue" };
}

const wrongKey: Probe = {
  name: "wrong key",
  async run({ subject }) {
    if (subject.key === "") return [];
    try {
      await subject.askOnce(HELLO, {}, WRONG_KEY);
      return [no("wrong key", "is accepted: any key is")];
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      const { status, type, code } = thrown.failure;
      const shape = [status, type, code].filter((part) => part !== undefined).join(" ");
      const isClear = status === 401 || status === 403;
      return [{ name: "wrong key", ok: isClear, detail: `refused with ${shape}` }];
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
    return [yes("embeddings", `${model} gives ${vector?.length ?? 0} numbers`)];
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
