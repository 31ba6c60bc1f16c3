/** What a model costs, in US dollars per million tokens. */

import { z } from "@hono/zod-openapi";
import { UsdInput, UsdText } from "./amount.ts";
import type { UsdInput as Usd } from "./money.ts";

export const Price = z
  .object({
    id: z.string().openapi({ description: "Names this version; ledger entries refer to it." }),
    input_usd: UsdText,
    output_usd: UsdText,
    cached_usd: UsdText.openapi({ description: "Prompt tokens the vendor read from its cache." }),
  })
  .openapi("Price", { description: "US dollars per million tokens." });
export type Price = z.infer<typeof Price>;

const perMillion = "US dollars per million";

/** The price fields of an input. */
export const priceFields = {
  price_in: UsdInput.optional().openapi({ description: `${perMillion} prompt tokens.` }),
  price_out: UsdInput.optional().openapi({ description: `${perMillion} completion tokens.` }),
  price_cached: UsdInput.optional().openapi({
    description: `${perMillion} cached prompt tokens. Absent: as \`price_in\`.`,
  }),
  free: z.boolean().optional().openapi({ description: "Calls cost nothing; no price is needed." }),
};

export interface PriceFields {
  readonly price_in?: Usd | undefined;
  readonly price_out?: Usd | undefined;
  readonly price_cached?: Usd | undefined;
  readonly free?: boolean | undefined;
}

/** What is wrong with the price of a model, as a sentence; undefined: nothing. */
export function findPriceProblem(model: string, price: PriceFields): string | undefined {
  const named = [price.price_in, price.price_out, price.price_cached].some(
    (usd) => usd !== undefined,
  );
  if (price.free === true) {
    return named
      ? `model "${model}" is marked free but also has a price; give one of the two`
      : undefined;
  }
  if (price.price_in !== undefined && price.price_out !== undefined) return undefined;
  return (
    `model "${model}" has no price: give price_in and price_out (US dollars per million tokens), ` +
    `or mark it with free: true`
  );
}
