/** What a model costs, in US dollars per million tokens. */

import { z } from "@hono/zod-openapi";
import { NANO_PER_USD } from "../base/money.ts";
import { sentence, type Sentence } from "../base/sentence.ts";
import { UsdInput, UsdText } from "./amount.ts";
import { findNano, type UsdInput as Usd } from "./money.ts";
import { problem } from "./problem.ts";

const rates = {
  input_usd: UsdText,
  output_usd: UsdText,
  cached_usd: UsdText.openapi({ description: "Prompt tokens the vendor read from its cache." }),
  cache_write_usd: UsdText.openapi({ description: "Prompt tokens the vendor wrote to its cache." }),
  cache_write_1h_usd: UsdText.openapi({ description: "The same, kept for an hour." }),
  reasoning_usd: UsdText.openapi({ description: "Completion tokens the model thought with." }),
};

const tiers = z
  .array(z.object({ above: z.int(), ...rates }))
  .openapi({ description: "Rates of the whole call when its prompt has more tokens." });

const perPiece = (what: string) =>
  UsdText.optional().openapi({ description: `US dollars for one ${what}.` });

export const Rates = z
  .object({
    ...rates,
    tiers,
    audio_input_usd: UsdText.optional().openapi({
      description: "Prompt tokens of sound. Absent: as the others, like the three below.",
    }),
    audio_output_usd: UsdText.optional(),
    image_input_usd: UsdText.optional(),
    image_output_usd: UsdText.optional(),
    pieces: z
      .object({
        request_usd: perPiece("request"),
        image_usd: perPiece("picture"),
        second_usd: perPiece("second of sound"),
        character_usd: perPiece("character"),
      })
      .optional()
      .openapi({ description: "What is not paid by the token. Absent: nothing." }),
    services: z
      .record(z.string(), z.object({ ...rates, tiers }))
      .optional()
      .openapi({ description: "Rates of other classes of service, such as `priority`." }),
    multipliers: z
      .record(z.string(), z.number())
      .optional()
      .openapi({ description: "What multiplies the whole price, such as `fast`." }),
  })
  .openapi("Rates", { description: "US dollars per million tokens." });
export type Rates = z.infer<typeof Rates>;

export const Price = Rates.extend({
  id: z.string().openapi({ description: "Names this version; ledger entries refer to it." }),
  catalogue: z.string().nullable().openapi({
    description:
      "Version of the catalogue it came from and follows; null: a person gave it, or it is free.",
  }),
}).openapi("Price", { description: "US dollars per million tokens." });
export type Price = z.infer<typeof Price>;

const perMillion = "US dollars per million";

/** More than any piece costs; keeps rates inside exact numbers. */
const MAX_PIECE_USD = 5;

/** The price fields of an input. */
export const priceFields = {
  price_in: UsdInput.optional().openapi({
    description: `${perMillion} prompt tokens. Absent, and not \`free\`: as the catalogue has it.`,
  }),
  price_out: UsdInput.optional().openapi({ description: `${perMillion} completion tokens.` }),
  price_cached: UsdInput.optional().openapi({
    description: `${perMillion} cached prompt tokens. Absent: as \`price_in\`.`,
  }),
  price_cache_write: UsdInput.optional().openapi({
    description: `${perMillion} prompt tokens written to the vendor's cache. Absent: as \`price_in\`.`,
  }),
  price_cache_write_1h: UsdInput.optional().openapi({
    description: `The same, kept for an hour. Absent: as \`price_cache_write\`.`,
  }),
  price_reasoning: UsdInput.optional().openapi({
    description: `${perMillion} completion tokens of thought. Absent: as \`price_out\`.`,
  }),
  price_audio_in: UsdInput.optional().openapi({
    description: `${perMillion} prompt tokens of sound. Absent: as \`price_in\`.`,
  }),
  price_audio_out: UsdInput.optional().openapi({
    description: `${perMillion} completion tokens of sound. Absent: as \`price_out\`.`,
  }),
  price_image_in: UsdInput.optional().openapi({
    description: `${perMillion} prompt tokens of pictures. Absent: as \`price_in\`.`,
  }),
  price_image_out: UsdInput.optional().openapi({
    description: `${perMillion} completion tokens of pictures. Absent: as \`price_out\`.`,
  }),
  price_per_request: pieceInput("request"),
  price_per_image: pieceInput("picture"),
  price_per_second: pieceInput("second of sound"),
  price_per_character: pieceInput("character"),
  free: z.boolean().optional().openapi({ description: "Calls cost nothing; no price is needed." }),
};

function pieceInput(what: string) {
  return UsdInput.refine(
    (usd) => (findNano(usd) ?? 0) <= MAX_PIECE_USD * NANO_PER_USD,
    problem("not_usd", { maximum: MAX_PIECE_USD }),
  )
    .optional()
    .openapi({
      description: `US dollars for one ${what}. With such a price \`price_in\` and \`price_out\` may be absent: tokens cost nothing then.`,
    });
}

export interface PriceFields {
  readonly price_in?: Usd | undefined;
  readonly price_out?: Usd | undefined;
  readonly price_cached?: Usd | undefined;
  readonly price_cache_write?: Usd | undefined;
  readonly price_cache_write_1h?: Usd | undefined;
  readonly price_reasoning?: Usd | undefined;
  readonly price_audio_in?: Usd | undefined;
  readonly price_audio_out?: Usd | undefined;
  readonly price_image_in?: Usd | undefined;
  readonly price_image_out?: Usd | undefined;
  readonly price_per_request?: Usd | undefined;
  readonly price_per_image?: Usd | undefined;
  readonly price_per_second?: Usd | undefined;
  readonly price_per_character?: Usd | undefined;
  readonly free?: boolean | undefined;
}

const PRICE_NAMES = [
  "price_in",
  "price_out",
  "price_cached",
  "price_cache_write",
  "price_cache_write_1h",
  "price_reasoning",
  "price_audio_in",
  "price_audio_out",
  "price_image_in",
  "price_image_out",
] as const satisfies readonly (keyof PriceFields)[];

const PIECE_NAMES = [
  "price_per_request",
  "price_per_image",
  "price_per_second",
  "price_per_character",
] as const satisfies readonly (keyof PriceFields)[];

/** What is wrong with the price of a model whatever the catalogue says; undefined: nothing. */
export function findPriceProblem(model: string, price: PriceFields): Sentence | undefined {
  const { price_in, price_out, free } = price;
  const isByToken = PRICE_NAMES.some((name) => price[name] !== undefined);
  if (!isByToken && PIECE_NAMES.every((name) => price[name] === undefined)) return undefined;
  if (free === true) return sentence("price_and_free", { model });
  if (!isByToken) return undefined;
  if (price_in !== undefined && price_out !== undefined) return undefined;
  return sentence("half_price", { model });
}
