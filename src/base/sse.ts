/**
 * Server-sent events: bytes to frames and back.
 *
 * Vendors split frames anywhere, even inside a UTF-8 character, and end lines with LF, CRLF or CR. The reader gives
 * whole frames only, as text with LF endings, so whatever is forwarded always ends at an event boundary.
 */

export interface SseFrame {
  /** The whole frame with its closing blank line, ready to forward. */
  readonly raw: string;
  /** The `event:` name; null when the frame has none. */
  readonly event: string | null;
  /** The joined `data:` lines; null when the frame has none (a comment or a keep-alive). */
  readonly data: string | null;
}

/** A frame larger than this is not a stream of events but an attack or a defect. */
const MAX_FRAME_CHARS = 32 * 1024 * 1024;

export class SseOverflow extends Error {
  override readonly name = "SseOverflow";
}

export class SseReader {
  readonly #decoder = new TextDecoder();
  #rest = "";
  /** A CR at the end of a chunk may be half of a CRLF. */
  #pendingCr = false;

  /** Takes bytes as they arrive; gives the frames they complete. Throws SseOverflow past the frame limit. */
  push(bytes: Uint8Array): SseFrame[] {
    return this.#split(this.#decoder.decode(bytes, { stream: true }));
  }

  /** At the end of the stream: a last frame whose closing blank line never came, or null. */
  end(): SseFrame | null {
    const rest = this.#rest + this.#normalise(this.#decoder.decode());
    this.#rest = "";
    const raw = rest.replace(/\n+$/, "");
    return raw === "" ? null : parseFrame(`${raw}\n\n`);
  }

  #split(text: string): SseFrame[] {
    const all = this.#rest + this.#normalise(text);
    const frames: SseFrame[] = [];
    let start = 0;
    for (;;) {
      const end = all.indexOf("\n\n", start);
      if (end < 0) break;
      if (end > start) frames.push(parseFrame(all.slice(start, end + 2)));
      start = end + 2;
      while (all.charCodeAt(start) === 10) start++;
    }
    this.#rest = start === 0 ? all : all.slice(start);
    if (this.#rest.length > MAX_FRAME_CHARS) throw new SseOverflow("event over the size limit");
    return frames;
  }

  #normalise(text: string): string {
    if (!this.#pendingCr && !text.includes("\r")) return text;
    let whole = this.#pendingCr ? `\r${text}` : text;
    this.#pendingCr = whole.endsWith("\r");
    if (this.#pendingCr) whole = whole.slice(0, -1);
    return whole.replaceAll(/\r\n?/g, "\n");
  }
}

function parseFrame(raw: string): SseFrame {
  const body = raw.slice(0, -2);
  if (body.startsWith("data: ") && !body.includes("\n")) {
    return { raw, event: null, data: body.slice(6) };
  }
  let event: string | null = null;
  let data: string | null = null;
  for (const line of body.split("\n")) {
    const colon = line.indexOf(":");
    if (colon === 0) continue;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "data") data = data === null ? value : `${data}\n${value}`;
    else if (field === "event") event = value;
  }
  return { raw, event, data };
}

/** Writes one event. `data` must hold no line break, which JSON text never does. */
export function writeSse(data: string, event?: string): string {
  return event === undefined ? `data: ${data}\n\n` : `event: ${event}\ndata: ${data}\n\n`;
}

/** A comment that keeps idle connections open; clients ignore it. */
export const KEEP_ALIVE = ": keep-alive\n\n";
