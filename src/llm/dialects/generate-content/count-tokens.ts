/** Counting tokens: `:countTokens`. The whole request is counted, instruction and tools included. */

import { AppError } from "../../../base/errors.ts";
import type { CanonicalRequest } from "../../canonical.ts";
import { modelPath } from "./pass.ts";
import { writeRequest, type WriteOptions } from "./request.ts";
import { parseAnswer } from "./sniff-response.ts";
import { integerOf } from "./wire.ts";

/** The question for the vendor; `request.model` must already be the vendor's name. */
export function writeCountRequest(request: CanonicalRequest, options?: WriteOptions): string {
  const model = JSON.stringify(modelPath(request.model));
  return `{"generateContentRequest":{"model":${model},${writeRequest(request, options).slice(1)}}`;
}

/** The vendor's answer. Throws AppError("upstream_error") on what is not one. */
export function readCount(text: string): number {
  const count = integerOf(parseAnswer(text)["totalTokens"]);
  if (count === undefined || count < 0) {
    throw new AppError("upstream_error", "The vendor's answer has no `totalTokens`.");
  }
  return count;
}

/** The answer for a client. */
export function writeCount(totalTokens: number): string {
  return JSON.stringify({ totalTokens });
}
