/** Random and time-ordered identifiers. All ids are text, so both databases store them alike. */

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `length` characters from [0-9A-Za-z], each drawn evenly from a secure source. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length + 16))) {
      // 248 is the largest multiple of 62 in a byte; dropping the rest keeps the draw even.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

let last = 0;
let lastText = "";
let counter = 0;

/** `prefix_` plus a text that sorts by creation time within one process and does not repeat. */
export function timeId(prefix: string, now: number): string {
  if (now <= last) counter++;
  else {
    last = now;
    lastText = now.toString(36).padStart(9, "0");
    counter = 0;
  }
  return `${prefix}_${lastText}${COUNT[counter] ?? counter.toString(36).padStart(4, "0")}${tail()}`;
}

/** The first counts as text, since nearly every id has one of them. */
const COUNT = Array.from({ length: 64 }, (_, count) => count.toString(36).padStart(4, "0"));

// Ten random characters per id, cut from one large random text: a syscall per id would show on the hot path.
const TAIL = 10;
let pool = "";
let used = 0;

function tail(): string {
  if (used + TAIL > pool.length) {
    pool = randomText(TAIL * 256);
    used = 0;
  }
  used += TAIL;
  return pool.slice(used - TAIL, used);
}
