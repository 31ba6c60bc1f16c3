/** Replaces `model` in JSON text and leaves every other byte as it is. */

import { setTopLevel } from "../base/json.ts";

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
