/**
 * The mock vendor, its own process: canned HTTP/1.1 answers over raw TCP, so that its own cost stays far below what is
 * measured. Prints the port it listens on. Ends when its standard input closes, that is when whoever started it is gone.
 *
 * POST anything: a chat completion, or a stream when the body says `"stream":true`; the model picks the behaviour.
 * GET /stats: the counts below. Any other GET: 200.
 */
import type { Socket } from "bun";
import { type Behaviour, behaviourOf } from "./behaviours.ts";
import {
  ANSWER,
  FAILURE,
  HEALTHY,
  json,
  makeMessagesWrites,
  makeStreamWrites,
  MESSAGES_ANSWER,
} from "./canned.ts";
import { MessageReader } from "./http-reader.ts";
import { listenForParent } from "./parent.ts";
import { makeRandom } from "./random.ts";

/** Every request ends in exactly one of `plain`, `streams`, `failed`, `cut` and `left`; until then it is in `open`. */
export interface UpstreamStats {
  requests: number;
  open: number;
  plain: number;
  streams: number;
  failed: number;
  cut: number;
  /** The caller went away before its answer was whole. */
  left: number;
  connections: number;
}

type Outcome = "plain" | "streams" | "failed" | "cut" | "left";

interface Ask {
  isGet: boolean;
  path: string;
  body: Buffer;
}

interface Stream {
  connection: Connection;
  writes: Buffer[];
  next: number;
  /** Index of the write in place of which the connection is cut or falls silent. */
  cutAt: number | undefined;
  stallAt: number | undefined;
}

const NO_BYTES = Buffer.alloc(0);
const random = makeRandom(20_261_115);
const stats: UpstreamStats = {
  requests: 0,
  open: 0,
  plain: 0,
  streams: 0,
  failed: 0,
  cut: 0,
  left: 0,
  connections: 0,
};
const cannedStreams = new Map<string, Buffer[]>();
const fastStreams = new Set<Stream>();
let fastTurn = false;

class Connection {
  readonly #socket: Socket<Connection | undefined>;
  readonly reader: MessageReader;
  readonly #waiting: Ask[] = [];
  #asked: Omit<Ask, "body"> = { isGet: false, path: "" };
  #body: Buffer[] = [];
  #unsent: Buffer = NO_BYTES;
  #answering = false;
  #timer: Timer | undefined;
  #stream: Stream | undefined;
  isClosed = false;

  constructor(socket: Socket<Connection | undefined>) {
    this.#socket = socket;
    this.reader = new MessageReader("request", {
      head: (text) => this.#readHead(text),
      body: (bytes) => this.#body.push(bytes),
      end: () => this.#accept(),
    });
  }

  get isBlocked(): boolean {
    return this.#unsent.length > 0;
  }

  /** A body in pieces is kept over several packets, whose memory is not ours: call after each packet. */
  keepBody(): void {
    if (this.#body.length > 0) this.#body = [Buffer.concat(this.#body)];
  }

  write(bytes: Buffer): void {
    if (this.isBlocked) {
      this.#unsent = Buffer.concat([this.#unsent, bytes]);
      return;
    }
    const sent = Math.max(0, this.#socket.write(bytes));
    if (sent < bytes.length) this.#unsent = Buffer.from(bytes.subarray(sent));
  }

  drain(): void {
    const bytes = this.#unsent;
    this.#unsent = NO_BYTES;
    if (bytes.length > 0) this.write(bytes);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.#timer);
    if (this.#stream !== undefined) fastStreams.delete(this.#stream);
    if (this.#answering) this.finish("left");
  }

  /** Ends the answer under way and begins the next one of the pipeline. */
  finish(outcome: Outcome): void {
    this.#answering = false;
    this.#stream = undefined;
    stats[outcome] += 1;
    stats.open -= 1;
    if (outcome === "cut") this.#socket.terminate();
    this.#answerNext();
  }

  #readHead(text: string): void {
    const [, method = "", path = ""] = /^(\S+) (\S+)/.exec(text) ?? [];
    this.#asked = { isGet: method === "GET", path };
  }

  #accept(): void {
    const [first = NO_BYTES] = this.#body;
    const body = this.#body.length < 2 ? first : Buffer.concat(this.#body);
    this.#body = [];
    // A pipelined body outlives its packet, whose memory is not ours.
    this.#waiting.push({ ...this.#asked, body: this.#answering ? Buffer.from(body) : body });
    if (!this.#answering) this.#answerNext();
  }

  #answerNext(): void {
    while (!this.#answering && !this.isClosed) {
      const ask = this.#waiting.shift();
      if (ask === undefined) return;
      if (ask.isGet) this.write(ask.path === "/stats" ? json("200 OK", stats) : HEALTHY);
      else this.#answer(ask.body, ask.path === MESSAGES_PATH);
    }
  }

  #answer(body: Buffer, isMessages: boolean): void {
    this.#answering = true;
    stats.requests += 1;
    stats.open += 1;
    const behaviour = behaviourOf(findModel(body));
    const begin = (): void => this.#begin(behaviour, wantsStream, dialect);
    const wantsStream = body.includes('"stream":true');
    const wantsUsage = wantsStream && body.includes('"include_usage":true');
    const dialect = isMessages ? "messages" : wantsUsage ? "chat with usage" : "chat";
    if (behaviour.delayMs > 0) this.#timer = setTimeout(begin, behaviour.delayMs);
    else begin();
  }

  #begin(behaviour: Behaviour, wantsStream: boolean, dialect: StreamDialect): void {
    if (behaviour.failRate > 0 && random() < behaviour.failRate) {
      this.write(FAILURE);
      this.finish("failed");
    } else if (wantsStream) {
      this.#beginStream(behaviour, dialect);
    } else {
      this.write(dialect === "messages" ? MESSAGES_ANSWER : ANSWER);
      this.finish("plain");
    }
  }

