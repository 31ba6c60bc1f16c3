import { STATUS_CODES } from "node:http";
import type { HttpRequest } from "./request-reader.ts";

/** How an exchange ended, as seen from the vendor's side. */
export type Ending = "answered" | "cut" | "reset" | "client-gone";

/** What an exchange needs of the connection it came on. */
interface Wire {
  readonly closed: boolean;
  write(data: Buffer): void;
  flush(): Promise<void>;
  close(): void;
  reset(): void;
}

/**
 * One request and the answer being written to it. After the client left, every method is a no-op and every wait ends at
 * once, so a player only has to look at `over` after each wait.
 *
 * Bytes gather until `flush`, `end`, or a wait, and then leave in one socket write: a syscall costs more than all else.
 */
export class Exchange {
  readonly request: HttpRequest;
  /** Called once, synchronously, when the client leaves before the answer was whole. */
  onClientGone: (() => void) | undefined;
  status: number | undefined;
  #ending: Ending | undefined;
  #wake: (() => void) | undefined;
  #chunked = false;
  #gathered: Buffer[] = [];
  readonly #connection: Wire;

  constructor(connection: Wire, request: HttpRequest) {
    this.#connection = connection;
    this.request = request;
  }

  get started(): boolean {
    return this.status !== undefined;
  }

  get ending(): Ending | undefined {
    return this.#ending;
  }

  get finished(): boolean {
    return this.#ending !== undefined;
  }

  get over(): boolean {
    return this.#ending !== undefined || this.#connection.closed;
  }

  /** A whole answer in one write. `headers` is ready-made lines, each ended by CRLF. */
  respond(status: number, headers: string, body: string | Uint8Array): void {
    if (this.over) return;
    this.status = status;
    const length = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
    const head = `${statusLine(status)}${headers}content-length: ${length}\r\n\r\n`;
    this.#connection.write(
      typeof body === "string"
        ? Buffer.from(head + body)
        : Buffer.concat([Buffer.from(head, "latin1"), body]),
    );
    this.#ending = "answered";
  }

  /** Status line and headers; the body follows by `write`. Without `length` the body is chunked. */
  start(status: number, headers: string, length?: number): void {
    if (this.over) return;
    this.status = status;
    this.#chunked = length === undefined;
    const framing =
      length === undefined ? "transfer-encoding: chunked" : `content-length: ${length}`;
    this.#gathered.push(Buffer.from(`${statusLine(status)}${headers}${framing}\r\n\r\n`, "latin1"));
  }

  /** Body bytes; each call is one HTTP chunk when the body is chunked. */
  write(data: Uint8Array): void {
    if (this.over || data.byteLength === 0) return;
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    if (this.#chunked)
      this.#gathered.push(Buffer.from(`${bytes.length.toString(16)}\r\n`, "latin1"), bytes, CRLF);
    else this.#gathered.push(bytes);
  }

  /** Several non-empty body pieces, each its own HTTP chunk. */
  writeAll(pieces: readonly string[]): void {
    if (this.over) return;
    let text = "";
    for (const piece of pieces) {
      text += this.#chunked ? `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n` : piece;
    }
    this.#gathered.push(Buffer.from(text));
  }

  /** Puts the bytes so far on the wire; waits only when the client reads too slowly. */
  async flush(): Promise<void> {
    this.#release();
    await this.#connection.flush();
  }

  /** The body is whole. */
  async end(): Promise<void> {
    if (this.over) return;
    if (this.#chunked) this.#gathered.push(LAST_CHUNK);
    await this.flush();
    if (!this.over) this.#ending = "answered";
  }

  /** FIN with the body unfinished: the client sees a premature end. */
  async cut(): Promise<void> {
    if (this.over) return;
    await this.flush();
    if (this.over) return;
    this.#ending = "cut";
    this.#connection.close();
  }

  /** RST: the client sees ECONNRESET. */
  reset(): void {
    if (this.over) return;
    this.#ending = "reset";
    this.#connection.reset();
  }

  /** Waits, but not for a client that has left. */
  async sleep(ms: number): Promise<void> {
    if (this.over) return;
    this.#release();
    await new Promise<void>((resolve) => {
      const timer = ms === Infinity ? undefined : setTimeout(() => this.#wake?.(), ms);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
    });
  }

  /** Holds the request open until the client leaves. */
  async untilClientGone(): Promise<void> {
    await this.sleep(Infinity);
  }

  #release(): void {
    if (this.#gathered.length === 0) return;
    const bytes =
      this.#gathered.length === 1 ? (this.#gathered[0] as Buffer) : Buffer.concat(this.#gathered);
    this.#gathered = [];
    this.#connection.write(bytes);
  }

  /** For the connection: the socket closed. */
  clientGone(): void {
    if (this.#ending === undefined) {
      this.#ending = "client-gone";
      this.onClientGone?.();
    }
    this.#wake?.();
  }
}

const CRLF = Buffer.from("\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

function statusLine(status: number): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Status"}\r\n`;
}
