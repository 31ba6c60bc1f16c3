/** Requests that a vendor cannot serve whatever is done to them: sent elsewhere or refused, never quietly cut down. */

import type { CanonicalRequest, Part } from "../canonical.ts";
import type { Quirks } from "./flags.ts";

/** Why the vendor cannot serve the request, as the end of "the provider …"; undefined: nothing speaks against it. */
export function findUnservable(request: CanonicalRequest, quirks: Quirks): string | undefined {
  if (quirks.no_tools && (request.tools ?? []).length > 0 && request.toolChoice?.type !== "none") {
    return "cannot call tools";
  }
  if (quirks.no_vision && request.messages.some(({ parts }) => parts.some(isPicture))) {
    return "cannot see pictures";
  }
  return undefined;
}

function isPicture(part: Part): boolean {
  if (part.type === "tool-result") return part.parts.some(isPicture);
  return part.type === "image";
}
