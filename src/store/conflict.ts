/** Telling a broken uniqueness rule from other database errors, on both engines. */

import { AppError } from "../base/errors.ts";
import type { Sentence } from "../base/sentence.ts";

const UNIQUE_CODES = new Set(["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "23505"]);

/** Runs a write; a duplicate becomes AppError("conflict") with this message, anything else is thrown as it is. */
export async function orConflict<Result>(
  message: string | Sentence,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicate(error)) throw new AppError("conflict", message, {}, { cause: error });
    throw error;
  }
}

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && "code" in error && UNIQUE_CODES.has(String(error.code));
}
