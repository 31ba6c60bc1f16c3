/**
 * A vendor's stream on its way to the client:
 *
 *   bytes -> whole frames -> sniffed (usage, finish, errors) -> forwarded -> exactly one ending
 *
 * The status line waits until the first good event, so an early failure is still a real status code. The last frame
 * waits until the bill is durable. After the first byte nothing throws: failures travel inside the stream.
 */

import { AppError, toAppError } from "../base/errors.ts";
import { KEEP_ALIVE, SseReader, type SseFrame } from "../base/sse.ts";
import type { Dialect, Inbound, StreamSniffer } from "../llm/dialect.ts";
import type { Attempt } from "./attempt.ts";
import { billOf } from "./billing.ts";
import { makeStreamSniffer } from "./bridge.ts";
import { type Call, endReason } from "./call.ts";
import type { RelayContext } from "./context.ts";

/** What came of reading on: text to forward, or how the stream ended (with the text that must come last). */
type Step =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "whole"; readonly text: string; readonly tail: string }
  | { readonly kind: "failed"; readonly text: string; readonly error: AppError };

const encoder = new TextEncoder();
const KEEP_ALIVE_BYTES = encoder.encode(KEEP_ALIVE);

export class StreamDelivery {
  readonly #context: RelayContext;
  readonly #call: Call;
  readonly #attempt: Attempt;
  readonly #inbound: Inbound;
  /** The client's dialect. */
  readonly #front: Dialect;
  readonly #sniffer: StreamSniffer;
  readonly #frames = new SseReader();
  readonly #reader: {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel(): Promise<void>;
  };
  #hasEvent = false;
  /** Comments and the like that came before the first event; they leave with it. */
  #prelude = "";
  #tail = "";
  /** All that was sent, for an answer that is to be kept. */
  #sent = "";
  /** The step read before the status line was sent, or still being read when its time ran out. */
  #ahead: Promise<Step> | undefined;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #lastSentAt = 0;
  /** When the client was last given something and has not asked for more: its own time, not ours. */
  #clientSince: number | undefined;

  constructor(
    context: RelayContext,
    call: Call,
    attempt: Attempt,
    front: Dialect,
    inbound: Inbound,
    response: Response,
  ) {
    this.#context = context;
    this.#call = call;
    this.#attempt = attempt;
    this.#inbound = inbound;
    this.#front = front;
    this.#sniffer = makeStreamSniffer(front, inbound, attempt.target);
    if (!response.body) throw this.#cut("answered without a body");
    this.#reader = response.body.getReader();
  }

  /** Resolves when the status line may be sent: the first good event is here, or its time is up. Throws before that. */
  async firstEvent(): Promise<void> {
    this.#ahead = this.#next();
    const holdMs = this.#context.config.relay.firstByteHoldSeconds * 1000;
    // Once the status line is out nobody can take over.
    const until = Math.max(performance.now() + holdMs, this.#attempt.failsOverAt);
    const patience = new Promise<undefined>((resolve) => {
      this.#attempt.onTick((now) => {
        if (now > until) resolve(undefined);
      });
    });
    const step = await Promise.race([this.#ahead, patience]);
    if (step?.kind === "failed" && !this.#hasEvent) throw step.error;
  }

  /** The client's body. Takes over: from here the delivery finishes the call by itself. */
  body(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
        this.#lastSentAt = performance.now();
        this.#attempt.onTick((now) => this.#keepAlive(now));
      },
      pull: () => this.#pull(),
      cancel: () => this.abandon(),
    });
  }

  /** The client has gone: cancel the vendor and bill what had been delivered. */
  async abandon(): Promise<void> {
    this.#controller = undefined;
    const error = new AppError(
      "client_closed_request",
      "The client went away before the stream ended.",
    );
    this.#attempt.abort(error);
    await this.#finishBroken(error);
  }

  async #pull(): Promise<void> {
    if (this.#clientSince !== undefined)
      this.#call.waitedMs += performance.now() - this.#clientSince;
    this.#clientSince = undefined;
    try {
      const step = await (this.#ahead ?? this.#next());
      this.#ahead = undefined;
      if (step.text !== "") this.#send(step.text);
      if (step.kind === "whole") await this.#endWhole(step.tail);
      else if (step.kind === "failed") await this.#endBroken(step.error);
      else this.#clientSince = performance.now();
    } catch (thrown) {
      // A rejection here would end the process; whatever the defect, the client gets an error and the call its end.
      await this.#endBroken(toAppError(thrown));
    }
  }

  /** Reads on until there is something to forward or the stream ended. Never rejects. */
  async #next(): Promise<Step> {
    const { timeouts } = this.#context.config.relay;
    try {
      for (;;) {
        const limit = this.#hasEvent ? timeouts.idleSeconds : timeouts.firstTokenSeconds;
        this.#attempt.expect(limit);
        const { done, value } = await this.#reader.read();
        this.#attempt.arrived();
        const step = done || !value ? this.#atEnd() : this.#take(this.#frames.push(value));
        if (step) return step;
      }
    } catch (thrown) {
      return { kind: "failed", text: "", error: this.#readError(this.#attempt.explain(thrown)) };
    }
  }

  /** Sniffs frames in order. Undefined: nothing in them to forward yet. */
  #take(frames: readonly SseFrame[]): Step | undefined {
    let text = this.#prelude;
    this.#prelude = "";
    for (const frame of frames) {
      const { kind, forward } = this.#sniffer.step(frame);
      if (kind === "event") {
        if (!this.#hasEvent) this.#begin();
        // Where no end mark follows the finish, what comes with it is the last that the client gets: after the bill.
        if (this.#front.streamEnd === "" && this.#sniffer.finished) this.#tail += forward ?? "";
        else text += forward ?? "";
      } else if (kind === "quiet") {
        text += forward ?? "";
      } else if (kind === "end") {
        return this.#whole(text, forward ?? "");
      } else if (kind === "error") {
        return {
          kind: "failed",
          text,
          error: this.#sniffer.error ?? this.#cut("reported a failure"),
        };
      } else {
        return { kind: "failed", text, error: this.#cut("sent an event that cannot be read") };
      }
    }
    if (this.#hasEvent && text !== "") return { kind: "text", text };
    this.#prelude = text;
    return undefined;
  }

  /** The vendor closed the connection. Whole only if it had said that the answer was finished. */
  #atEnd(): Step {
    const last = this.#frames.end();
    const step = last ? this.#take([last]) : undefined;
    if (step && step.kind !== "text") return step;
    const text = step?.text ?? this.#prelude;
    const end = this.#sniffer.halt?.();
    if (end?.kind === "end") return this.#whole(text, end.forward ?? "");
    if (end?.kind === "error" && this.#sniffer.error)
      return { kind: "failed", text, error: this.#sniffer.error };
    if (this.#sniffer.finished) return this.#whole(text, this.#front.streamEnd);
    return {
      kind: "failed",
      text,
      error: this.#cut("ended the stream before the answer was finished"),
    };
  }

  #begin(): void {
    this.#hasEvent = true;
    this.#call.firstTokenAt = performance.now();
    this.#attempt.succeed();
  }

  /** The vendor finished its answer. One that holds nothing at all is none. */
  #whole(text: string, tail: string): Step {
    if (!this.#hasEvent && !this.#sniffer.finished) {
      return { kind: "failed", text, error: this.#cut("sent an empty stream") };
    }
    return { kind: "whole", text, tail: this.#tail + tail };
  }

  #cut(what: string): AppError {
    return new AppError(
      "upstream_cut",
      `The provider \`${this.#attempt.target.provider.name}\` ${what}.`,
    );
  }

  #writeError(error: AppError): string {
    return this.#sniffer.writeError?.(error) ?? this.#front.writeStreamError(error);
  }

  /** A connection that breaks off once events have come is a cut stream, not a failed request. */
  #readError(error: AppError): AppError {
    if (error.code !== "upstream_error" || !this.#hasEvent) return error;
    return new AppError(
      "upstream_cut",
      `The connection to the provider \`${this.#attempt.target.provider.name}\` broke off in the middle of the stream.`,
      {},
      { cause: error.cause },
    );
  }

  async #endWhole(tail: string): Promise<void> {
    this.#attempt.end();
    try {
      const bill = await billOf(this.#inbound, this.#front, this.#sniffer);
      this.#call.keepBodies(this.#inbound.text, this.#sniffer.output);
      this.#call.keepAnswer("text/event-stream; charset=utf-8", this.#sent + tail);
      await this.#call.finish({ reason: "complete", status: 200, ...bill });
      this.#send(tail);
    } catch (thrown) {
      this.#send(this.#writeError(toAppError(thrown)));
    }
    this.#close();
  }

  async #endBroken(error: AppError): Promise<void> {
    if (this.#call.finished) return;
    this.#attempt.abort(error);
    if (error.code !== "client_closed_request")
      this.#context.health.target(this.#attempt.target).fail(this.#context.clock.now());
    await this.#finishBroken(error);
    this.#send(this.#writeError(error));
    this.#close();
  }

  /** Bills what was delivered of a stream that did not end well. Never rejects: there is no one left to tell. */
  async #finishBroken(error: AppError): Promise<void> {
    this.#attempt.end();
    try {
      // A reader that is still waiting when its stream is dropped keeps the connection; cancelling frees it.
      void this.#reader.cancel().catch(() => undefined);
      const bill =
        this.#hasEvent && this.#sniffer.output !== ""
          ? await billOf(this.#inbound, this.#front, this.#sniffer)
          : {};
      await this.#call.finish({
        reason: endReason(error),
        status: error.status,
        error,
        ...bill,
      });
    } catch (thrown) {
      this.#context.log.error("a broken stream could not be billed", {
        id: this.#call.id,
        error: thrown,
      });
    }
  }

  #send(text: string): void {
    if (!this.#controller) return;
    this.#lastSentAt = performance.now();
    if (this.#call.keeper) this.#sent += text;
    this.#controller.enqueue(encoder.encode(text));
  }

  #close(): void {
    this.#controller?.close();
    this.#controller = undefined;
  }

  #keepAlive(now: number): void {
    if (
      !this.#controller ||
      now - this.#lastSentAt < this.#context.config.relay.keepAliveSeconds * 1000
    )
      return;
    this.#lastSentAt = now;
    // A client that does not read needs no comment to keep its connection busy.
    if ((this.#controller.desiredSize ?? 0) > 0) this.#controller.enqueue(KEEP_ALIVE_BYTES);
  }
}
