/**
 * Money on the wire: integer nano-dollars (`*_nano`) to calculate with, decimal text (`*_usd`) to read. This file loads
 * no schema library, so that the relay can start without one; the schemas are in amount.ts.
 */

import { makeFieldError } from "../base/errors.ts";
import { MAX_USD, parseUsd } from "../base/money.ts";
import { sentence } from "../base/sentence.ts";

/** US dollars in an input. Text is exact; a number is read through its decimal text. */
export type UsdInput = string | number;

/** Dollars of an input as nano-dollars; undefined if it is no amount. */
export function findNano(usd: UsdInput): number | undefined {
  return parseUsd(typeof usd === "number" ? decimalText(usd) : usd);
}

/** Dollars of a checked input as nano-dollars. Throws AppError("invalid_request") on anything that is not an amount. */
export function usdToNano(usd: UsdInput, param: string): number {
  const nano = findNano(usd);
  if (nano === undefined) throw makeFieldError(param, sentence("not_usd", { maximum: MAX_USD }));
  return nano;
}

/** Small numbers are written like `1e-7` by default; dollars want `0.0000001`. Never rounds. */
function decimalText(usd: number): string {
  const fixed = usd.toFixed(9);
  return Number(fixed) === usd ? fixed : String(usd);
}
