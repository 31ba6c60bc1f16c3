/** Endpoints that are carried without being understood: the same keys, limits and bills, the vendor's own bytes. */

/** What is paid by the piece, where a price says so. */
export type Piece = "requests" | "characters" | "milliseconds" | "images";

export interface PassThrough {
  /** Below `/v1`, here and at the vendor. */
  readonly path: string;
  /** The body is a form with files instead of JSON. */
  readonly form: boolean;
  /** The field whose text is counted when the vendor reports no usage; undefined: nothing can be counted. */
  readonly input?: string;
  /** Absent: only tokens are paid here. */
  readonly piece?: Piece;
}

export const PASS_THROUGH: readonly PassThrough[] = [
  { path: "rerank", form: false, input: "query", piece: "requests" },
  { path: "moderations", form: false, input: "input" },
  { path: "audio/speech", form: false, input: "input", piece: "characters" },
  { path: "audio/transcriptions", form: true, piece: "milliseconds" },
  { path: "audio/translations", form: true, piece: "milliseconds" },
  { path: "images/generations", form: false, input: "prompt", piece: "images" },
  { path: "images/edits", form: true, input: "prompt", piece: "images" },
  { path: "images/variations", form: true, piece: "images" },
];
