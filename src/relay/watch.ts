/**
 * One clock hand for all running calls: looks at each of them twenty times a second, for time-outs, keep-alives
 * and clients that have gone. A timer and a listener per call would cost more than the calls themselves.
 */

const STEP_MS = 50;

export interface Watched {
  /** Must not throw. `now` is `performance.now()`. */
  tick(now: number): void;
}

export class Watch {
  readonly #watched = new Set<Watched>();
  #timer: ReturnType<typeof setInterval> | undefined;

  add(item: Watched): void {
    this.#watched.add(item);
    this.#timer ??= setInterval(() => this.#step(), STEP_MS);
  }

  remove(item: Watched): void {
    this.#watched.delete(item);
  }

  get size(): number {
    return this.#watched.size;
  }

  #step(): void {
    const now = performance.now();
    for (const item of this.#watched) item.tick(now);
    // Stopping only here, not in `remove`, spares a timer per request under load.
    if (this.#watched.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }
}
