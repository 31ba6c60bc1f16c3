/** Colours for people; every function is the identity where nobody looks at a terminal. */

type Tint = (text: string) => string;

export interface Paint {
  readonly bold: Tint;
  readonly dim: Tint;
  readonly red: Tint;
  readonly green: Tint;
  readonly yellow: Tint;
  readonly cyan: Tint;
}

export function makePaint(colored: boolean): Paint {
  const wrap = (on: number, off: number) => (text: string) =>
    colored && text !== "" ? `\u001B[${on}m${text}\u001B[${off}m` : text;
  return {
    bold: wrap(1, 22),
    dim: wrap(2, 22),
    red: wrap(31, 39),
    green: wrap(32, 39),
    yellow: wrap(33, 39),
    cyan: wrap(36, 39),
  };
}

export const plainPaint: Paint = makePaint(false);
