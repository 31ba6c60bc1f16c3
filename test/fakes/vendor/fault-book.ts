import { splitModel } from "./fault-text.ts";
import type { Faults } from "./faults.ts";

/**
 * Decides which knobs a request gets. From weakest to strongest: the server's defaults, the key's, the model id's, the
 * queue of `next`. The queue serves POST requests only, so that a relay listing models does not use it up.
 */
export class FaultBook {
  #defaults: Faults;
  readonly #keys = new Map<string, Faults>();
  readonly #queue: Faults[] = [];
  readonly #counters = new Map<string, number>();

  constructor(defaults: Faults) {
    this.#defaults = defaults;
  }

  get queued(): number {
    return this.#queue.length;
  }

  setDefaults(faults: Faults): void {
    this.#defaults = faults;
  }

  /** `undefined` clears. */
  setKey(key: string, faults: Faults | undefined): void {
    if (faults === undefined) this.#keys.delete(key);
    else this.#keys.set(key, faults);
  }

  next(...faults: readonly Faults[]): void {
    this.#queue.push(...faults);
  }

  clearQueue(): void {
    this.#queue.length = 0;
  }

  /** Takes the knobs for one request; uses up one entry of the queue if it is a POST. */
  take(request: { method: string; key: string | undefined; model: string }): Faults {
    const key = request.key === undefined ? undefined : this.#keys.get(request.key);
    const model = request.model.includes(";") ? splitModel(request.model).faults : undefined;
    const next =
      request.method === "POST" && this.#queue.length > 0 ? this.#queue.shift() : undefined;
    const base = this.#due("defaults", this.#defaults);
    if (key === undefined && model === undefined && next === undefined) return base;
    return {
      ...base,
      ...(key && this.#due(`key ${request.key ?? ""}`, key)),
      ...(model && this.#due(`model ${request.model}`, model)),
      ...next,
    };
  }

  #due(source: string, faults: Faults): Faults {
    if (faults.every === undefined || faults.every <= 1) return faults;
    const count = (this.#counters.get(source) ?? 0) + 1;
    this.#counters.set(source, count % faults.every);
    return count >= faults.every ? faults : {};
  }
}
