/** Reads a vendor's stream beside the bytes that pass through: usage, finish reasons, failures, text for counting. */

import type { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import { type SseFrame, writeSse } from "../../../base/sse.ts";
import type { Sniff, StreamSniffer } from "../../dialect.ts";
import type { Inbound, Usage } from "../../inbound.ts";
import { readInbandError } from "./errors.ts";
import { isFinish } from "./finish.ts";
import { eachText } from "./output-text.ts";
import { renameChunk } from "./pass.ts";
import { isBlocked } from "./response.ts";
import { isBlank, readUsage } from "./usage.ts";
import type { Wire } from "./wire.ts";

/** More text than any model gives in one answer; past it nothing is kept, so a runaway vendor cannot fill memory. */
const MAX_OUTPUT_CHARS = 8_000_000;

const ERROR: Sniff = { kind: "error", forward: null };
const MALFORMED: Sniff = { kind: "malformed", forward: null };

export function makeSniffer(inbound: Inbound, upstreamModel: string): StreamSniffer {
  return new ContentSniffer(inbound, upstreamModel);
}

class ContentSniffer implements StreamSniffer {
  /** The name to put in each chunk, as JSON; undefined leaves the vendor's. */
  readonly #shownModel: string | undefined;
  readonly #output: string[] = [];
  #outputChars = 0;
  readonly #open = new Set<unknown>();
  readonly #closed = new Set<unknown>();
  #isBlocked = false;
  #usage: Usage | undefined;
  #error: AppError | undefined;

  constructor(inbound: Inbound, upstreamModel: string) {
    this.#shownModel = inbound.model === upstreamModel ? undefined : JSON.stringify(inbound.model);
  }

  get usage(): Usage | undefined {
    const usage = this.#usage;
    return usage !== undefined && isBlank(usage) && this.#outputChars > 0 ? undefined : usage;
  }

  /** The wire has no end mark: whole when every candidate seen was ended, or the prompt was refused. */
  get finished(): boolean {
    return this.#open.size === 0 && (this.#closed.size > 0 || this.#isBlocked);
  }

  get error(): AppError | undefined {
    return this.#error;
  }

  get output(): string {
    return this.#output.join("");
  }

  step(frame: SseFrame): Sniff {
    const { data } = frame;
    if (data === null || data === "") return { kind: "quiet", forward: frame.raw };
    const chunk = parseChunk(data);
    if (chunk === undefined) return MALFORMED;
    const error = readInbandError(chunk);
    if (error !== undefined) {
      this.#error = error;
      return ERROR;
    }
    const usage = readUsage(chunk["usageMetadata"]);
    if (usage !== undefined) this.#usage = usage;
    if (isBlocked(chunk)) this.#isBlocked = true;
    const { candidates } = chunk;
    const isQuiet = !Array.isArray(candidates) || candidates.length === 0;
    if (!isQuiet) for (const candidate of candidates as unknown[]) this.#readCandidate(candidate);
    const forward = this.#rewrite(frame, data, chunk);
    return { kind: isQuiet && !this.#isBlocked ? "quiet" : "event", forward };
  }

  #readCandidate(candidate: unknown): void {
    if (!isRecord(candidate)) return;
    const index = candidate["index"] ?? 0;
    if (isFinish(candidate["finishReason"])) {
      this.#open.delete(index);
      this.#closed.add(index);
    } else if (!this.#closed.has(index)) this.#open.add(index);
    eachText(candidate["content"], this.#push);
  }

  readonly #push = (text: string): void => {
    if (text === "" || this.#outputChars > MAX_OUTPUT_CHARS) return;
    this.#outputChars += text.length;
    this.#output.push(text);
  };

  #rewrite(frame: SseFrame, data: string, chunk: Wire): string {
    const model = chunk["modelVersion"];
    if (this.#shownModel === undefined || typeof model !== "string") return frame.raw;
    const text = renameChunk(data, JSON.stringify(model), this.#shownModel);
    // Line breaks in JSON text only stand between tokens, so a space can take their place.
    return writeSse(
      text.includes("\n") ? text.replaceAll("\n", " ") : text,
      frame.event ?? undefined,
    );
  }
}

function parseChunk(data: string): Wire | undefined {
  try {
    const chunk: unknown = JSON.parse(data);
    return isRecord(chunk) ? chunk : undefined;
  } catch {
    return undefined;
  }
}
