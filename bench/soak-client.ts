/** One client of the soak: asks, and sometimes leaves in the middle. */
import { makeBody } from "./bodies.ts";
import { type Answer, ClientConnection, makeRequest, type Target } from "./client.ts";

/** How a request ended, as its client saw it. */
export type Outcome =
  | "whole"
  | "left"
  | "connection lost"
  | "error in the stream"
  | "stream ended early without an error"
  | `status ${number}`;

const STREAM_SHARE = 0.5;
const LEAVE_SHARE = 0.3;
/** Of the clients that leave a stream, those that do before its first event. */
const IMPATIENT_SHARE = 0.25;
const IMPATIENT_MS = 8;
const LEAVE_AFTER_EVENTS = 20;

export class SoakClient {
  readonly #target: Target;
  readonly #random: () => number;
  readonly #plain: Buffer;
  readonly #stream: Buffer;
  #connection: ClientConnection | undefined;
  #settle: ((outcome: Outcome) => void) | undefined;
  #leaveAfterEvents = Infinity;
  #events = 0;

  constructor(target: Target, random: () => number) {
    this.#target = target;
    this.#random = random;
    const options = { model: "m-soak", promptSize: 500 } as const;
    this.#plain = makeRequest(target, makeBody({ ...options, stream: false }));
    this.#stream = makeRequest(target, makeBody({ ...options, stream: true }));
  }

  /** Never throws: a connection that cannot be made is a lost one. */
  async request(): Promise<Outcome> {
    const isStream = this.#random() < STREAM_SHARE;
    const leaves = this.#random() < LEAVE_SHARE;
    const leavesByTime = leaves && (!isStream || this.#random() < IMPATIENT_SHARE);
    this.#events = 0;
    this.#leaveAfterEvents =
      leaves && !leavesByTime ? 1 + Math.floor(this.#random() * LEAVE_AFTER_EVENTS) : Infinity;

    const ended = Promise.withResolvers<Outcome>();
    this.#settle = ended.resolve;
    const connection = await this.#connect();
    if (connection === undefined) return "connection lost";
    connection.send(isStream ? this.#stream : this.#plain);
    const timer = leavesByTime
      ? setTimeout(() => this.#leave(), this.#random() * IMPATIENT_MS)
      : undefined;
    const outcome = await ended.promise;
    clearTimeout(timer);
    return outcome;
  }

  close(): void {
    this.#connection?.leave("close");
    this.#connection = undefined;
  }

  async #connect(): Promise<ClientConnection | undefined> {
    if (this.#connection !== undefined) return this.#connection;
    try {
      this.#connection = await ClientConnection.open(this.#target.port, {
        answered: (answer) => this.#settle?.(classify(answer)),
        lost: (inFlight) => {
          this.#connection = undefined;
          if (inFlight) this.#settle?.("connection lost");
        },
        progressed: (events) => this.#progressed(events),
      });
    } catch (error) {
      console.error(`soak: ${String(error)}`);
      await Bun.sleep(100);
    }
    return this.#connection;
  }

  #progressed(events: number): void {
    this.#events += events;
    if (this.#events >= this.#leaveAfterEvents) this.#leave();
  }

  /** Half of those who leave say so (FIN), half do not (RST). */
  #leave(): void {
    this.#connection?.leave(this.#random() < 0.5 ? "close" : "reset");
    this.#connection = undefined;
    this.#settle?.("left");
  }
}

function classify(answer: Answer): Outcome {
  if (answer.status !== 200) return `status ${answer.status}`;
  if (answer.hasError) return "error in the stream";
  if (answer.events > 0 && !answer.isDone) return "stream ended early without an error";
  return "whole";
}
