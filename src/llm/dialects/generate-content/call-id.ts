/**
 * Ids of calls that came without one, which is most of them. They are the same for the same answer or history, differ
 * between calls, and can be told from a real id, so that the vendor gets back exactly the ids it gave.
 */

const MADE = /^call_g_[A-Za-z0-9-][\w-]*_\d+_\d+$/;

/** `holder` names the answer, or the place in the history; `group` the choice or turn. */
export function makeCallId(holder: string, group: number, position: number): string {
  return `call_g_${holder}_${group}_${position}`;
}

export function isMadeId(id: string): boolean {
  return MADE.test(id);
}

/** An answer's id as part of a call's: vendors allow letters, digits, `_` and `-`, and 40 of them. */
export function holderOf(responseId: unknown, otherwise: string): string {
  return typeof responseId === "string" && /^[A-Za-z0-9-][\w-]{5,}$/.test(responseId)
    ? responseId.slice(0, 24)
    : otherwise;
}
