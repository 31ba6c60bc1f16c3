/** Changes of one thing, one after the other. */

const last = new WeakMap<object, Promise<unknown>>();

/**
 * Does the work when everything given before it for the same thing is through, well or not. No turn inside a turn: it
 * would wait for itself.
 */
export function inTurn<Result>(thing: object, work: () => Promise<Result>): Promise<Result> {
  const turn = (last.get(thing) ?? Promise.resolve()).then(work, work);
  last.set(thing, turn);
  return turn;
}
