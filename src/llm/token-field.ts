/** Reads one count of tokens from a vendor's report. */

/** No model has a window near this; a larger count is a defect and must not reach a bill. */
const MAX_TOKENS = 1_000_000_000;

/** Undefined for anything but a whole number that can be. */
export function readCount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_TOKENS
    ? value
    : undefined;
}
