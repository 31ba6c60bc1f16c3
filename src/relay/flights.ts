/** Idempotent calls that are running, by key and name: others with the same name wait for them. */

import type { KeptAnswer } from "../store/kept-answers.ts";

interface Flight {
  /** Of the request's body: the same name with another body is a mistake of the client. */
  readonly hash: string;
  /** Undefined: the call failed, and whoever waited may try for itself. */
  readonly answer: Promise<KeptAnswer | undefined>;
}

export type Flights = Map<string, Flight>;
