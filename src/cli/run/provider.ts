import type {
  Discovery,
  Provider,
  ProviderModel,
  ProviderRow,
  ProviderTest,
} from "../../contract/provider.ts";
import { writeQuirkWords } from "../../llm/quirks/words.ts";
import { type Api, part } from "../api.ts";
import type { Context, Result } from "../command.ts";
import { listAll } from "../pages.ts";
import type { Paint } from "../paint.ts";
import { renderFacts, renderTable, shortTime } from "../text-table.ts";
import { placeColumns, priceColumns, priceSource, rarePrices } from "./price.ts";

const PATH = "/api/relay/providers";

interface NameInput {
  readonly args: { readonly name: string };
}

export async function listProviders(context: Context): Result {
  const api = await context.api();
  const providers = await listAll<ProviderRow>(api, PATH, "providers");
  return {
    json: { providers },
    text: (paint) =>
      providers.length === 0
        ? `No providers. ${context.program} relay offers shows what could be added.`
        : renderTable<ProviderRow>(
            [
              {
                title: "PROVIDER",
                cell: (row) => (row.builtin ? `${row.name} (built in)` : row.name),
              },
              { title: "PROTOCOL", cell: (row) => row.protocol },
              { title: "ADDRESS", cell: (row) => row.base_url },
              { title: "KEYS", cell: keyTails },
              { title: "MODELS", align: "right", cell: (row) => String(row.model_count) },
            ],
            providers,
            paint,
          ),
  };
}

function keyTails({ keys, key_count }: ProviderRow): string {
  const tails = keys.map(({ tail }) => `…${tail}`);
  if (key_count > keys.length) tails.push(`+${key_count - keys.length}`);
  return tails.join(" ") || "-";
}

export async function showProvider(context: Context, { args }: NameInput): Result {
  const api = await context.api();
  const found = await api.call<Provider>("GET", `${PATH}/${part(args.name)}`);
  const provider = await withModels(api, found);
  return { json: { provider }, text: (paint) => providerText(provider, paint) };
}

/** A provider as the commands show it: with all its models. */
export interface WholeProvider extends Provider {
  readonly models: readonly ProviderModel[];
}

export async function withModels(api: Api, provider: Provider): Promise<WholeProvider> {
  const path = `${PATH}/${part(provider.name)}/models`;
  return { ...provider, models: await listAll<ProviderModel>(api, path, "models") };
}

export function providerText(provider: WholeProvider, paint: Paint): string {
  const facts = renderFacts(
    [
      ["provider", provider.name + (provider.builtin ? " (built in)" : "")],
      ["protocol", provider.protocol],
      ["address", provider.base_url],
      ["keys", provider.keys.map(keyText).join(", ") || "none"],
      [
        "headers",
        provider.headers.map(({ name, value }) => `${name}: ${value ?? "(hidden)"}`).join(", ") ||
          undefined,
      ],
      ["quirks", writeQuirkWords(provider.quirks).join(", ") || undefined],
      ["added", `${shortTime(provider.created_at)} UTC`],
    ],
    paint,
  );
  const models = renderTable<ProviderModel>(
    [
      { title: "MODEL", cell: (model) => model.id },
      { title: "AT THE VENDOR", cell: (model) => model.upstream_id },
      ...priceColumns<ProviderModel>((model) => model),
      ...rarePrices<ProviderModel>(provider.models, (model) => model),
      priceSource<ProviderModel>((model) => model),
      ...placeColumns<ProviderModel>((model) => model),
    ],
    provider.models,
    paint,
  );
  return `${facts}\n\n${models}`;
}

function keyText({ tail, state, until }: Provider["keys"][number]): string {
  return state === "ready" ? `…${tail}` : `…${tail} (${state} until ${shortTime(until)} UTC)`;
}

export async function discoverModels(context: Context, { args }: NameInput): Result {
  const api = await context.api();
  const found = await api.call<Discovery>("GET", `${PATH}/${part(args.name)}/discover`);
  type Row = Discovery["models"][number];
  const dollars = (row: Row, rate: "input_usd" | "output_usd"): string =>
    row.price === null ? "unknown" : row.price[rate];
  return {
    json: { ...found },
    text: (paint) =>
      found.models.length === 0
        ? `${args.name} lists no models.`
        : renderTable<Row>(
            [
              { title: "MODEL", cell: (row) => row.id },
              { title: "SERVED", cell: (row) => (row.served ? "yes" : "-") },
              { title: "IN $/M", align: "right", cell: (row) => dollars(row, "input_usd") },
              { title: "OUT $/M", align: "right", cell: (row) => dollars(row, "output_usd") },
              {
                title: "CONTEXT",
                align: "right",
                cell: (row) => String(row.facts?.context ?? "-"),
              },
            ],
            found.models,
            paint,
          ),
  };
}

export async function testProvider(context: Context, { args }: NameInput): Result {
  const api = await context.api();
  const test = await api.call<ProviderTest>("POST", `${PATH}/${part(args.name)}/test`);
  return {
    json: { provider: args.name, checks: test.checks },
    error: test.ok
      ? undefined
      : { code: "provider_test_failed", message: `${args.name} does not work yet.` },
    text: (paint) =>
      test.checks
        .map(({ name, key, ok, detail, ms }) => {
          const mark = ok ? paint.green("ok  ") : paint.red("FAIL");
          const which = key === null ? name : `${name} with key ${key}`;
          return `${mark}  ${which}${paint.dim(` (${Math.round(ms)} ms)`)}: ${detail.message}`;
        })
        .concat(test.ok ? `${args.name} works.` : `${args.name} does not work yet.`)
        .join("\n"),
  };
}

export async function removeProvider(context: Context, { args }: NameInput): Result {
  const api = await context.api();
  await api.call("DELETE", `${PATH}/${part(args.name)}`);
  return { json: { removed: args.name }, text: () => `Provider ${args.name} removed.` };
}