  #beginStream(behaviour: Behaviour, dialect: StreamDialect): void {
    const writes = findStreamWrites(behaviour.chunks, dialect);
    const somewhere = (rate: number): number | undefined =>
      rate > 0 && random() < rate ? 1 + Math.floor(random() * (writes.length - 1)) : undefined;
    const stream: Stream = {
      connection: this,
      writes,
      next: 0,
      cutAt: somewhere(behaviour.cutRate),
      stallAt: somewhere(behaviour.stallRate),
    };
    this.#stream = stream;
    if (!step(stream)) return;
    if (behaviour.paceMs === 0) return runFast(stream);
    const timer = setInterval(() => {
      if (this.isClosed || !step(stream)) clearInterval(timer);
    }, behaviour.paceMs);
    this.#timer = timer;
  }
}

/** Writes the next event; false when there is no more to write. */
function step(stream: Stream): boolean {
  const { connection, writes, next } = stream;
  if (next === stream.stallAt) return false;
  if (next === stream.cutAt) {
    connection.finish("cut");
    return false;
  }
  if (connection.isBlocked) return true;
  const bytes = writes[next];
  if (bytes !== undefined) connection.write(bytes);
  stream.next = next + 1;
  if (stream.next < writes.length) return true;
  connection.finish("streams");
  return false;
}

/** One event of every fast stream per turn of the event loop: each is a write of its own, as vendors send them. */
function runFast(stream: Stream): void {
  fastStreams.add(stream);
  if (fastTurn) return;
  fastTurn = true;
  setImmediate(takeFastTurn);
}

function takeFastTurn(): void {
  for (const stream of fastStreams) if (!step(stream)) fastStreams.delete(stream);
  fastTurn = fastStreams.size > 0;
  if (fastTurn) setImmediate(takeFastTurn);
}

const MESSAGES_PATH = "/v1/messages";
type StreamDialect = "chat" | "chat with usage" | "messages";

function findStreamWrites(chunks: number, dialect: StreamDialect): Buffer[] {
  const name = `${chunks} ${dialect}`;
  const make = (): Buffer[] =>
    dialect === "messages"
      ? makeMessagesWrites(chunks)
      : makeStreamWrites(chunks, dialect === "chat with usage");
  const found = cannedStreams.get(name) ?? make();
  cannedStreams.set(name, found);
  return found;
}

function findModel(body: Buffer): string {
  const label = '"model":"';
  const at = body.indexOf(label);
  if (at === -1) return "";
  const start = at + label.length;
  return body.toString("latin1", start, body.indexOf(34, start));
}

const server = Bun.listen<Connection | undefined>({
  hostname: "127.0.0.1",
  port: 0,
  socket: {
    open(socket) {
      socket.data = new Connection(socket);
      stats.connections += 1;
    },
    data(socket, bytes) {
      socket.data?.reader.push(bytes);
      socket.data?.keepBody();
    },
    drain(socket) {
      socket.data?.drain();
    },
    close(socket) {
      socket.data?.close();
      stats.connections -= 1;
    },
    error(_socket, error) {
      console.error(`upstream: ${error.message}`);
    },
  },
});

listenForParent(() => process.exit(0));
console.log(JSON.stringify({ port: server.port }));
