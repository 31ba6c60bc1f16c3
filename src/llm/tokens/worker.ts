/** The thread that counts: loading the tokenizer takes more than half a second and some 80 MB, which the relay must not feel. */

import { countTokens, setMergeCacheSize } from "gpt-tokenizer/encoding/o200k_base";
import { countSlices } from "./slices.ts";

declare const self: Worker;

/** Its default keeps growing with the variety of text. */
setMergeCacheSize(10_000);

/** Text that looks like a control token (`<|endoftext|>`) is text: it came from outside. */
const PLAIN = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

self.onmessage = (event: MessageEvent<{ id: number; text: string }>): void => {
  const { id, text } = event.data;
  self.postMessage({ id, tokens: countSlices(text, (slice) => countTokens(slice, PLAIN)) });
};
