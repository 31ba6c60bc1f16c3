/** The same-dialect road: text in, text out, nothing touched but `model` and the forced usage report. */

import { isRecord, setTopLevel, topLevelMembers } from "../../../base/json.ts";
import type { Inbound } from "../../dialect.ts";

export function passRequest(inbound: Inbound, upstreamModel: string): string {
  const text = setModel(inbound.text, inbound.model, upstreamModel);
  return inbound.stream && !inbound.wantsUsage ? forceUsage(text, inbound) : text;
}

/** The answer's own `model` is whatever the vendor calls it; the client gets back the name it asked for. */
export function passResponse(inbound: Inbound, upstreamModel: string, text: string): string {
  if (inbound.model === upstreamModel) return text;
  return setTopLevel(text, "model", JSON.stringify(inbound.model));
}

const MODEL_KEY = '"model"';

/** Replaces a top-level `model` known to be `from`. */
export function setModel(text: string, from: string, to: string): string {
  return from === to ? text : replaceModel(text, JSON.stringify(from), JSON.stringify(to));
}

/** The same with both names as JSON text. Looks no further than the key when it plainly stands once in the text. */
export function replaceModel(text: string, fromJson: string, toJson: string): string {
  const key = text.indexOf(MODEL_KEY);
  const value = key + MODEL_KEY.length + (text[key + MODEL_KEY.length + 1] === " " ? 2 : 1);
  const isPlain =
    key >= 0 &&
    text[key + MODEL_KEY.length] === ":" &&
    text.startsWith(fromJson, value) &&
    text.indexOf(MODEL_KEY, value) < 0 &&
    // An escaped spelling of the key could leave a deeper `model` as the only plain one.
    !text.includes("\\u00");
  if (!isPlain) return setTopLevel(text, "model", toJson);
  return text.slice(0, value) + toJson + text.slice(value + fromJson.length);
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
