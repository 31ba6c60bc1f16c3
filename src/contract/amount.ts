/** Schemas of money. */

import { z } from "@hono/zod-openapi";
import { MAX_USD } from "../base/money.ts";
import { findNano } from "./money.ts";
import { problem } from "./problem.ts";

const NOT_USD = problem("not_usd", { maximum: MAX_USD });

export const UsdInput = z
  .union([z.string(), z.number()], NOT_USD)
  .refine((usd) => findNano(usd) !== undefined, NOT_USD)
  .openapi({ description: "US dollars, as decimal text or number.", example: "12.50" });

export const Nano = z
  .int()
  .openapi({ description: "Nano-dollars: 1,000,000,000 are one US dollar." });

export const UsdText = z
  .string()
  .openapi({ description: "US dollars as decimal text.", example: "12.50" });
