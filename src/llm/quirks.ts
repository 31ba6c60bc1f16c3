/**
 * Quirks of vendors: the flags, what they do to a request, and how one is learned.
 *
 * A call to a vendor with quirks, client and vendor of the same dialect: `applyQuirks(passed text)`. Translated:
 * `applyQuirks(codec.writeRequest(applyQuirksToRequest(request)))`. Before either, `findUnservable` tells whether the
 * vendor can serve the request at all; after a refusal, `learnFromRefusal` tells what to try once more.
 */

export { applyQuirks } from "./quirks/apply.ts";
export { applyQuirksToRequest } from "./quirks/apply-request.ts";
export { DROPPABLE } from "./quirks/droppable.ts";
export {
  hasQuirks,
  type MaxTokensField,
  mergeQuirks,
  type Quirks,
  type ReasoningField,
} from "./quirks/flags.ts";
export { learnFromRefusal } from "./quirks/learn.ts";
export { findUnservable } from "./quirks/unservable.ts";
export { readQuirkWords, writeQuirkWords } from "./quirks/words.ts";
