import type { Setting } from "../setting.ts";
import type { Pair } from "../sides.ts";

/** Where a pair cannot do as the others do. The test of the pair is then this one. */
export interface Deviation {
  /** For docs/conformance.md: what happens instead, and why. */
  readonly reason: string;
  /** Proves that this is what happens. Absent: the client has no way to ask for it at all. */
  readonly run?: (setting: Setting) => Promise<void>;
}

/** One line of the conformance table, run for every pair. */
export interface Behaviour {
  readonly name: string;
  readonly run: (setting: Setting) => Promise<void>;
  /** Undefined: the pair does as the others. */
  readonly deviation?: (pair: Pair) => Deviation | undefined;
}
