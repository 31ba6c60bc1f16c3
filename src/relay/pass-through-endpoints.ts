/** Endpoints that are carried without being understood: the same keys, limits and bills, the vendor's own bytes. */

export interface PassThrough {
  /** Below `/v1`, here and at the vendor. */
  readonly path: string;
  /** The body is a form with files instead of JSON. */
  readonly form: boolean;
  /** The field whose text is counted when the vendor reports no usage; undefined: nothing can be counted. */
  readonly input?: string;
}

export const PASS_THROUGH: readonly PassThrough[] = [
  { path: "rerank", form: false, input: "query" },
  { path: "moderations", form: false, input: "input" },
  { path: "audio/speech", form: false, input: "input" },
  { path: "audio/transcriptions", form: true },
  { path: "audio/translations", form: true },
  { path: "images/generations", form: false, input: "prompt" },
  { path: "images/edits", form: true, input: "prompt" },
  { path: "images/variations", form: true },
];
