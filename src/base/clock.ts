/** Time comes in through a parameter so that tests can move it. */
export interface Clock {
  /** Milliseconds since 1970, an integer. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
