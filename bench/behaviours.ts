/** How the mock vendor answers, chosen by the model name: the one field that passes through every proxy unchanged. */

export interface Behaviour {
  /** Content chunks of a stream; a finish chunk, a usage chunk when asked for, and `[DONE]` follow. */
  chunks: number;
  /** Milliseconds between two chunks; 0 writes one chunk per turn of the event loop. */
  paceMs: number;
  /** Milliseconds before the answer begins. */
  delayMs: number;
  /** Share of requests answered 500. */
  failRate: number;
  /** Share of streams whose connection is cut somewhere in the middle. */
  cutRate: number;
  /** Share of streams that fall silent somewhere in the middle. */
  stallRate: number;
}

export const CHUNKS = 64;
/** What a client sees of a full stream: the content, the finish chunk, the usage chunk, `[DONE]`. */
export const EVENTS_PER_STREAM = CHUNKS + 3;

const STEADY: Behaviour = {
  chunks: CHUNKS,
  paceMs: 0,
  delayMs: 0,
  failRate: 0,
  cutRate: 0,
  stallRate: 0,
};

export const BEHAVIOURS = {
  m: STEADY,
  "m-paced": { ...STEADY, paceMs: 10 },
  "m-soak": { ...STEADY, chunks: 24, paceMs: 2, delayMs: 8, failRate: 0.1, cutRate: 0.1 },
  "m-500": { ...STEADY, failRate: 1 },
  "m-cut": { ...STEADY, cutRate: 1 },
  "m-stall": { ...STEADY, stallRate: 1 },
} as const satisfies Record<string, Behaviour>;

export type ModelName = keyof typeof BEHAVIOURS;

export const MODELS = Object.keys(BEHAVIOURS);

export function behaviourOf(model: string): Behaviour {
  return model in BEHAVIOURS ? BEHAVIOURS[model as ModelName] : STEADY;
}
