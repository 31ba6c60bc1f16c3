/**
 * Between a client's dialect and a vendor's. The same dialect on both sides: bytes pass through. Different ones: both
 * meet in the canonical form. Nothing here knows which dialects there are.
 */

import { AppError } from "../base/errors.ts";
import type { SseFrame } from "../base/sse.ts";
import type { CanonicalRequest, StreamEvent } from "../llm/canonical.ts";
import type { EventReader, EventWriter } from "../llm/codec.ts";
import type { Dialect, Sniff, StreamSniffer } from "../llm/dialect.ts";
import type { Inbound, Usage } from "../llm/inbound.ts";
import { applyQuirks, applyQuirksToRequest, findUnservable, type Quirks } from "../llm/quirks.ts";
import type { Target } from "./directory.ts";

export interface WholeAnswer {
  /** For the client, in its dialect. */
  readonly text: string;
  readonly usage: Usage | undefined;
  /** Text of the answer: what is counted when usage is missing. */
  readonly output: string;
}

/** The request as the vendor reads it. */
export function writeVendorRequest(
  front: Dialect,
  inbound: Inbound,
  target: Target,
  quirks: Quirks | undefined,
): string {
  const { dialect } = target.provider;
  if (dialect === front) {
    const text = dialect.passRequest(inbound, target.upstreamId);
    if (!quirks) return text;
    if (quirks.no_tools || quirks.no_vision)
      refuseUnservable(front.codec.readRequest(inbound), target, quirks);
    return applyQuirks(text, quirks);
  }
  if (inbound.operation === "embeddings") {
    return embeddingsOf(dialect).writeRequest({
      ...embeddingsOf(front).readRequest(inbound),
      model: target.upstreamId,
    });
  }
  const request = { ...front.codec.readRequest(inbound), model: target.upstreamId };
  const whole =
    request.maxOutputTokens === undefined ? { ...request, ...defaultOutput(target) } : request;
  if (!quirks) return dialect.codec.writeRequest(whole);
  refuseUnservable(whole, target, quirks);
  return applyQuirks(dialect.codec.writeRequest(applyQuirksToRequest(whole, quirks)), quirks);
}

/** Throws AppError when the vendor cannot serve the request whatever is done to it. */
function refuseUnservable(request: CanonicalRequest, target: Target, quirks: Quirks): void {
  const reason = findUnservable(request, quirks);
  if (reason === undefined) return;
  throw new AppError("invalid_request", `The provider \`${target.provider.name}\` ${reason}.`, {
    param: "model",
  });
}

/** Some dialects must name a maximum: the model's own, where it is known. */
function defaultOutput(target: Target): { maxOutputTokens?: number } {
  const { provider, upstreamId } = target;
  const limit = provider.dialect.needsOutputLimit
    ? provider.findFacts(upstreamId)?.maxOutput
    : undefined;
  return limit === undefined ? {} : { maxOutputTokens: limit };
}

/** The vendor's whole answer as the client reads it. Throws AppError("upstream_error") on what is not one. */
export function readWholeAnswer(
  front: Dialect,
  inbound: Inbound,
  target: Target,
  text: string,
): WholeAnswer {
  const { dialect } = target.provider;
  const { usage, output } = dialect.sniffResponse(inbound.operation, text);
  if (dialect === front) {
    return { text: dialect.passResponse(inbound, target.upstreamId, text), usage, output };
  }
  if (inbound.operation === "embeddings") {
    const vectors = { ...embeddingsOf(dialect).readResponse(text), model: inbound.model };
    return { text: embeddingsOf(front).writeResponse(vectors, inbound), usage, output };
  }
  const response = { ...dialect.codec.readResponse(text), model: inbound.model };
  return { text: front.codec.writeResponse(response), usage: response.usage ?? usage, output };
}

function embeddingsOf(dialect: Dialect): NonNullable<Dialect["embeddings"]> {
  if (dialect.embeddings) return dialect.embeddings;
  throw new AppError("invalid_request", `The ${dialect.name} dialect has no embeddings.`, {
    param: "model",
  });
}

export function makeStreamSniffer(front: Dialect, inbound: Inbound, target: Target): StreamSniffer {
  const { dialect } = target.provider;
  if (dialect === front) return dialect.makeSniffer(inbound, target.upstreamId);
  return new TranslatingSniffer(dialect, front, inbound);
}

const QUIET: Sniff = { kind: "quiet", forward: null };
const ERROR: Sniff = { kind: "error", forward: null };

/** Reads a vendor's stream in its dialect and gives it on in the client's. */
class TranslatingSniffer implements StreamSniffer {
  readonly #reader: EventReader;
  readonly #writer: EventWriter;
  readonly #output: string[] = [];
  /** What the client's dialect says before the answer; it leaves with the first part of the answer, or with its end. */
  #opening: string | undefined = "";
  usage: Usage | undefined;
  finished = false;
  error: AppError | undefined;

  constructor(vendor: Dialect, front: Dialect, inbound: Inbound) {
    this.#reader = vendor.codec.makeEventReader();
    this.#writer = front.codec.makeEventWriter({
      model: inbound.model,
      wantsUsage: inbound.wantsUsage,
    });
  }

  get output(): string {
    return this.#output.join("");
  }

  step(frame: SseFrame): Sniff {
    return this.#take(this.#reader.step(frame));
  }

  halt(): Sniff {
    return this.#take(this.#reader.halt());
  }

  writeError(error: AppError): string {
    const opening = this.#opening ?? "";
    this.#opening = undefined;
    return opening + this.#writer.write({ type: "error", error });
  }

  #take(events: readonly StreamEvent[]): Sniff {
    let text = this.#opening ?? "";
    let isAnswer = false;
    for (const event of events) {
      if (event.type === "error") {
        this.error = event.error;
        return ERROR;
      }
      if (event.type === "usage") this.usage = event.usage;
      else if (event.type === "finish") this.finished = true;
      else if (event.type !== "start") {
        isAnswer = true;
        if ("text" in event) this.#output.push(event.text);
        else if (event.type === "tool-start") this.#output.push(event.name);
      }
      text += this.#writer.write(event);
    }
    if (this.finished) return { kind: "end", forward: text };
    if (isAnswer) {
      this.#opening = undefined;
      return { kind: "event", forward: text };
    }
    if (this.#opening === undefined) return text === "" ? QUIET : { kind: "quiet", forward: text };
    this.#opening = text;
    return QUIET;
  }
}
