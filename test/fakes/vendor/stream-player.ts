/**
 * Plays the frames of a stream, with the faults at their places:
 *
 *   headers -> firstTokenDelay -> for each frame: [error | cut | stall | malformed] -> chunkDelay -> frame -> end
 *
 * Frames gather in `#pending` and leave in one write, until something needs them on the wire (a delay, a fault, the end).
 */
import { cutConnection, cutPoint, writeInPieces, writesInPieces } from "./body-writer.ts";
import type { Dialect, Frame, Problem } from "./dialects/dialect.ts";
import type { Faults } from "./faults.ts";
import { type Framing, makeFraming } from "./framing.ts";
import type { Exchange } from "./http/exchange.ts";

const GATHER = 256;

export interface StreamPlan {
  readonly dialect: Dialect;
  readonly stream: "sse" | "array";
  readonly headerLines: string;
  readonly frames: readonly Frame[];
  readonly faults: Faults;
  /** The in-band error, when one is due. */
  readonly problem: Problem | undefined;
}

export async function playStream(exchange: Exchange, plan: StreamPlan): Promise<void> {
  exchange.start(200, plan.headerLines);
  await new StreamPlayer(exchange, plan).play();
}

class StreamPlayer {
  readonly #exchange: Exchange;
  readonly #plan: StreamPlan;
  readonly #framing: Framing;
  readonly #deltas: number;
  #pending: string[] = [];
  #sent = 0;
  #malformed = false;

  constructor(exchange: Exchange, plan: StreamPlan) {
    this.#exchange = exchange;
    this.#plan = plan;
    this.#framing = makeFraming(plan.stream, plan.faults.crlf ? "\r\n" : plan.dialect.eol);
    this.#deltas = plan.frames.reduce(
      (count, frame) => count + (frame.kind === "delta" ? 1 : 0),
      0,
    );
  }

  async play(): Promise<void> {
    const { faults, frames } = this.#plan;
    if (faults.firstTokenDelayMs) await this.#pause(faults.firstTokenDelayMs);
    for (let i = 0; i <= frames.length; i++) {
      const frame = frames[i];
      if (await this.#fault(frame)) return;
      if (frame === undefined) break;
      if (frame.kind === "delta") {
        if (faults.chunkDelayMs && this.#sent > 0) await this.#pause(faults.chunkDelayMs);
        this.#sent++;
      }
      this.#pending.push(this.#framing.frame(frame));
      if (this.#pending.length >= GATHER) await this.#send();
      if (this.#exchange.over) return;
    }
    await this.#finish();
  }

  /** Does the faults that are due before `next`; true when the stream is over because of one. */
  async #fault(next: Frame | undefined): Promise<boolean> {
    const { faults, dialect, problem } = this.#plan;
    if (this.#due(faults.malformedAfterChunks) && !this.#malformed) {
      this.#malformed = true;
      this.#pending.push(this.#framing.frame(dialect.malformedEvent));
    }
    if (problem !== undefined && this.#due(faults.errorInStream ?? 0)) {
      this.#pending.push(this.#framing.frame(dialect.errorEvent(problem)));
      await this.#finish();
      return true;
    }
    if (this.#due(cutPoint(faults))) {
      if (faults.cutMidFrame && next !== undefined) {
        const text = this.#framing.frame(next);
        this.#pending.push(text.slice(0, Math.ceil(text.length / 2)));
      }
      await this.#send();
      await cutConnection(this.#exchange, faults);
      return true;
    }
    if (this.#due(faults.stallAfterChunks)) {
      await this.#pause(Infinity);
      return true;
    }
    return false;
  }

  #due(after: number | undefined): boolean {
    return after !== undefined && this.#sent >= Math.min(after, this.#deltas);
  }

  async #finish(): Promise<void> {
    if (!this.#plan.faults.missingDone && this.#framing.end !== "")
      this.#pending.push(this.#framing.end);
    if (writesInPieces(this.#plan.faults)) await this.#send();
    else this.#exchange.writeAll(this.#pending);
    await this.#exchange.end();
  }

  /** Silence on the wire, but for keep-alives. */
  async #pause(ms: number): Promise<void> {
    await this.#send();
    const every = this.#plan.faults.pingMs ?? Infinity;
    const { pingEvent } = this.#plan.dialect;
    for (let left = ms; left > 0 && !this.#exchange.over; left -= every) {
      await this.#exchange.sleep(Math.min(left, every));
      if (left <= every) return;
      this.#pending.push(
        pingEvent === undefined ? this.#framing.comment : this.#framing.frame(pingEvent),
      );
      await this.#send();
    }
  }

  async #send(): Promise<void> {
    const pieces = this.#pending;
    if (pieces.length === 0) return;
    this.#pending = [];
    if (writesInPieces(this.#plan.faults)) {
      await writeInPieces(this.#exchange, Buffer.from(pieces.join("")), this.#plan.faults);
    } else {
      this.#exchange.writeAll(pieces);
      await this.#exchange.flush();
    }
  }
}
