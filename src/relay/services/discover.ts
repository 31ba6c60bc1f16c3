/** Asks a vendor which models it has, and looks each of them up in the catalogue. */

import { AppError } from "../../base/errors.ts";
import { sentence } from "../../base/sentence.ts";
import type { Discovery } from "../../contract/provider.ts";
import { sendUpstream } from "../../llm/upstream.ts";
import type { Catalogue } from "../catalogue/entry.ts";
import { findFacts, findSold } from "../catalogue/price-book.ts";
import { priceFromEntry } from "../catalogue/price.ts";
import { readModelList } from "../check/model-list.ts";
import type { RelayContext } from "../context.ts";
import type { Provider } from "../directory.ts";
import { targetOf, viewFacts, viewRates } from "./views.ts";

const LIMIT_MS = 30_000;
const MOST_MODELS = 2000;

/** Throws AppError("upstream_error") when the vendor gives no list. */
export async function discoverModels(
  context: RelayContext,
  provider: Provider,
  catalogue: Catalogue,
): Promise<Discovery> {
  const listed = await listModels(context, provider);
  const served = new Set(provider.stored.models.map(({ upstream_id }) => upstream_id));
  const seller = { name: provider.name, base_url: provider.baseUrl };
  const models = [...new Set(listed)].slice(0, MOST_MODELS).map((id) => {
    const facts = findFacts(id, seller, catalogue);
    const sold = findSold(id, seller, catalogue);
    const price = sold && priceFromEntry(sold);
    return {
      id,
      served: served.has(id),
      facts: facts ? viewFacts(facts) : null,
      price: price ? viewRates(price) : null,
    };
  });
  return { version: catalogue.version, models };
}

async function listModels(context: RelayContext, provider: Provider): Promise<string[]> {
  const { dialect, name } = provider;
  const response = await sendUpstream({
    url: wholeList(dialect.operationUrl(provider.baseUrl, "models", "", false), provider.protocol),
    headers: provider.headersFor(findKey(context, provider)),
    stream: false,
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  const text = await response.text();
  if (!response.ok) {
    const failure = dialect.readFailure(response.status, response.headers, text);
    throw new AppError(
      "upstream_error",
      sentence("no_list", { provider: name, status: response.status, message: failure.message }),
    );
  }
  const models = readModelList(text);
  if (models) return models.map(({ id }) => id);
  throw new AppError("upstream_error", sentence("no_list_at_all", { provider: name }));
}

/** Some wires give the list in pages; one large page is all of it. */
function wholeList(url: string, protocol: string): string {
  const size = PAGE_SIZES[protocol];
  if (size === undefined) return url;
  return `${url}${url.includes("?") ? "&" : "?"}${size}`;
}

const PAGE_SIZES: Readonly<Record<string, string>> = {
  "anthropic-messages": "limit=1000",
  "google-generative-ai": "pageSize=1000",
};

/** The first key that is not set aside, or the first of all. */
function findKey({ health, clock }: RelayContext, provider: Provider): string | undefined {
  const [model] = provider.stored.models;
  const target = model && targetOf(provider, model);
  const usable = provider.keys.find(
    (key) => !target || health.keyState(target, key, clock.now()) === undefined,
  );
  return usable ?? provider.keys[0];
}
