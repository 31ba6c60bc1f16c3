/**
 * The same-dialect road: text in, text out, nothing touched but `model`, the forced usage report and what only Parley
 * put into ids.
 */

import { isRecord, setTopLevel, topLevelMembers } from "../../../base/json.ts";
import { dropCarried } from "../../carried-id.ts";
import type { Inbound } from "../../dialect.ts";
import { setModel } from "../../model-field.ts";

export function passRequest(inbound: Inbound, upstreamModel: string): string {
  const text = setModel(dropCarried(inbound.text), inbound.model, upstreamModel);
  return inbound.stream && !inbound.wantsUsage ? forceUsage(text, inbound) : text;
}

/** The answer's own `model` is whatever the vendor calls it; the client gets back the name it asked for. */
export function passResponse(inbound: Inbound, upstreamModel: string, text: string): string {
  if (inbound.model === upstreamModel) return text;
  return setTopLevel(text, "model", JSON.stringify(inbound.model));
}

function forceUsage(text: string, inbound: Inbound): string {
  const options = inbound.body["stream_options"];
  if (options === undefined) {
    const end = text.lastIndexOf("}");
    return `${text.slice(0, end)},"stream_options":{"include_usage":true}${text.slice(end)}`;
  }
  if (!isRecord(options)) return setTopLevel(text, "stream_options", '{"include_usage":true}');
  for (const { key, valueStart, valueEnd } of topLevelMembers(text)) {
    if (key !== "stream_options") continue;
    const forced = setTopLevel(text.slice(valueStart, valueEnd), "include_usage", "true");
    return text.slice(0, valueStart) + forced + text.slice(valueEnd);
  }
  return text;
}
