import type { PriceFields } from "../../contract/price.ts";
import type {
  Provider,
  ProviderInput,
  ProviderModelInput,
  ProviderModelList,
  ProviderPatch,
} from "../../contract/provider.ts";
import { readQuirkWords } from "../../llm/quirks/words.ts";
import { findPreset, type Preset, PRESETS } from "../../relay/presets.ts";
import { type Api, part, queryText } from "../api.ts";
import type { Context, Result } from "../command.ts";
import { UsageError } from "../usage-error.ts";
import { providerText, withModels } from "./provider.ts";
import { readVendorKeys } from "./vendor-key.ts";

const PATH = "/api/relay/providers";

type PriceName = Exclude<keyof PriceFields, "free">;

/** Every price there is, by its flag. */
const PRICE_FLAGS = {
  price_in: "priceIn",
  price_out: "priceOut",
  price_cached: "priceCached",
  price_cache_write: "priceCacheWrite",
  price_cache_write_1h: "priceCacheWriteHour",
  price_reasoning: "priceReasoning",
  price_audio_in: "priceAudioIn",
  price_audio_out: "priceAudioOut",
  price_image_in: "priceImageIn",
  price_image_out: "priceImageOut",
  price_per_request: "pricePerRequest",
  price_per_image: "pricePerImage",
  price_per_second: "pricePerSecond",
  price_per_character: "pricePerCharacter",
} as const satisfies Readonly<Record<PriceName, string>>;

const PRICE_NAMES = Object.keys(PRICE_FLAGS) as PriceName[];

type PriceFlags = { readonly free: boolean } & {
  readonly [Flag in (typeof PRICE_FLAGS)[PriceName]]: string | undefined;
};

type ConnectionFlags = PriceFlags & {
  readonly baseUrl: string | undefined;
  readonly apiKey: readonly string[];
  readonly header: readonly string[];
  readonly quirk: readonly string[];
  readonly model: readonly string[];
};

interface AddInput {
  readonly args: { readonly name: string };
  readonly flags: ConnectionFlags & {
    readonly preset: string | undefined;
    readonly protocol: string | undefined;
  };
}

export async function addProvider(context: Context, { args, flags }: AddInput): Result {
  const words = ["relay", "provider", "add"];
  const preset = choosePreset(args.name, flags.preset, words);
  const protocol = flags.protocol ?? preset?.protocol;
  const baseUrl = flags.baseUrl ?? preset?.baseUrl;
  if (protocol === undefined || baseUrl === undefined) {
    const missing = [
      protocol === undefined ? "--protocol" : "",
      baseUrl === undefined ? "--base-url" : "",
    ].filter(Boolean);
    const known = PRESETS.map(({ name }) => name).join(", ");
    throw new UsageError(
      `"${args.name}" is not a known vendor, so ${missing.join(" and ")} must be given. Known: ${known}.`,
      words,
    );
  }
  if (flags.model.length === 0) throw new UsageError(modelsNeeded(preset), words);
  checkPrice(flags, words);
  const body: ProviderInput = {
    name: args.name,
    // The flag's choices are the contract's protocols.
    protocol: protocol as ProviderInput["protocol"],
    base_url: baseUrl,
    api_keys: await readVendorKeys(flags.apiKey, words),
    headers: readHeaders(flags.header, words),
    quirks: readQuirks(flags.quirk),
    models: flags.model.map((text) => readModel(text, flags, words)),
  };
  const api = await context.api();
  const provider = await withModels(api, await api.call<Provider>("POST", PATH, body));
  return {
    json: { provider },
    text: (paint) =>
      `Provider ${paint.bold(provider.name)} added.\n\n${providerText(provider, paint)}\n\n` +
      paint.dim(`Check it: ${context.program} relay provider test ${provider.name}`),
  };
}

function choosePreset(
  name: string,
  named: string | undefined,
  words: string[],
): Preset | undefined {
  if (named === undefined) return findPreset(name);
  const preset = findPreset(named);
  if (preset) return preset;
  throw new UsageError(
    `--preset must be one of ${PRESETS.map((known) => known.name).join(", ")}.`,
    words,
  );
}

function modelsNeeded(preset: Preset | undefined): string {
  if (preset?.local) return "Say which models to serve, for example --model llama3.2 --free.";
  const { id, priceIn, priceOut } = preset?.example ?? {
    id: "ID",
    priceIn: "USD",
    priceOut: "USD",
  };
  return `Say which models to serve and what they cost, for example --model ${id} --price-in ${priceIn} --price-out ${priceOut}.`;
}

