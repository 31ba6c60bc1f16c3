/** Schemas of money. */

import { z } from "@hono/zod-openapi";
import { findNano, USD_PROBLEM } from "./money.ts";

export const UsdInput = z
  .union([z.string(), z.number()], USD_PROBLEM)
  .refine((usd) => findNano(usd) !== undefined, USD_PROBLEM)
  .openapi({ description: "US dollars, as decimal text or number.", example: "12.50" });

export const Nano = z
  .int()
  .openapi({ description: "Nano-dollars: 1,000,000,000 are one US dollar." });

export const UsdText = z
  .string()
  .openapi({ description: "US dollars as decimal text.", example: "12.50" });
