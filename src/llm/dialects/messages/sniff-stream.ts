/** Reads a vendor's stream beside the bytes that pass through: usage, stop reason, failures, text for counting. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import { type SseFrame, writeSse } from "../../../base/sse.ts";
import type { Inbound, Sniff, StreamSniffer, Usage } from "../../dialect.ts";
import { vendorError } from "./errors.ts";
import { parseEvent, type WireEvent } from "./event.ts";
import { eachText } from "./output-text.ts";
import { setStartModel } from "./pass.ts";
import { mergeReports, readPromptUsage, readUsage } from "./usage.ts";

type Wire = Readonly<Record<string, unknown>>;

/** More text than any model gives in one answer; past it nothing is kept, so a runaway vendor cannot fill memory. */
const MAX_OUTPUT_CHARS = 8_000_000;

const DROPPED: Sniff = { kind: "quiet", forward: null };
const ERROR: Sniff = { kind: "error", forward: null };
const MALFORMED: Sniff = { kind: "malformed", forward: null };

/** Names whose events are part of the answer; any other is passed on and means nothing here. */
const ANSWER_EVENTS: ReadonlySet<string> = new Set([
  "message_start",
  "content_block_start",
  "content_block_delta",
  "content_block_stop",
  "message_delta",
]);

export function makeSniffer(inbound: Inbound, upstreamModel: string): StreamSniffer {
  return new MessagesSniffer(inbound, upstreamModel);
}

class MessagesSniffer implements StreamSniffer {
  /** The name to put in `message_start`, as JSON; undefined leaves the vendor's. */
  readonly #shownModel: string | undefined;
  readonly #output: string[] = [];
  #outputChars = 0;
  #messageId: unknown;
  #report: Wire | undefined;
  /** The report's output count is only a beginning until `message_delta` has restated it. */
  #isCounted = false;
  #stopped = false;
  #error: AppError | undefined;

  constructor(inbound: Inbound, upstreamModel: string) {
    this.#shownModel = inbound.model === upstreamModel ? undefined : JSON.stringify(inbound.model);
  }

  get usage(): Usage | undefined {
    return this.#isCounted ? readUsage(this.#report) : undefined;
  }

  get promptUsage(): Usage | undefined {
    return readPromptUsage(this.#report);
  }

  get finished(): boolean {
    return this.#stopped;
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
    const event = parseEvent(frame, data);
    if (event === undefined) {
      return frame.event === "error" ? this.#fail(vendorError(data)) : MALFORMED;
    }
    if (event.type === "error") return this.#fail(vendorError(event.fields));
    if (event.type === "message_stop") return this.#onStop(frame);
    if (event.type === "message_start" && this.#isRepeated(event)) return DROPPED;
    this.#read(event);
    const kind = ANSWER_EVENTS.has(event.type) ? "event" : "quiet";
    return { kind, forward: this.#forward(frame, data, event.type) };
  }

  #fail(error: AppError): Sniff {
    this.#error = error;
    return ERROR;
  }

  /** An end without a reason is no end: the answer may lack anything. */
  #onStop(frame: SseFrame): Sniff {
    if (this.#stopped) return { kind: "end", forward: named(frame, "message_stop") };
    return this.#fail(
      new AppError("upstream_cut", "The vendor ended the answer without a stop reason."),
    );
  }

  /** Some proxies send the same beginning twice, which the official clients refuse. */
  #isRepeated({ fields }: WireEvent): boolean {
    const id = isRecord(fields["message"]) ? fields["message"]["id"] : undefined;
    return id !== undefined && id === this.#messageId;
  }

  #read({ type, fields }: WireEvent): void {
    if (type === "content_block_delta") this.#readDelta(fields["delta"]);
    else if (type === "content_block_start") eachText(fields["content_block"], this.#push);
    else if (type === "message_delta") this.#readEnd(fields);
    else if (type === "message_start" && isRecord(fields["message"])) {
      this.#messageId = fields["message"]["id"];
      this.#report = mergeReports(this.#report, fields["message"]["usage"]);
      // A second message means that another model took over; what the first one ended with no longer counts.
      this.#stopped = false;
    }
  }

  #readEnd(fields: Wire): void {
    const delta = fields["delta"];
    if (isRecord(delta) && typeof delta["stop_reason"] === "string") this.#stopped = true;
    if (!isRecord(fields["usage"])) return;
    this.#report = mergeReports(this.#report, fields["usage"]);
    this.#isCounted = true;
  }

  #readDelta(delta: unknown): void {
    if (!isRecord(delta)) return;
    const text = delta["text"] ?? delta["partial_json"] ?? delta["thinking"];
    if (typeof text === "string") this.#push(text);
  }

  readonly #push = (text: string): void => {
    if (text === "" || this.#outputChars > MAX_OUTPUT_CHARS) return;
    this.#outputChars += text.length;
    this.#output.push(text);
  };

  #forward(frame: SseFrame, data: string, type: string): string {
    if (type !== "message_start" || this.#shownModel === undefined) return named(frame, type);
    // Line breaks in JSON text only stand between tokens, so a space can take their place.
    return writeSse(setStartModel(data, this.#shownModel).replaceAll("\n", " "), type);
  }
}

/** The frame with its name: the official clients look at nothing else, and some vendors leave it out. */
function named(frame: SseFrame, type: string): string {
  return frame.event === null ? `event: ${type}\n${frame.raw}` : frame.raw;
}
