/** The same-dialect road: text in, text out, nothing touched but `model` and what only another vendor understands. */

import { setTopLevel, topLevelMembers } from "../../../base/json.ts";
import { dropCarried } from "../../carried-id.ts";
import type { Inbound } from "../../dialect.ts";
import { replaceModel, setModel } from "../../model-field.ts";
import { dropForeign } from "./reasoning.ts";

export function passRequest(inbound: Inbound, upstreamModel: string): string {
  const text = setModel(inbound.text, inbound.model, upstreamModel);
  return text.includes("parley_") ? dropCarried(dropForeign(text)) : text;
}

/** The answer's own `model` is whatever the vendor calls it; the client gets back the name it asked for. */
export function passResponse(inbound: Inbound, upstreamModel: string, text: string): string {
  if (inbound.model === upstreamModel) return text;
  return setTopLevel(text, "model", JSON.stringify(inbound.model));
}

/** The same inside an event, whose `response` holds the model. Both names are JSON text. */
export function replaceEventModel(text: string, fromJson: string, toJson: string): string {
  for (const { key, valueStart, valueEnd } of topLevelMembers(text)) {
    if (key !== "response") continue;
    const response = replaceModel(text.slice(valueStart, valueEnd), fromJson, toJson);
    return text.slice(0, valueStart) + response + text.slice(valueEnd);
  }
  return text;
}
