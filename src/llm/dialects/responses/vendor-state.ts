/**
 * What only the vendor that stored it can resolve. Parley keeps no conversations: such a request passes to a vendor of
 * this dialect as it is, and is refused with a reason when the model is served by a vendor of another.
 */

import { AppError } from "../../../base/errors.ts";
import { isAbsent } from "../../request-body.ts";

type Wire = Readonly<Record<string, unknown>>;

const FIELDS: Readonly<Record<string, string>> = {
  previous_response_id: "names a stored answer; send the whole conversation in `input` instead",
  conversation: "names a stored conversation; send it whole in `input` instead",
  prompt: "names a stored prompt; send its text in `instructions` and `input` instead",
};

/** Items of `input` by type. */
const ITEMS: Readonly<Record<string, string>> = {
  item_reference:
    "refers to a stored item; send the item itself (clients do so when `store` is false)",
  compaction: "holds a history that only the vendor that compacted it can read",
};

/** True when the request leans on the vendor's memory, so that Parley does not see the whole conversation. */
export function needsVendorState(body: Wire): boolean {
  for (const field in FIELDS) if (!isAbsent(body[field])) return true;
  return false;
}

export function refuseVendorState(body: Wire): void {
  for (const field in FIELDS) {
    if (!isAbsent(body[field])) throw refusal(field, FIELDS[field]);
  }
  if (body["background"] === true) {
    throw refusal(
      "background",
      "asks for an answer that is stored and fetched later; leave it out",
    );
  }
}

/** Throws for an item of `input` that stands for something stored. */
export function refuseStoredItem(type: string, path: string): void {
  if (Object.hasOwn(ITEMS, type)) throw refusal(path, ITEMS[type]);
}

function refusal(param: string, why: string | undefined): AppError {
  const message = `\`${param}\` ${why}. Parley stores no conversations, and the vendor of this model does not know it.`;
  return new AppError("invalid_request", message, { param });
}
