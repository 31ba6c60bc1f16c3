/** The same-dialect road: text in, text out, nothing touched but `model` and what only Parley put into ids. */

import { findMember, setTopLevel } from "../../../base/json.ts";
import { dropCarried } from "../../carried-id.ts";
import type { Inbound } from "../../dialect.ts";
import { setModel } from "../../model-field.ts";

export function passRequest(inbound: Inbound, upstreamModel: string): string {
  return setModel(dropCarried(inbound.text), inbound.model, upstreamModel);
}

/** The answer's own `model` is whatever the vendor calls it; the client gets back the name it asked for. */
export function passResponse(inbound: Inbound, upstreamModel: string, text: string): string {
  if (inbound.model === upstreamModel || inbound.operation === "count-tokens") return text;
  return setTopLevel(text, "model", JSON.stringify(inbound.model));
}

/** The data of a `message_start` with another model name, given as JSON. */
export function setStartModel(data: string, modelJson: string): string {
  const message = findMember(data, "message");
  if (message === undefined) return data;
  return setTopLevel(data, "message", setTopLevel(message, "model", modelJson));
}
