/** Prices of models: given by a person, or taken from the catalogue, which they then follow. */

import { AppError, type Problem } from "../../base/errors.ts";
import { sentence, type Sentence } from "../../base/sentence.ts";
import { usdToNano, type UsdInput } from "../../contract/money.ts";
import type { PriceFields } from "../../contract/price.ts";
import type { NewPrice, PriceRow } from "../../store/providers.ts";
import type { Catalogue } from "../catalogue/entry.ts";
import { findSold, type Seller } from "../catalogue/price-book.ts";
import { type CataloguePrice, priceFromEntry } from "../catalogue/price.ts";
import type { RareRates, StoredRates } from "../pricing.ts";
import { keepRates } from "./kept-rates.ts";

const FREE: NewPrice = {
  input_nano: 0,
  output_nano: 0,
  cached_nano: 0,
  rates_json: null,
  free: 1,
};

export interface PricedModel extends PriceFields {
  readonly id: string;
  readonly upstream_id?: string | undefined;
  /** The price that a given one replaces; absent: none. */
  readonly before?: PriceRow;
}

/** One price per model. Throws one AppError("invalid_request") that names every model without a price. */
export function priceModels(
  models: readonly PricedModel[],
  seller: Seller,
  catalogue: Catalogue,
  list: "models" | "add_models" | "prices",
): NewPrice[] {
  const problems: Problem[] = [];
  const prices = models.map((model, index) => {
    const price = findPrice(model, seller, catalogue);
    if (!("sentence" in price)) return price;
    problems.push({ path: `${list}[${index}]`, ...price });
    return FREE;
  });
  if (problems.length === 0) return prices;
  const sentences = problems.map(({ path, message }) => `${path} ${message}`).join("; ");
  throw new AppError("invalid_request", `The request has a problem: ${sentences}.`, {
    param: problems[0]?.path ?? list,
    problems,
  });
}

/** The price, or what is wrong. The schema has made sure that a given price is whole. */
function findPrice(model: PricedModel, seller: Seller, catalogue: Catalogue): NewPrice | Sentence {
  if (model.free === true) return FREE;
  const given = findGiven(model);
  if (given) return model.before ? keepRates(given, model.before) : given;
  const upstreamId = model.upstream_id ?? model.id;
  const isPattern = model.id.includes("*") || upstreamId.includes("*");
  const found = isPattern ? undefined : cataloguePrice(upstreamId, seller, catalogue);
  return found ?? sentence(isPattern ? "no_pattern_price" : "no_price", { model: model.id });
}

/** Undefined: no number is given. */
function findGiven(model: PricedModel): NewPrice | undefined {
  if (model.price_in !== undefined && model.price_out !== undefined)
    return givenPrice(model, model.price_in, model.price_out);
  const isByPiece = PIECE_FIELDS.some((field) => model[field] !== undefined);
  return isByPiece ? givenPrice(model, 0, 0) : undefined;
}

function givenPrice(price: PriceFields, priceIn: UsdInput, priceOut: UsdInput): NewPrice {
  const rate = (name: keyof PriceFields): number | undefined => {
    const usd = price[name];
    return usd === undefined || typeof usd === "boolean" ? undefined : usdToNano(usd, name);
  };
  const input = usdToNano(priceIn, "price_in");
  const cacheWrite5m = rate("price_cache_write");
  const cacheWrite1h = rate("price_cache_write_1h");
  const reasoning = rate("price_reasoning");
  const rare = givenRare(rate);
  const rates: StoredRates = {
    ...(cacheWrite5m === undefined ? {} : { cacheWrite5m }),
    ...(cacheWrite1h === undefined ? {} : { cacheWrite1h }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(Object.keys(rare).length === 0 ? {} : { rare }),
  };
  return {
    input_nano: input,
    output_nano: usdToNano(priceOut, "price_out"),
    cached_nano: rate("price_cached") ?? input,
    rates_json: Object.keys(rates).length === 0 ? null : JSON.stringify(rates),
    free: 0,
  };
}

/** In dollars per million tokens. */
const TOKEN_RATES = {
  price_audio_in: "audioInput",
  price_audio_out: "audioOutput",
  price_image_in: "imageInput",
  price_image_out: "imageOutput",
} as const satisfies Partial<Record<keyof PriceFields, keyof RareRates>>;

/** In dollars for one. */
const PIECE_RATES = {
  price_per_request: "perRequest",
  price_per_image: "perImage",
  price_per_second: "perSecond",
  price_per_character: "perCharacter",
} as const satisfies Partial<Record<keyof PriceFields, keyof RareRates>>;

const PIECE_FIELDS = Object.keys(PIECE_RATES) as (keyof typeof PIECE_RATES)[];
const MILLION = 1_000_000;

function givenRare(rate: (name: keyof PriceFields) => number | undefined): RareRates {
  const read = (fields: Partial<Record<keyof PriceFields, keyof RareRates>>, times: number) =>
    Object.entries(fields).flatMap(([field, name]) => {
      const nano = rate(field as keyof PriceFields);
      return nano === undefined ? [] : [[name, nano * times] as const];
    });
  return Object.fromEntries([...read(TOKEN_RATES, 1), ...read(PIECE_RATES, MILLION)]);
}

/** What the catalogue has for a model of this vendor; undefined: nothing. */
export function cataloguePrice(
  upstreamId: string,
  seller: Seller,
  catalogue: Catalogue,
): NewPrice | undefined {
  const entry = findSold(upstreamId, seller, catalogue);
  const price = entry && priceFromEntry(entry);
  return price && storePrice(price, catalogue.version);
}

function storePrice(price: CataloguePrice, version: string): NewPrice {
  const { input, output, cached, cacheWrite5m, cacheWrite1h, reasoning, tiers, rare } = price;
  const rates: StoredRates = {
    catalogue: version,
    cacheWrite5m,
    cacheWrite1h,
    reasoning,
    ...(tiers.length === 0 ? {} : { tiers }),
    ...(rare === undefined ? {} : { rare }),
  };
  return {
    input_nano: input,
    output_nano: output,
    cached_nano: cached,
    rates_json: JSON.stringify(rates),
    free: 0,
  };
}
