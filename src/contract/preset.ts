/** Vendors and model servers that people are likely to have, so that adding one needs little more than a key. */

import { z } from "@hono/zod-openapi";

export const Preset = z
  .object({
    name: z.string().openapi({ description: "Name the provider gets unless another is chosen." }),
    title: z.string(),
    protocol: z.string(),
    base_url: z.string(),
    local: z
      .boolean()
      .openapi({ description: "Runs on one's own machine, needs no key, is free." }),
    model: z
      .object({
        id: z.string(),
        price_in: z.string(),
        price_out: z.string(),
        price_cached: z.string().nullable(),
      })
      .nullable()
      .openapi({ description: "A model to begin with; dollars per million tokens." }),
  })
  .openapi("Preset");
export type Preset = z.infer<typeof Preset>;

export const PresetList = z.object({ presets: z.array(Preset) }).openapi("PresetList");
export type PresetList = z.infer<typeof PresetList>;
