/** What one probe found out. */

import { sentence, type Sentence, type Words } from "../../base/sentence.ts";
import type { CheckName } from "../../contract/check.ts";
import type { ModelListing } from "./find.ts";
import type { Answer, Subject } from "./subject.ts";

export interface Finding {
  readonly name: CheckName;
  readonly ok: boolean;
  readonly detail: Sentence;
}

/** What is known when the probes begin. */
export interface Found {
  readonly subject: Subject;
  readonly models: ModelListing;
  readonly answer: Answer;
}

/** Asks one thing. What it throws is its finding too: the probe's name, not ok, and the reason. */
export interface Probe {
  readonly name: CheckName;
  /** Absent: every protocol. */
  readonly only?: string;
  run(found: Found): Promise<readonly Finding[]> | readonly Finding[];
}

export function yes(name: CheckName, ...words: Words): Finding {
  return { name, ok: true, detail: sentence(...words) };
}

export function no(name: CheckName, ...words: Words): Finding {
  return { name, ok: false, detail: sentence(...words) };
}

const MOST_SHOWN = 60;

/** What a model said, on one line. */
export function quote(said: string): string {
  const line = said.replaceAll(/\s+/g, " ");
  return `"${line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line}"`;
}
