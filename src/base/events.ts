/**
 * Tells whoever listens what just happened in this process. A hub with no listener costs one comparison: build the data
 * only after asking `isHeard`.
 *
 *   if (events.isHeard) events.publish("request", describe(row));
 *
 * Events are news, not a record: they are not stored, and a listener that comes later has missed them.
 */

export type EventListener<Events extends object> = <Name extends keyof Events & string>(
  name: Name,
  data: Events[Name],
) => void;

export class EventHub<Events extends object> {
  readonly #listeners = new Set<EventListener<Events>>();

  /** False: nobody listens, so nothing needs to be published. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** A listener must not throw; it is called in the middle of somebody else's work. */
  publish<Name extends keyof Events & string>(name: Name, data: Events[Name]): void {
    for (const listener of this.#listeners) listener(name, data);
  }

  /** Gives back how to stop listening. */
  listen(listener: EventListener<Events>): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