interface EditInput {
  readonly args: { readonly name: string };
  readonly flags: ConnectionFlags & { readonly removeModel: readonly string[] };
}

export async function editProvider(context: Context, { args, flags }: EditInput): Result {
  const words = ["relay", "provider", "edit"];
  if (flags.model.length > 0) checkPrice(flags, words);
  else if (hasPrice(flags))
    throw new UsageError("Say with --model which models the price is for.", words);
  const api = await context.api();
  const path = `${PATH}/${part(args.name)}`;
  const patch: ProviderPatch = {
    base_url: flags.baseUrl,
    api_keys: flags.apiKey.length === 0 ? undefined : await readVendorKeys(flags.apiKey, words),
    headers: flags.header.length === 0 ? undefined : readHeaders(flags.header, words),
    quirks: readQuirks(flags.quirk),
    ...(await changeModels(api, path, flags, words)),
  };
  if (Object.values(patch).every((value) => value === undefined))
    throw new UsageError("Say what to change, for example --base-url.", words);
  const provider = await withModels(api, await api.call<Provider>("PATCH", path, patch));
  return {
    json: { provider },
    text: (paint) =>
      `Provider ${paint.bold(provider.name)} changed.\n\n${providerText(provider, paint)}`,
  };
}

/** A model it has gets a new price, and goes on under the name the vendor knows it by; any other joins them. */
async function changeModels(
  api: Api,
  path: string,
  flags: EditInput["flags"],
  words: string[],
): Promise<Pick<ProviderPatch, "add_models" | "remove_models" | "prices">> {
  const added: ProviderModelInput[] = [];
  const prices: NonNullable<ProviderPatch["prices"]> = [];
  for (const model of flags.model.map((text) => readModel(text, flags, words))) {
    if (model.upstream_id === undefined && (await hasModel(api, path, model.id)))
      prices.push({ id: model.id, ...modelPrice(flags) });
    else added.push(model);
  }
  return {
    ...(prices.length === 0 ? {} : { prices }),
    ...(added.length === 0 ? {} : { add_models: added }),
    ...(flags.removeModel.length === 0 ? {} : { remove_models: [...flags.removeModel] }),
  };
}

async function hasModel(api: Api, path: string, id: string): Promise<boolean> {
  // What is called exactly so comes first.
  const query = queryText({ search: id, limit: 1 });
  const { models } = await api.call<ProviderModelList>("GET", `${path}/models${query}`);
  return models[0]?.id === id;
}

function hasPrice(flags: PriceFlags): boolean {
  return Object.values(modelPrice(flags)).some((price) => price !== undefined);
}

function checkPrice(flags: PriceFlags, words: string[]): void {
  const isPriced = hasPrice({ ...flags, free: false });
  if (flags.free && isPriced)
    throw new UsageError("Give either --free or prices, not both.", words);
  const isByToken = PRICE_NAMES.some(
    (name) => !name.startsWith("price_per_") && flags[PRICE_FLAGS[name]] !== undefined,
  );
  if (isByToken && (flags.priceIn === undefined || flags.priceOut === undefined))
    throw new UsageError(
      "A price of tokens needs both --price-in and --price-out (USD per million tokens).",
      words,
    );
}

function readModel(text: string, flags: PriceFlags, words: string[]): ProviderModelInput {
  const equals = text.indexOf("=");
  const id = equals < 0 ? text : text.slice(0, equals);
  const upstream = equals < 0 ? undefined : text.slice(equals + 1);
  if (id === "" || upstream === "")
    throw new UsageError(`--model must be ID or ID=UPSTREAM_ID, not "${text}".`, words);
  return { id, upstream_id: upstream, ...modelPrice(flags) };
}

function modelPrice(flags: PriceFlags): Omit<ProviderModelInput, "id" | "upstream_id"> {
  if (flags.free) return { free: true };
  return Object.fromEntries(PRICE_NAMES.map((name) => [name, flags[PRICE_FLAGS[name]]]));
}

/** Which flags there are, the server knows. */
function readQuirks(words: readonly string[]): ProviderInput["quirks"] {
  if (words.length === 0) return undefined;
  return readQuirkWords(words.filter((word) => word !== "none"));
}

function readHeaders(
  lines: readonly string[],
  words: string[],
): Record<string, string> | undefined {
  if (lines.length === 0) return undefined;
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim();
    // The value may be a secret, so the message does not repeat it.
    if (name === "") throw new UsageError('--header must be "NAME: VALUE".', words);
    headers[name] = line.slice(colon + 1).trim();
  }
  return headers;
}
