import type { Socket } from "bun";
import { Exchange } from "./exchange.ts";
import { RequestReader } from "./request-reader.ts";

export type ExchangeHandler = (exchange: Exchange) => Promise<void> | void;

/** One client connection: reads requests one after the other, owns the write queue, and knows when the client left. */
export class Connection {
  readonly #socket: Socket<ConnectionSlot>;
  readonly #handler: ExchangeHandler;
  readonly #reader = new RequestReader();
  #queue: Buffer[] = [];
  #drained: (() => void) | undefined;
  #current: Exchange | undefined;
  #closed = false;
  #endWhenDrained = false;

  constructor(socket: Socket<ConnectionSlot>, handler: ExchangeHandler) {
    this.#socket = socket;
    this.#handler = handler;
  }

  get closed(): boolean {
    return this.#closed;
  }

  received(chunk: Buffer): void {
    this.#reader.push(chunk);
    if (this.#current === undefined) this.#next();
  }

  drain(): void {
    while (this.#queue.length > 0) {
      const head = this.#queue[0] as Buffer;
      const written = this.#socket.write(head);
      if (written < head.length) {
        if (written > 0) this.#queue[0] = head.subarray(written);
        return;
      }
      this.#queue.shift();
    }
    if (this.#endWhenDrained) this.#socket.end();
    this.#drained?.();
    this.#drained = undefined;
  }

  gone(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#queue = [];
    this.#drained?.();
    this.#current?.clientGone();
  }

  write(data: Buffer): void {
    if (this.#closed || data.length === 0) return;
    if (this.#queue.length > 0) {
      this.#queue.push(data);
      return;
    }
    const written = Math.max(0, this.#socket.write(data));
    if (written < data.length) this.#queue.push(written === 0 ? data : data.subarray(written));
  }

  /** Resolves when the kernel has taken every byte written so far, or the client is gone. */
  async flush(): Promise<void> {
    if (this.#queue.length === 0 || this.#closed) return;
    await new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
  }

  /** FIN after the queued bytes. */
  close(): void {
    if (this.#closed) return;
    this.#endWhenDrained = true;
    if (this.#queue.length === 0) this.#socket.end();
  }

  /** RST at once; queued bytes are lost. */
  reset(): void {
    if (!this.#closed) this.#socket.terminate();
  }

  /** The server stops: the client is reset, and nobody is blamed for leaving. */
  shutDown(): void {
    if (this.#current === undefined) this.reset();
    else this.#current.reset();
  }

  #next(): void {
    if (this.#endWhenDrained) return;
    try {
      const request = this.#reader.take();
      if (request !== undefined) {
        this.#current = new Exchange(this, request);
        void this.#serve(this.#current);
      } else if (this.#reader.takeContinue()) {
        this.write(Buffer.from("HTTP/1.1 100 Continue\r\n\r\n"));
      }
    } catch (error) {
      this.write(
        Buffer.from(
          `HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nx-fake: ${String(error)}\r\n\r\n`,
        ),
      );
      this.close();
    }
  }

  /** Never rejects: a bug in a handler becomes a 500 that says so. */
  async #serve(exchange: Exchange): Promise<void> {
    try {
      const pending = this.#handler(exchange);
      if (pending !== undefined) await pending;
      if (!exchange.finished) exchange.reset();
    } catch (error) {
      console.error("fake vendor: handler failed", error);
      if (exchange.started) exchange.reset();
      else
        exchange.respond(500, "content-type: text/plain\r\n", `fake vendor bug: ${String(error)}`);
    }
    this.#current = undefined;
    if (exchange.request.closeAfter) this.close();
    else if (!this.#closed) this.#next();
  }
}

/** What Bun keeps per socket. */
export interface ConnectionSlot {
  connection: Connection | undefined;
}
