/** Reads a vendor's stream beside the bytes that pass through: usage, the end, failures, text for counting. */

import type { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import { type SseFrame, writeSse } from "../../../base/sse.ts";
import type { Inbound, Sniff, StreamSniffer, Usage } from "../../dialect.ts";
import { readInbandError, vendorError, writeStreamError } from "./errors.ts";
import { parseEvent, responseOf, type WireEvent } from "./event.ts";
import { addedText, deltaText, eachItemText } from "./output-text.ts";
import { replaceEventModel } from "./pass.ts";
import { isBlank, readUsage } from "./usage.ts";

/** More text than any model gives in one answer; past it nothing is kept, so a runaway vendor cannot fill memory. */
const MAX_OUTPUT_CHARS = 8_000_000;

const ERROR: Sniff = { kind: "error", forward: null };
const MALFORMED: Sniff = { kind: "malformed", forward: null };
const DROPPED: Sniff = { kind: "quiet", forward: null };

export function makeSniffer(inbound: Inbound, upstreamModel: string): StreamSniffer {
  return new ResponsesSniffer(inbound, upstreamModel);
}

class ResponsesSniffer implements StreamSniffer {
  /** The name to put in each `response`, as JSON; undefined leaves the vendor's. */
  readonly #shownModel: string | undefined;
  readonly #output: string[] = [];
  #outputChars = 0;
  /** Items whose text came in deltas: their `done` event only repeats it. */
  readonly #streamed = new Set<unknown>();
  readonly #model: string;
  #id = "";
  #created = 0;
  #sequence = 0;
  #hasEvent = false;
  #finished = false;
  #usage: Usage | undefined;
  #error: AppError | undefined;

  constructor(inbound: Inbound, upstreamModel: string) {
    this.#model = inbound.model;
    this.#shownModel = inbound.model === upstreamModel ? undefined : JSON.stringify(inbound.model);
  }

  get usage(): Usage | undefined {
    const usage = this.#usage;
    return usage !== undefined && isBlank(usage) && this.#outputChars > 0 ? undefined : usage;
  }

  get finished(): boolean {
    return this.#finished;
  }

  get error(): AppError | undefined {
    return this.#error;
  }

  get output(): string {
    return this.#output.join("");
  }

  writeError(error: AppError): string {
    return writeStreamError(error, {
      sequence: this.#sequence,
      id: this.#id,
      model: this.#model,
      created: this.#created,
      output: [],
    });
  }

  step(frame: SseFrame): Sniff {
    const { data } = frame;
    if (data === null || data === "") return { kind: "quiet", forward: frame.raw };
    // Not the dialect's own, though some vendors send it: clients would stop reading there, before an error of ours.
    if (data.startsWith("[DONE]")) return DROPPED;
    const event = parseEvent(frame);
    if (event === undefined) return this.#refuse(frame);
    const { sequence_number: sequence } = event.data;
    if (typeof sequence === "number") this.#sequence = sequence + 1;
    return this.#read(frame, data, event);
  }

  #refuse(frame: SseFrame): Sniff {
    if (frame.event !== "error") return MALFORMED;
    this.#error = vendorError(frame.data ?? "");
    return ERROR;
  }

  #read(frame: SseFrame, data: string, event: WireEvent): Sniff {
    switch (event.type) {
      case "response.completed":
      case "response.incomplete":
        return this.#end(frame, data, event);
      case "response.failed":
      case "response.cancelled":
        this.#readUsage(event);
        return this.#fail(readInbandError({ status: "failed", ...responseOf(event) }));
      case "error":
        return this.#fail(readInbandError({ ...event.data, type: "error" }));
      // They come at once, whatever becomes of the call: a failure right behind them can still go to another vendor.
      case "response.created":
      case "response.queued":
      case "response.in_progress":
        this.#readFacts(responseOf(event));
        return { kind: "quiet", forward: this.#rewrite(frame, data, event) };
      default:
        return this.#readOutput(frame, event);
    }
  }

  #readFacts({ id, created_at: created }: Readonly<Record<string, unknown>>): void {
    if (typeof id === "string") this.#id = id;
    if (typeof created === "number") this.#created = created;
  }

  #fail(error: AppError | undefined): Sniff {
    this.#error = error;
    return ERROR;
  }

  /**
   * The last event holds the bill and ends the stream. An answer with no output at all has no event before it; then it
   * is the one event, and the end is where the vendor closes.
   */
  #end(frame: SseFrame, data: string, event: WireEvent): Sniff {
    this.#readUsage(event);
    this.#finished = true;
    const kind = this.#hasEvent ? "end" : "event";
    return { kind, forward: this.#rewrite(frame, data, event) };
  }

  #readUsage(event: WireEvent): void {
    const { usage, service_tier: service } = responseOf(event);
    this.#usage = readUsage(usage, service) ?? this.#usage;
  }

  #readOutput(frame: SseFrame, event: WireEvent): Sniff {
    // `keepalive`, and what gateways add of their own.
    if (!event.type.startsWith("response.")) return { kind: "quiet", forward: frame.raw };
    this.#hasEvent = true;
    const { output_index: index, item } = event.data;
    const delta = deltaText(event.data, event.type);
    if (delta !== "") {
      this.#streamed.add(index);
      this.#push(delta);
    } else if (event.type === "response.output_item.added") this.#push(addedText(item));
    else if (event.type === "response.output_item.done" && isRecord(item)) {
      if (!this.#streamed.has(index)) eachItemText({ ...item, name: undefined }, this.#push);
    }
    return { kind: "event", forward: frame.raw };
  }

  readonly #push = (text: string): void => {
    if (text === "" || this.#outputChars > MAX_OUTPUT_CHARS) return;
    this.#outputChars += text.length;
    this.#output.push(text);
  };

  #rewrite(frame: SseFrame, data: string, event: WireEvent): string {
    const { model } = responseOf(event);
    if (this.#shownModel === undefined || typeof model !== "string") return frame.raw;
    const text = replaceEventModel(data, JSON.stringify(model), this.#shownModel);
    // Line breaks in JSON text only stand between tokens, so a space can take their place.
    return writeSse(
      text.includes("\n") ? text.replaceAll("\n", " ") : text,
      frame.event ?? undefined,
    );
  }
}
