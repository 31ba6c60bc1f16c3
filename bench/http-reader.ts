/**
 * Reads HTTP/1.1 messages out of a byte stream, as cheaply as a harness needs: heads, bodies by content-length or
 * chunked, several messages in one packet, one message over many. No validation: both ends are ours or under test.
 */

const HEAD_END = Buffer.from("\r\n\r\n");
const CONTENT_LENGTH = /\r\ncontent-length:[ \t]*(\d+)/i;
const CHUNKED = /\r\ntransfer-encoding:[^\r]*chunked/i;
const NO_BYTES = Buffer.alloc(0);
const CR = 13;
const LF = 10;

type Part =
  | "head"
  | "fixed"
  | "chunk-size"
  | "chunk-data"
  | "chunk-end"
  | "trailer"
  | "until-close";

export interface MessageHandler {
  /** Start line and headers, without the empty line. */
  head(text: string): void;
  /** A view that is valid during the call only. */
  body(bytes: Buffer): void;
  end(): void;
}

export class MessageReader {
  #part: Part = "head";
  #carry: Buffer = NO_BYTES;
  #left = 0;
  readonly #bodyless: boolean;
  readonly #handler: MessageHandler;

  /** A request without content-length has no body; a response without it lasts until the connection closes. */
  constructor(kind: "request" | "response", handler: MessageHandler) {
    this.#bodyless = kind === "request";
    this.#handler = handler;
  }

  push(bytes: Buffer): void {
    let data = bytes;
    if (this.#carry.length > 0) {
      data = Buffer.concat([this.#carry, bytes]);
      this.#carry = NO_BYTES;
    }
    let at = 0;
    while (at < data.length) {
      const next = this.#step(data, at);
      if (next === undefined) {
        this.#carry = Buffer.from(data.subarray(at));
        return;
      }
      at = next;
    }
  }

  /** The connection closed. True when that is how the message was meant to end, or no message was under way. */
  close(): boolean {
    if (this.#part === "until-close") {
      this.#finish();
      return true;
    }
    return this.#part === "head" && this.#carry.length === 0;
  }

  /** The offset after what was read, or nothing when more bytes are needed. */
  #step(data: Buffer, at: number): number | undefined {
    switch (this.#part) {
      case "head":
        return this.#readHead(data, at);
      case "fixed":
        return this.#readFixed(data, at);
      case "chunk-size":
        return this.#readChunkSize(data, at);
      case "chunk-data":
        return this.#readChunkData(data, at);
      case "chunk-end":
        return this.#skipLine(data, at, "chunk-size");
      case "trailer":
        return this.#readTrailer(data, at);
      case "until-close":
        this.#handler.body(at === 0 ? data : data.subarray(at));
        return data.length;
    }
  }

  #readHead(data: Buffer, at: number): number | undefined {
    const end = data.indexOf(HEAD_END, at);
    if (end === -1) return undefined;
    const text = data.toString("latin1", at, end);
    this.#handler.head(text);
    const length = CONTENT_LENGTH.exec(text)?.[1];
    if (length !== undefined) {
      this.#left = Number(length);
      this.#part = "fixed";
    } else if (CHUNKED.test(text)) {
      this.#part = "chunk-size";
    } else if (this.#bodyless) {
      this.#left = 0;
      this.#part = "fixed";
    } else {
      this.#part = "until-close";
    }
    if (this.#part === "fixed" && this.#left === 0) this.#finish();
    return end + 4;
  }

  #readFixed(data: Buffer, at: number): number {
    const end = Math.min(data.length, at + this.#left);
    this.#left -= end - at;
    this.#handler.body(data.subarray(at, end));
    if (this.#left === 0) this.#finish();
    return end;
  }

  #readChunkSize(data: Buffer, at: number): number | undefined {
    const end = data.indexOf(LF, at);
    if (end === -1) return undefined;
    this.#left = readHex(data, at);
    this.#part = this.#left === 0 ? "trailer" : "chunk-data";
    return end + 1;
  }

  #readChunkData(data: Buffer, at: number): number {
    const end = Math.min(data.length, at + this.#left);
    this.#left -= end - at;
    this.#handler.body(data.subarray(at, end));
    if (this.#left === 0) this.#part = "chunk-end";
    return end;
  }

  #readTrailer(data: Buffer, at: number): number | undefined {
    const end = data.indexOf(LF, at);
    if (end === -1) return undefined;
    const isEmpty = end === at || (end === at + 1 && data[at] === CR);
    if (isEmpty) this.#finish();
    return end + 1;
  }

  #skipLine(data: Buffer, at: number, then: Part): number | undefined {
    const end = data.indexOf(LF, at);
    if (end === -1) return undefined;
    this.#part = then;
    return end + 1;
  }

  #finish(): void {
    this.#part = "head";
    this.#handler.end();
  }
}

function readHex(data: Buffer, from: number): number {
  let value = 0;
  for (let at = from; at < data.length; at++) {
    const byte = data[at] ?? 0;
    if (byte >= 48 && byte <= 57) value = value * 16 + byte - 48;
    else if (byte >= 97 && byte <= 102) value = value * 16 + byte - 87;
    else if (byte >= 65 && byte <= 70) value = value * 16 + byte - 55;
    else break;
  }
  return value;
}
