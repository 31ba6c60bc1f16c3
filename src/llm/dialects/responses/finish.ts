/** How an answer ended: `status` and `incomplete_details.reason` on the wire, one word in the canonical form. */

import { isRecord } from "../../../base/json.ts";
import type { FinishReason } from "../../canonical.ts";
import type { Answer } from "./answer.ts";

type Wire = Readonly<Record<string, unknown>>;

/** Of an answer whose status is `completed` or `incomplete`. Cut short for a reason nobody knows is still cut short. */
export function readFinish(response: Wire, hasToolCalls: boolean): FinishReason {
  if (response["status"] === "incomplete") {
    const details = response["incomplete_details"];
    const reason = isRecord(details) ? details["reason"] : undefined;
    return reason === "content_filter" ? "content-filter" : "length";
  }
  return hasToolCalls ? "tool-calls" : "stop";
}

export function writeFinish(finish: FinishReason): Pick<Answer, "status" | "reason"> {
  switch (finish) {
    case "length":
      return { status: "incomplete", reason: "max_output_tokens" };
    case "content-filter":
      return { status: "incomplete", reason: "content_filter" };
    // No word for a pause: the answer so far is whole, and the client may go on from it.
    case "stop":
    case "tool-calls":
    case "pause":
      return { status: "completed" };
  }
}
