/** Writes that wait a moment, since most of them are taken back before they are due. */

import { DEFER_MS, type Deferred } from "./hot-writer.ts";

class DeferredWrite implements Deferred {
  readonly due: number;
  #make: (() => void) | undefined;
  readonly #onEnd: () => void;

  constructor(due: number, make: () => void, onEnd: () => void) {
    this.due = due;
    this.#make = make;
    this.#onEnd = onEnd;
  }

  cancel(): boolean {
    if (this.#make === undefined) return false;
    this.#make = undefined;
    this.#onEnd();
    return true;
  }

  run(): void {
    const make = this.#make;
    if (!make) return;
    this.#make = undefined;
    this.#onEnd();
    make();
  }
}

/** First in, first due: every write waits the same time, so a plain list with one timer is enough. */
export class DeferredWrites {
  #waiting: DeferredWrite[] = [];
  #first = 0;
  #size = 0;
  readonly #onEnd = (): void => {
    this.#size--;
  };
  #timer: ReturnType<typeof setTimeout> | undefined;

  add(make: () => void): Deferred {
    this.#size++;
    const write = new DeferredWrite(performance.now() + DEFER_MS, make, this.#onEnd);
    this.#waiting.push(write);
    this.#timer ??= setTimeout(this.#sweep, DEFER_MS);
    return write;
  }

  /** How many wait, those taken back not counted. */
  get size(): number {
    return this.#size;
  }

  /** Makes everything that waits, due or not. */
  runAll(): void {
    clearTimeout(this.#timer);
    this.#runUntil(Number.POSITIVE_INFINITY);
  }

  readonly #sweep = (): void => {
    this.#runUntil(performance.now());
    const next = this.#waiting[this.#first];
    if (next) this.#timer = setTimeout(this.#sweep, Math.max(10, next.due - performance.now()));
  };

  #runUntil(now: number): void {
    this.#timer = undefined;
    for (;;) {
      const write = this.#waiting[this.#first];
      if (!write || write.due > now) break;
      this.#first++;
      write.run();
    }
    this.#waiting = this.#waiting.slice(this.#first);
    this.#first = 0;
  }
}
