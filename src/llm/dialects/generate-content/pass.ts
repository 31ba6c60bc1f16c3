/**
 * The same-dialect road: text in, text out. The model stands in the path, so most requests pass as they are; where the
 * body names it too (counting, embeddings), it is replaced. One embedding is asked for as a batch of one, as the official
 * client does: the address of an operation then does not depend on the body.
 */

import { findMember, setTopLevel, topLevelMembers } from "../../../base/json.ts";
import type { Inbound } from "../../inbound.ts";
import { rawElements } from "./raw-json.ts";
import { dropCarried } from "./thoughts.ts";

export function passRequest(inbound: Inbound, upstreamModel: string): string {
  const model = JSON.stringify(modelPath(upstreamModel));
  if (inbound.operation === "embeddings") return passEmbeddings(inbound, model);
  const text = dropCarried(inbound.text);
  const named = inbound.body["model"] === undefined ? text : setTopLevel(text, "model", model);
  return inbound.operation === "count-tokens" ? passCount(named, model) : named;
}

/** The vendor's full name of a model: `models/x`, unless the name is a path already. */
export function modelPath(model: string): string {
  return model.includes("/") ? model : `models/${model}`;
}

/** The request inside a count must name the model it is counted for. */
function passCount(text: string, model: string): string {
  for (const { key, valueStart, valueEnd } of topLevelMembers(text)) {
    if (key !== "generateContentRequest" && key !== "generate_content_request") continue;
    const inner = setTopLevel(text.slice(valueStart, valueEnd), "model", model);
    return text.slice(0, valueStart) + inner + text.slice(valueEnd);
  }
  return text;
}

function passEmbeddings(inbound: Inbound, model: string): string {
  const { text } = inbound;
  if (wantsOne(inbound)) {
    return `{"requests":[${setTopLevel(text, "model", model)}]}`;
  }
  const requests = rawElements(findMember(text, "requests")).map((request) =>
    setTopLevel(request, "model", model),
  );
  return setTopLevel(text, "requests", `[${requests.join(",")}]`);
}

/** The client gets back the name it asked for, and one embedding if it asked for one. */
export function passResponse(inbound: Inbound, upstreamModel: string, text: string): string {
  if (inbound.operation === "embeddings") {
    return wantsOne(inbound) ? unwrapEmbedding(text) : text;
  }
  if (inbound.model === upstreamModel || inbound.operation !== "chat") return text;
  return renameModel(text, JSON.stringify(inbound.model));
}

function unwrapEmbedding(text: string): string {
  for (const { key, start, valueStart, valueEnd } of topLevelMembers(text)) {
    if (key !== "embeddings") continue;
    const [only = "{}"] = rawElements(text.slice(valueStart, valueEnd));
    return `${text.slice(0, start)}"embedding":${only}${text.slice(valueEnd)}`;
  }
  return text;
}

const MODEL_KEY = '"modelVersion"';

/** Replaces the model an answer or a chunk names; one that names none stays as it is. */
export function renameModel(text: string, modelJson: string): string {
  const at = text.lastIndexOf(MODEL_KEY);
  if (at < 0) return text;
  for (const { key, valueStart, valueEnd } of topLevelMembers(text)) {
    if (key === "modelVersion") return text.slice(0, valueStart) + modelJson + text.slice(valueEnd);
  }
  return text;
}

/** The same for a chunk known to name `from`; finds it without a scan when it plainly stands once. */
export function renameChunk(text: string, fromJson: string, modelJson: string): string {
  const at = text.lastIndexOf(MODEL_KEY);
  const value = at + MODEL_KEY.length + (text[at + MODEL_KEY.length + 1] === " " ? 2 : 1);
  const isPlain =
    at >= 0 &&
    text[at + MODEL_KEY.length] === ":" &&
    text.startsWith(fromJson, value) &&
    text.indexOf(MODEL_KEY) === at;
  if (!isPlain) return renameModel(text, modelJson);
  return text.slice(0, value) + modelJson + text.slice(value + fromJson.length);
}

/** True when the client asked for one embedding, not for a batch. */
export function wantsOne(inbound: Inbound): boolean {
  return inbound.body["requests"] === undefined;
}
