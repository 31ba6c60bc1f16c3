/** The table of prices, limits and capabilities that models are looked up in. */

import { z } from "@hono/zod-openapi";
import { ModelFacts } from "./model.ts";
import { Before, Limit, Next } from "./paging.ts";
import { Rates } from "./price.ts";

export const CatalogueEntry = ModelFacts.extend({
  price: Rates.nullable().openapi({
    description: "null: unknown, or not counted in tokens. Such a model needs a price of yours.",
  }),
}).openapi("CatalogueEntry");
export type CatalogueEntry = z.infer<typeof CatalogueEntry>;

export const CatalogueFilter = z.strictObject({
  limit: Limit,
  before: Before,
  vendor: z.string().max(100).optional().openapi({ description: "Only models of this vendor." }),
  search: z
    .string()
    .max(200)
    .optional()
    .openapi({ description: "Only models whose name has this in it, in any case." }),
});
export type CatalogueFilter = z.infer<typeof CatalogueFilter>;

export const CataloguePage = z
  .object({
    version: z.string(),
    source: z.string(),
    total: z.int().openapi({ description: "Entries that match, on all pages." }),
    entries: z.array(CatalogueEntry),
    next: Next,
  })
  .openapi("CataloguePage");
export type CataloguePage = z.infer<typeof CataloguePage>;

export const CatalogueInput = z
  .strictObject({
    file: z
      .string()
      .min(1)
      .openapi({ description: "A price file as text: Parley's own format or LiteLLM's table." }),
    dry_run: z.boolean().optional().openapi({ description: "true: only tell what would change." }),
  })
  .openapi("CatalogueInput");
export type CatalogueInput = z.infer<typeof CatalogueInput>;

const change = z.object({
  vendor: z.string(),
  id: z.string(),
  before: Rates.nullable(),
  after: Rates.nullable(),
});

export const CatalogueUpdate = z
  .object({
    dry_run: z.boolean(),
    format: z.enum(["parley", "litellm"]),
    version_before: z.string(),
    version: z.string(),
    added: z.int().openapi({ description: "Entries that are new." }),
    removed: z.int().openapi({ description: "Entries that an earlier price file had brought." }),
    repriced: z.int().openapi({ description: "Entries with another price." }),
    changed: z.int().openapi({ description: "Entries of which only limits or abilities differ." }),
    prices: z.array(change).openapi({ description: "Changes of price, at most 200." }),
    models: z
      .array(
        z.object({
          provider: z.string(),
          model: z.string(),
          price_id: z
            .string()
            .nullable()
            .openapi({ description: "The new version; null: not yet." }),
          before: Rates,
          after: Rates,
        }),
      )
      .openapi({ description: "Served models that follow the catalogue and have a new price." }),
    skipped: z
      .array(z.object({ name: z.string(), reason: z.string() }))
      .openapi({ description: "Rows of the file that cannot be true, at most 200." }),
  })
  .openapi("CatalogueUpdate");
export type CatalogueUpdate = z.infer<typeof CatalogueUpdate>;
