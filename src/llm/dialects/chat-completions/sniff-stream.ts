/** Reads a vendor's stream beside the bytes that pass through: usage, finish reasons, failures, text for counting. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import { type SseFrame, writeSse } from "../../../base/sse.ts";
import type { Inbound, Sniff, StreamSniffer, Usage } from "../../dialect.ts";
import { replaceModel } from "../../model-field.ts";
import { readInbandError, vendorError } from "./errors.ts";
import { eachOutput } from "./output-text.ts";
import { isBlank, readUsage } from "./usage.ts";

type Chunk = Readonly<Record<string, unknown>>;

/** More text than any model gives in one answer; past it nothing is kept, so a runaway vendor cannot fill memory. */
const MAX_OUTPUT_CHARS = 8_000_000;

const DROPPED_EVENT: Sniff = { kind: "event", forward: null };
const ERROR: Sniff = { kind: "error", forward: null };
const MALFORMED: Sniff = { kind: "malformed", forward: null };

export function makeSniffer(inbound: Inbound, upstreamModel: string): StreamSniffer {
  return new ChatSniffer(inbound, upstreamModel);
}

class ChatSniffer implements StreamSniffer {
  readonly #choices: number;
  readonly #wantsUsage: boolean;
  /** The name to put in each chunk, as JSON; undefined leaves the vendor's. */
  readonly #shownModel: string | undefined;
  /** The vendor's name for the model, and the same as JSON: chunks repeat it. */
  #vendorModel: string | undefined;
  #vendorModelJson = "";
  readonly #output: string[] = [];
  #outputChars = 0;
  readonly #open = new Set<unknown>();
  readonly #closed = new Set<unknown>();
  #ended = false;
  #usage: Usage | undefined;
  #error: AppError | undefined;

  constructor(inbound: Inbound, upstreamModel: string) {
    this.#choices = inbound.choices;
    this.#wantsUsage = inbound.wantsUsage;
    this.#shownModel = inbound.model === upstreamModel ? undefined : JSON.stringify(inbound.model);
  }

  get usage(): Usage | undefined {
    const usage = this.#usage;
    return usage !== undefined && isBlank(usage) && this.#outputChars > 0 ? undefined : usage;
  }

  /** Vendors that ignore `n` end their stream with fewer choices; their end mark then stands for the missing ones. */
  get finished(): boolean {
    if (this.#open.size > 0 || this.#closed.size === 0) return false;
    return this.#ended || this.#closed.size >= this.#choices;
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
    if (data.startsWith("[DONE]")) return this.#end(frame);
    const chunk = parseChunk(data);
    if (chunk === undefined) return this.#refuse(frame);
    const error = readInbandError(chunk);
    if (error !== undefined) {
      this.#error = error;
      return ERROR;
    }
    return this.#readChunk(frame, data, chunk);
  }

  /** An end mark while a choice waits for its reason is no end: the answer may lack anything. */
  #end(frame: SseFrame): Sniff {
    this.#ended = true;
    if (this.#open.size === 0) return { kind: "end", forward: frame.raw };
    this.#error = new AppError(
      "upstream_cut",
      "The vendor ended the answer without a finish reason.",
    );
    return ERROR;
  }

  #refuse(frame: SseFrame): Sniff {
    if (frame.event !== "error") return MALFORMED;
    this.#error = vendorError(frame.data ?? "");
    return ERROR;
  }

  #readChunk(frame: SseFrame, data: string, chunk: Chunk): Sniff {
    const usage = readUsage(chunk["usage"], chunk["service_tier"]);
    if (usage !== undefined) this.#usage = usage;
    const choices = chunk["choices"];
    if (Array.isArray(choices) && choices.length > 0) {
      for (const choice of choices as unknown[]) {
        if (isRecord(choice) && this.#readChoice(choice)) return ERROR;
      }
      return { kind: "event", forward: this.#rewrite(frame, data, chunk) };
    }
    // No choice in it: the usage report forced upstream, or a vendor's extra (Azure's prompt filter, a ping).
    if (!isRecord(chunk["usage"]))
      return { kind: "quiet", forward: this.#rewrite(frame, data, chunk) };
    if (!this.#wantsUsage) return DROPPED_EVENT;
    return { kind: "event", forward: this.#rewrite(frame, data, chunk) };
  }

  /** True when the choice reports a failure. */
  #readChoice(choice: Chunk): boolean {
    const index = choice["index"] ?? 0;
    const reason = choice["finish_reason"];
    if (reason === "error") {
      this.#error = vendorError("The vendor ended the answer with an error.");
      return true;
    }
    if (typeof reason === "string" && reason !== "") {
      this.#open.delete(index);
      this.#closed.add(index);
    } else if (!this.#closed.has(index)) this.#open.add(index);
    if (isRecord(choice["delta"])) eachOutput(choice["delta"], this.#push);
    else if (typeof choice["text"] === "string") this.#push(choice["text"]);
    return false;
  }

  readonly #push = (text: string): void => {
    if (text === "" || this.#outputChars > MAX_OUTPUT_CHARS) return;
    this.#outputChars += text.length;
    this.#output.push(text);
  };

  #rewrite(frame: SseFrame, data: string, chunk: Chunk): string {
    let text = data;
    const model = chunk["model"];
    if (this.#shownModel !== undefined && typeof model === "string") {
      if (model !== this.#vendorModel) {
        this.#vendorModel = model;
        this.#vendorModelJson = JSON.stringify(model);
      }
      text = replaceModel(text, this.#vendorModelJson, this.#shownModel);
    }
    if (chunk["usage"] === null && !this.#wantsUsage) text = dropNullUsage(text);
    if (text === data) return frame.raw;
    // Line breaks in JSON text only stand between tokens, so a space can take their place.
    return writeSse(
      text.includes("\n") ? text.replaceAll("\n", " ") : text,
      frame.event ?? undefined,
    );
  }
}

function parseChunk(data: string): Chunk | undefined {
  try {
    const chunk: unknown = JSON.parse(data);
    return isRecord(chunk) ? chunk : undefined;
  } catch {
    return undefined;
  }
}

const NULL_USAGE = [',"usage":null', ', "usage": null'];

/** The forced report puts `usage: null` in every chunk; a client that did not ask would not have seen it. */
function dropNullUsage(text: string): string {
  for (const spelling of NULL_USAGE) {
    const at = text.indexOf(spelling);
    if (at >= 0 && text.indexOf(spelling, at + 1) < 0) {
      return text.slice(0, at) + text.slice(at + spelling.length);
    }
  }
  return text;
}
