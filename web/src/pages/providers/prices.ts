/** The prices of a model as a form has them: dollars, as they were typed, under the server's names. */

import type { Price, PriceFields } from "../../api/contract.ts";

export type PriceName = Exclude<keyof PriceFields, "free">;

/** Blank or absent: not given. */
export type Prices = Readonly<Partial<Record<PriceName, string>>>;

/** How a price in force is shown in its field; undefined: it is no other than that of what it belongs to. */
const READERS: Readonly<Record<PriceName, (price: Price) => string | undefined>> = {
  price_in: (price) => price.input_usd,
  price_out: (price) => price.output_usd,
  price_cached: (price) => unlessSame(price.cached_usd, price.input_usd),
  price_cache_write: (price) => unlessSame(price.cache_write_usd, price.input_usd),
  price_cache_write_1h: (price) => unlessSame(price.cache_write_1h_usd, price.cache_write_usd),
  price_reasoning: (price) => unlessSame(price.reasoning_usd, price.output_usd),
  price_audio_in: (price) => price.audio_input_usd,
  price_audio_out: (price) => price.audio_output_usd,
  price_image_in: (price) => price.image_input_usd,
  price_image_out: (price) => price.image_output_usd,
  price_per_request: ({ pieces }) => pieces?.request_usd,
  price_per_image: ({ pieces }) => pieces?.image_usd,
  price_per_second: ({ pieces }) => pieces?.second_usd,
  price_per_character: ({ pieces }) => pieces?.character_usd,
};

/** What is left blank costs as much as this one; absent: nothing. */
export const FALLBACKS: Readonly<Partial<Record<PriceName, PriceName>>> = {
  price_cached: "price_in",
  price_cache_write: "price_in",
  price_cache_write_1h: "price_cache_write",
  price_reasoning: "price_out",
  price_audio_in: "price_in",
  price_audio_out: "price_out",
  price_image_in: "price_in",
  price_image_out: "price_out",
};

const PRICE_NAMES = Object.keys(READERS) as PriceName[];

/** What every price has; the others are rare. */
export const FIRST_PRICES = ["price_in", "price_out", "price_cached"] as const;
const RARE_PRICES = PRICE_NAMES.filter((name) => !FIRST_PRICES.some((first) => first === name));
export const PIECE_PRICES = RARE_PRICES.filter((name) => name.startsWith("price_per_"));
export const TOKEN_PRICES = RARE_PRICES.filter((name) => !name.startsWith("price_per_"));

export function readPrices(price: Price): Prices {
  return Object.fromEntries(PRICE_NAMES.map((name) => [name, READERS[name](price) ?? ""]));
}

/** Only what is given. */
export function writePrices(prices: Prices): Prices {
  return Object.fromEntries(
    PRICE_NAMES.map((name) => [name, prices[name]?.trim() ?? ""]).filter(([, usd]) => usd !== ""),
  );
}

export function hasRarePrice(prices: Prices): boolean {
  return RARE_PRICES.some((name) => (prices[name] ?? "").trim() !== "");
}

/** It has rates that no field shows; the server keeps them in proportion to those that a field does. */
export function keepsMore({ tiers, services, multipliers }: Price): boolean {
  return tiers.length > 0 || services !== undefined || multipliers !== undefined;
}

function unlessSame(usd: string, other: string): string | undefined {
  return usd === other ? undefined : usd;
}
