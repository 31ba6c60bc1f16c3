/** What one probe found out. */

import type { ModelListing } from "./find.ts";
import type { Answer, Subject } from "./subject.ts";

export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** What is known when the probes begin. */
export interface Found {
  readonly subject: Subject;
  readonly models: ModelListing;
  readonly answer: Answer;
}

/** Asks one thing. What it throws is its finding too: the probe's name, not ok, and the reason. */
export interface Probe {
  readonly name: string;
  /** Absent: every protocol. */
  readonly only?: string;
  run(found: Found): Promise<readonly Finding[]> | readonly Finding[];
}

export function yes(name: string, detail: string): Finding {
  return { name, ok: true, detail };
}

export function no(name: string, detail: string): Finding {
  return { name, ok: false, detail };
}

const MOST_SHOWN = 60;

/** What a model said, on one line. */
export function quote(said: string): string {
  const line = said.replaceAll(/\s+/g, " ");
  return `"${line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line}"`;
}
