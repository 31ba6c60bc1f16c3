/** The small texts that many nouns share: names, times, model ids, addresses. */

import { z } from "@hono/zod-openapi";
import { isAddressOrRange } from "../base/addresses.ts";
import { problem } from "./problem.ts";

/** A time in an answer: ISO-8601, UTC, milliseconds. */
export const Time = z.iso.datetime().openapi({ example: "2026-01-31T12:00:00.000Z" });

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** A time in an input: ISO-8601 with a zone, or a date alone, which means its first moment in UTC. */
export const TimeInput = z
  .string()
  .refine((text) => TIME.test(text) && !Number.isNaN(Date.parse(text)), problem("not_time"))
  .openapi({ format: "date-time", example: "2026-01-31T12:00:00Z" });

/** A name that people choose and read. */
export const DisplayName = z
  .string()
  .min(1)
  .max(100)
  .refine((text) => !/\p{Cc}/u.test(text), problem("control_characters"))
  .refine((text) => text.trim() === text, problem("outer_space"));

/** A name that also stands in addresses and commands. */
export const Handle = DisplayName.regex(/^[^/\\?#%]*$/, problem("reserved_characters")).openapi({
  example: "default",
});

export const ModelId = z
  .string()
  .min(1)
  .max(200)
  .regex(/^\S*$/, problem("inner_space"))
  .refine((text) => !/\p{Cc}/u.test(text), problem("control_characters"))
  .openapi({ example: "gpt-4o-mini" });

/** One network address, or a range of them. */
export const AddressRange = z
  .string()
  .refine(isAddressOrRange, problem("not_address_range"))
  .openapi({ example: "10.0.0.0/8" });
