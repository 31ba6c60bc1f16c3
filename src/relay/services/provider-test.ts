/** Tries a provider for real: is it there, does it take the key, does it answer. */

import { AppError, toAppError } from "../../base/errors.ts";
import { quoted, sentence, type Sentence } from "../../base/sentence.ts";
import type { ProviderTest } from "../../contract/provider.ts";
import { sendUpstream } from "../../llm/upstream.ts";
import { describeList } from "../check/find.ts";
import type { Provider } from "../directory.ts";

const LIMIT_MS = 30_000;

type Check = ProviderTest["checks"][number];

export async function testProvider(provider: Provider): Promise<ProviderTest> {
  const keys = provider.keys.length > 0 ? provider.keys : [undefined];
  const checks: Check[] = [];
  for (const [index, key] of keys.entries()) {
    const number = keys.length > 1 ? index + 1 : null;
    checks.push({ key: number, ...(await check("models", () => listModels(provider, key))) });
    checks.push({ key: number, ...(await check("answer", () => answer(provider, key))) });
  }
  // Many small servers have no model list; an answer is what counts.
  return {
    ok: checks.filter(({ name }) => name === "answer").every(({ ok }) => ok),
    checks,
  };
}

async function check(
  name: Check["name"],
  work: () => Promise<Sentence>,
): Promise<Omit<Check, "key">> {
  const since = performance.now();
  const ms = (): number => Math.round(performance.now() - since);
  try {
    return { name, ok: true, detail: await work(), ms: ms() };
  } catch (thrown) {
    const error = toAppError(thrown);
    const isForeign = error.code === "internal_error" && error.cause instanceof Error;
    const detail = isForeign
      ? quoted((error.cause as Error).message)
      : (error.sentence ?? sentence("no_answer", { why: error.message }));
    return { name, ok: false, detail, ms: ms() };
  }
}

async function listModels(provider: Provider, key: string | undefined): Promise<Sentence> {
  const text = await call(
    provider,
    key,
    provider.dialect.operationUrl(provider.baseUrl, "models", "", false),
    undefined,
  );
  const body = JSON.parse(text) as { data?: unknown; models?: unknown };
  const list = Array.isArray(body.data) ? body.data : body.models;
  return describeList(Array.isArray(list) ? list.length : undefined);
}

async function answer(provider: Provider, key: string | undefined): Promise<Sentence> {
  const model = provider.stored.models[0];
  if (!model) throw new AppError("invalid_request", sentence("no_model_to_try"));
  const { dialect } = provider;
  const ask = JSON.stringify({
    model: model.public_id,
    messages: [{ role: "user", content: "Say OK." }],
  });
  const inbound = dialect.parseRequest("chat", ask);
  const url = dialect.operationUrl(provider.baseUrl, "chat", model.upstream_id, false);
  const text = await call(provider, key, url, dialect.passRequest(inbound, model.upstream_id));
  const { usage } = dialect.sniffResponse("chat", text);
  return sentence(usage ? "answers" : "answers_uncounted", { model: model.upstream_id });
}

async function call(
  provider: Provider,
  key: string | undefined,
  url: string,
  body: string | undefined,
): Promise<string> {
  const response = await sendUpstream({
    url,
    headers: provider.headersFor(key),
    ...(body === undefined ? {} : { body }),
    stream: false,
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  const text = await response.text();
  if (response.status >= 200 && response.status < 300) return text;
  const failure = provider.dialect.readFailure(response.status, response.headers, text);
  throw new AppError(
    "upstream_error",
    sentence("vendor_refused", { status: response.status, message: failure.message }),
  );
}
