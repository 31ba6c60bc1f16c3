/** What a price file in the catalogue's own format must be. Strict: an unknown key is a misspelt one. */

import { z } from "zod";
import { findAbsurdities } from "./bounds.ts";
import { CAPABILITIES, type EntryPrice, isGenerating, type Mode, MODES } from "./entry.ts";
import { FORMAT } from "./format.ts";
import { vendorName } from "./vendors.ts";

const Rate = z
  .int("must be a whole number of nano-dollars per million units ($0.15 is 150000000)")
  .optional();
const Tokens = z.int("must be a whole number of tokens").min(1).max(1_000_000_000);

const tierRates = {
  input: Rate,
  output: Rate,
  cached: Rate,
  cacheWrite5m: Rate,
  cacheWrite1h: Rate,
  reasoning: Rate,
};

const tiers = z
  .array(z.strictObject({ above: Tokens, ...tierRates }))
  .min(1)
  .refine(
    (list) => list.every(({ above }, at) => at === 0 || above > (list[at - 1]?.above ?? 0)),
    "must rise in `above`",
  )
  .optional();

const Service = z.strictObject({ ...tierRates, audioInput: Rate, tiers }).optional();

const Price = z.strictObject({
  ...tierRates,
  audioInput: Rate,
  audioOutput: Rate,
  imageInput: Rate,
  imageOutput: Rate,
  perRequest: Rate,
  perImage: Rate,
  perSecond: Rate,
  perCharacter: Rate,
  tiers,
  services: z.strictObject({ priority: Service, flex: Service }).optional(),
  multipliers: z
    .record(z.string().regex(/^[\w-]{1,40}$/), z.int("must be thousandths").min(1).max(100_000))
    .optional(),
});

const Entry = z
  .strictObject({
    mode: z.enum(MODES, `must be one of ${MODES.join(", ")}`).optional(),
    price: Price.optional(),
    context: Tokens.optional(),
    maxOutput: Tokens.optional(),
    can: z.array(z.enum(CAPABILITIES, `must be among ${CAPABILITIES.join(", ")}`)).optional(),
  })
  .superRefine(({ mode = "chat", price }, context) => {
    if (price === undefined) return;
    for (const { path, message } of findPriceProblems(mode, price as EntryPrice)) {
      context.addIssue({ code: "custom", path: ["price", ...path], message });
    }
  });

function findPriceProblems(
  mode: Mode,
  price: EntryPrice,
): readonly { readonly path: readonly (string | number)[]; readonly message: string }[] {
  if (isGenerating(mode) && (price.input === undefined || price.output === undefined)) {
    return [{ path: [], message: `needs both input and output, since its mode is ${mode}` }];
  }
  const rates = Object.values(price).filter((rate) => typeof rate === "number");
  if (rates.every((rate) => rate === 0)) {
    return [
      {
        path: [],
        message: "is zero; a free model is marked as free where its provider is set up, not here",
      },
    ];
  }
  return findAbsurdities(price, mode);
}

/** Kept to the catalogue's own names, so that a lookup finds what was written. */
const Vendor = z
  .string()
  .min(1)
  .max(100)
  .refine((name) => vendorName(name) === name && /^\w+$/.test(name), {
    error: ({ input }) => `is not a vendor's name here; write ${vendorName(String(input))}`,
  });
const Id = z.string().regex(/^[^\s\p{Cc}]{1,200}$/u, "is not a model name");

export const FileSchema = z.strictObject({
  format: z.literal(FORMAT, `must be "${FORMAT}"`),
  version: z.string().max(100).optional(),
  source: z.string().max(1000).optional(),
  vendors: z
    .record(Vendor, z.record(Id, Entry))
    .refine(
      (vendors) => Object.values(vendors).some((models) => Object.keys(models).length > 0),
      "must name at least one model",
    ),
});
