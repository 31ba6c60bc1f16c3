/** The small texts that many nouns share: names, times, model ids, addresses. */

import { z } from "@hono/zod-openapi";
import { isAddressOrRange } from "../base/addresses.ts";

/** A time in an answer: ISO-8601, UTC, milliseconds. */
export const Time = z.iso.datetime().openapi({ example: "2026-01-31T12:00:00.000Z" });

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** A time in an input: ISO-8601 with a zone, or a date alone, which means its first moment in UTC. */
export const TimeInput = z
  .string()
  .refine(
    (text) => TIME.test(text) && !Number.isNaN(Date.parse(text)),
    "must be an ISO-8601 time with a zone, such as 2026-01-31T12:00:00Z, or a date",
  )
  .openapi({ format: "date-time", example: "2026-01-31T12:00:00Z" });

/** A name that people choose and read. */
export const DisplayName = z
  .string()
  .min(1, "must not be empty")
  .max(100, "must have at most 100 characters")
  .refine((text) => !/\p{Cc}/u.test(text), "must not hold control characters")
  .refine((text) => text.trim() === text, "must not begin or end with a space");

/** A name that also stands in addresses and commands. */
export const Handle = DisplayName.regex(/^[^/\\?#%]*$/, "must not hold / \\ ? # or %").openapi({
  example: "default",
});

export const ModelId = z
  .string()
  .min(1, "must not be empty")
  .max(200, "must have at most 200 characters")
  .regex(/^\S*$/, "must not hold spaces")
  .refine((text) => !/\p{Cc}/u.test(text), "must not hold control characters")
  .openapi({ example: "gpt-4o-mini" });

/** One network address, or a range of them. */
export const AddressRange = z
  .string()
  .refine(isAddressOrRange, "must be an address or a CIDR range, such as 203.0.113.7 or 10.0.0.0/8")
  .openapi({ example: "10.0.0.0/8" });
