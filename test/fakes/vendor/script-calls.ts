import type { ToolCallKnob } from "./faults.ts";

const CALL = /call:([A-Za-z0-9_-]{1,64})/g;

/**
 * Finds `call:NAME`, `call:NAME()` and `call:NAME({...})` in a text. Arguments are the raw text between the brackets, so
 * broken JSON and 64-bit numbers come out as written; `call:NAME` gives "{}", `call:NAME()` gives "".
 */
export function findCalls(text: string): ToolCallKnob[] {
  if (!text.includes("call:")) return [];
  const calls: ToolCallKnob[] = [];
  for (const match of text.matchAll(CALL)) {
    const open = match.index + match[0].length;
    const close = text[open] === "(" ? findClosing(text, open) : -1;
    calls.push({
      name: match[1] ?? "",
      arguments: close < 0 ? "{}" : text.slice(open + 1, close).trim(),
    });
  }
  return calls;
}

/** Index of the bracket that closes the one at `open`, skipping JSON strings; -1 when there is none. */
function findClosing(text: string, open: number): number {
  let depth = 0;
  let inString = false;
  for (let i = open; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === "\\") i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return i;
  }
  return -1;
}

/** Splits arguments in up to `pieces` parts, as vendors stream them. */
export function splitArguments(text: string, pieces = 3): readonly string[] {
  const size = Math.max(1, Math.ceil(text.length / pieces));
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + size, text.length);
    const code = text.charCodeAt(to - 1);
    if (code >= 0xd800 && code <= 0xdbff && to < text.length) to++;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}
