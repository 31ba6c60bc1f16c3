/** One keep-alive connection of a load generator: sends prepared requests, measures the answers. */
import type { Socket } from "bun";
import { MessageReader } from "./http-reader.ts";

export interface Answer {
  status: number;
  /** Nanoseconds from the request's write to the last byte, to the first byte of the body, and the longest silence. */
  total: number;
  firstByte: number;
  longestGap: number;
  /** Server-sent events, counted by the empty line that ends each. */
  events: number;
  /** The body ended with `data: [DONE]`. */
  isDone: boolean;
  /** The body spoke of an error: an error answer, or one inside a stream. */
  hasError: boolean;
}

export interface ConnectionHandler {
  /** The connection is free again. */
  answered(answer: Answer): void;
  /** The server closed it. `inFlight`: an answer was owed. */
  lost(inFlight: boolean): void;
  /** So many more events of the answer under way have come. */
  progressed(events: number): void;
}

export interface Target {
  port: number;
  path: string;
  headers: Record<string, string>;
}

const NO_BYTES = Buffer.alloc(0);
const LF = 10;
const EVENT_END = Buffer.from("\n\n");
const ERROR_MARK = Buffer.from('"error"');
const DONE_MARK = "data: [DONE]\n\n";

export function makeRequest(target: Target, body: string): Buffer {
  const headers = {
    Host: `127.0.0.1:${target.port}`,
    "Content-Type": "application/json",
    ...target.headers,
    "Content-Length": String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${target.path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

export class ClientConnection {
  #socket: Socket<undefined> | undefined;
  readonly #handler: ConnectionHandler;
  readonly #reader: MessageReader;
  #unsent: Buffer = NO_BYTES;
  #inFlight = false;
  #isStream = false;
  #sentAt = 0;
  #heardAt = 0;
  #now = 0;
  #endsInLineFeed = false;
  #tail = "";
  #answer: Answer = makeAnswer();

  private constructor(handler: ConnectionHandler) {
    this.#handler = handler;
    this.#reader = new MessageReader("response", {
      head: (text) => this.#readHead(text),
      body: (bytes) => this.#readBody(bytes),
      end: () => this.#finish(),
    });
  }

  static async open(port: number, handler: ConnectionHandler): Promise<ClientConnection> {
    const connection = new ClientConnection(handler);
    connection.#socket = await Bun.connect<undefined>({
      hostname: "127.0.0.1",
      port,
      socket: {
        data: (_socket, bytes) => connection.#receive(bytes),
        drain: () => connection.#flush(),
        close: () => connection.#closed(),
        error: () => connection.#closed(),
      },
    });
    return connection;
  }

  send(request: Buffer): void {
    this.#answer = makeAnswer();
    this.#tail = "";
    this.#endsInLineFeed = false;
    this.#inFlight = true;
    this.#sentAt = Bun.nanoseconds();
    this.#heardAt = this.#sentAt;
    this.#unsent = request;
    this.#flush();
  }

  /** Goes away, with or without an answer owed; the handler hears nothing more. */
  leave(how: "close" | "reset"): void {
    const socket = this.#socket;
    this.#socket = undefined;
    if (how === "reset") socket?.terminate();
    else socket?.end();
  }

  #flush(): void {
    if (this.#unsent.length === 0 || this.#socket === undefined) return;
    const sent = Math.max(0, this.#socket.write(this.#unsent));
    this.#unsent = sent < this.#unsent.length ? this.#unsent.subarray(sent) : NO_BYTES;
  }

  #receive(bytes: Buffer): void {
    if (this.#socket === undefined) return;
    this.#now = Bun.nanoseconds();
    this.#reader.push(bytes);
  }

  #readHead(text: string): void {
    this.#answer.status = Number(text.slice(9, 12));
    this.#isStream = /\r\ncontent-type:\s*text\/event-stream/i.test(text);
  }

  #readBody(bytes: Buffer): void {
    if (this.#socket === undefined) return;
    const answer = this.#answer;
    const gap = this.#now - this.#heardAt;
    if (answer.firstByte === 0) answer.firstByte = gap;
    else if (gap > answer.longestGap) answer.longestGap = gap;
    this.#heardAt = this.#now;
    if (this.#isStream) this.#countEvents(bytes);
    if (!answer.hasError && (this.#isStream || answer.status !== 200))
      answer.hasError = bytes.includes(ERROR_MARK);
  }

  #countEvents(bytes: Buffer): void {
    let at = 0;
    let events = 0;
    if (this.#endsInLineFeed && bytes[0] === LF) {
      events += 1;
      at = 1;
    }
    for (let end = bytes.indexOf(EVENT_END, at); end !== -1; end = bytes.indexOf(EVENT_END, at)) {
      events += 1;
      at = end + 2;
    }
    this.#endsInLineFeed = at < bytes.length && bytes[bytes.length - 1] === LF;
    const recent = bytes.toString("latin1", Math.max(0, bytes.length - DONE_MARK.length));
    this.#tail = (this.#tail + recent).slice(-DONE_MARK.length);
    this.#answer.events += events;
    if (events > 0) this.#handler.progressed(events);
  }

  #finish(): void {
    if (this.#socket === undefined) return;
    const answer = this.#answer;
    answer.total = this.#now - this.#sentAt;
    answer.isDone = this.#tail === DONE_MARK;
    this.#inFlight = false;
    this.#handler.answered(answer);
  }

  #closed(): void {
    if (this.#socket === undefined) return;
    this.#now = Bun.nanoseconds();
    this.#reader.close();
    this.#socket = undefined;
    this.#handler.lost(this.#inFlight);
  }
}

function makeAnswer(): Answer {
  return {
    status: 0,
    total: 0,
    firstByte: 0,
    longestGap: 0,
    events: 0,
    isDone: false,
    hasError: false,
  };
}
