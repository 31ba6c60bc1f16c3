/**
 * Money on the wire: integer nano-dollars (`*_nano`) to calculate with, decimal text (`*_usd`) to read. This file loads
 * no schema library, so that the relay can start without one; the schemas are in amount.ts.
 */

import { AppError } from "../base/errors.ts";
import { MAX_USD, parseUsd } from "../base/money.ts";

/** US dollars in an input. Text is exact; a number is read through its decimal text. */
export type UsdInput = string | number;

export const USD_PROBLEM = `must be US dollars between 0 and ${MAX_USD} with at most nine decimals, such as "12.50"`;

/** Dollars of an input as nano-dollars; undefined if it is no amount. */
export function findNano(usd: UsdInput): number | undefined {
  return parseUsd(typeof usd === "number" ? decimalText(usd) : usd);
}

/** Dollars of a checked input as nano-dollars. Throws AppError("invalid_request") on anything that is not an amount. */
export function usdToNano(usd: UsdInput, param: string): number {
  const nano = findNano(usd);
  if (nano === undefined)
    throw new AppError("invalid_request", `${param} ${USD_PROBLEM}.`, { param });
  return nano;
}

/** Small numbers are written like `1e-7` by default; dollars want `0.0000001`. Never rounds. */
function decimalText(usd: number): string {
  const fixed = usd.toFixed(9);
  return Number(fixed) === usd ? fixed : String(usd);
}
