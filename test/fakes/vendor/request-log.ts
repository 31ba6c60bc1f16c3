import type { DialectName } from "./dialects/dialect.ts";
import type { Faults } from "./faults.ts";

/** One request the fake received. It changes while the request is being served. Times are `Date.now()`. */
export interface RecordedRequest {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body exactly as sent. */
  readonly bodyText: string;
  /** The body as JSON; undefined when it is not JSON. */
  readonly body: unknown;
  readonly dialect: DialectName | undefined;
  /** The model as sent, knobs included; "" when there is none. */
  readonly model: string;
  /** The credential as sent, without "Bearer". */
  readonly key: string | undefined;
  readonly faults: Faults;
  readonly startedAt: number;
  /** HTTP status sent; undefined while none was. */
  status: number | undefined;
  /** When the exchange was over, however it ended. */
  endedAt: number | undefined;
  /** The client left before the answer was whole. */
  aborted: boolean;
  abortedAt: number | undefined;
}

export interface RequestCounts {
  started: number;
  ended: number;
  aborted: number;
}

interface Waiter {
  readonly predicate: (request: RecordedRequest) => boolean;
  readonly settle: (outcome: RecordedRequest | Error) => void;
}

/** Remembers the last `capacity` requests (0 keeps none) and counts all of them. */
export class RequestLog {
  readonly counts: RequestCounts = { started: 0, ended: 0, aborted: 0 };
  readonly #capacity: number;
  #requests: RecordedRequest[] = [];
  readonly #waiters = new Set<Waiter>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Oldest first. */
  get requests(): readonly RecordedRequest[] {
    return this.#requests.length > this.#capacity
      ? this.#requests.slice(-this.#capacity)
      : this.#requests;
  }

  begin(
    request: Omit<
      RecordedRequest,
      "id" | "startedAt" | "status" | "endedAt" | "aborted" | "abortedAt"
    >,
  ): RecordedRequest {
    this.counts.started++;
    const entry: RecordedRequest = {
      id: this.counts.started,
      ...request,
      startedAt: Date.now(),
      status: undefined,
      endedAt: undefined,
      aborted: false,
      abortedAt: undefined,
    };
    if (this.#capacity > 0) {
      this.#requests.push(entry);
      // Dropping one by one would move the whole array on every request.
      if (this.#requests.length > this.#capacity * 2)
        this.#requests = this.#requests.slice(-this.#capacity);
    }
    this.#tell(entry);
    return entry;
  }

  abort(entry: RecordedRequest, status: number | undefined): void {
    this.counts.aborted++;
    entry.status = status;
    entry.aborted = true;
    entry.abortedAt = Date.now();
    this.#tell(entry);
  }

  end(entry: RecordedRequest, status: number | undefined): void {
    this.counts.ended++;
    entry.status = status;
    entry.endedAt = Date.now();
    this.#tell(entry);
  }

  clear(): void {
    this.#requests = [];
  }

  /** The first request, past or to come, that fits. Rejects after `timeoutMs`. */
  async wait(
    predicate: (request: RecordedRequest) => boolean,
    timeoutMs: number,
  ): Promise<RecordedRequest> {
    const seen = this.requests.find(predicate);
    if (seen !== undefined) return seen;
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        predicate,
        settle: (outcome) => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        },
      };
      const timer = setTimeout(() => {
        waiter.settle(
          new Error(`no such request within ${timeoutMs} ms; ${this.counts.started} were received`),
        );
      }, timeoutMs);
      this.#waiters.add(waiter);
    });
  }

  #tell(entry: RecordedRequest): void {
    for (const waiter of this.#waiters) {
      try {
        if (waiter.predicate(entry)) waiter.settle(entry);
      } catch (error) {
        waiter.settle(new Error("the predicate failed", { cause: error }));
      }
    }
  }
}
