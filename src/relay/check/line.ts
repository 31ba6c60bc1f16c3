/** The line to an endpoint under check: every call is bounded in time and size, and nothing is sent to another host. */

import { AppError } from "../../base/errors.ts";
import { sentence, type Sentence } from "../../base/sentence.ts";
import { sendUpstream, type UpstreamCall } from "../../llm/upstream.ts";

/** One call. Models that think take their time even for a word. */
const CALL_MS = 30_000;
/** The whole check: less than a browser or the command line waits for its answer. */
const TOTAL_MS = 180_000;
/** Long lists of models are a few megabytes. */
const MAX_BYTES = 16 * 1024 * 1024;

export type Send = (call: UpstreamCall) => Promise<Response>;

export interface LineOptions {
  /** Absent: over the network. */
  readonly send?: Send | undefined;
  readonly callMs?: number | undefined;
  readonly totalMs?: number | undefined;
  /** Breaks the check off. */
  readonly signal?: AbortSignal | undefined;
}

export interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent makes it a GET. */
  readonly body?: string;
  readonly stream?: boolean;
  /** Less than the usual time for one call. */
  readonly limitMs?: number;
}

export interface Heard {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** No answer came, or not to its end. */
export class Unheard extends Error {
  override readonly name = "Unheard";
  readonly why: Sentence;

  constructor(why: Sentence, options: ErrorOptions) {
    super(why.message, options);
    this.why = why;
  }
}

export class Line {
  readonly #send: Send;
  readonly #callMs: number;
  readonly #total: AbortSignal;

  constructor(options: LineOptions = {}) {
    this.#send = options.send ?? sendUpstream;
    this.#callMs = options.callMs ?? CALL_MS;
    const timeout = AbortSignal.timeout(options.totalMs ?? TOTAL_MS);
    this.#total = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  }

  /** True: there is no time left, so what was not tried stays untried. */
  get isOver(): boolean {
    return this.#total.aborted;
  }

  /** The whole answer, whatever its status. Throws Unheard when none came in time. */
  async call(call: Call): Promise<Heard> {
    const chunks: Uint8Array[] = [];
    const { status, headers } = await this.read(call, (bytes) => chunks.push(bytes));
    return { status, headers, text: Buffer.concat(chunks).toString("utf8") };
  }

  /** Gives the bytes as they come. Throws Unheard when they did not come to the end in time, and what `take` throws. */
  async read(
    { limitMs, ...call }: Call,
    take: (bytes: Uint8Array, status: number) => void,
  ): Promise<{ status: number; headers: Headers }> {
    const waitMs = Math.min(limitMs ?? this.#callMs, this.#callMs);
    const signal = AbortSignal.any([AbortSignal.timeout(waitMs), this.#total]);
    try {
      const response = await this.#send({ ...call, stream: call.stream ?? false, signal });
      let size = 0;
      for await (const bytes of response.body ?? []) {
        size += bytes.byteLength;
        if (size > MAX_BYTES) throw new AppError("upstream_error", sentence("answer_too_long"));
        take(bytes, response.status);
      }
      return { status: response.status, headers: response.headers };
    } catch (thrown) {
      throw explain(thrown, signal, waitMs, this.isOver);
    }
  }
}

/** A redirect is an answer, and its AppError says where to; what has a cause never came. */
function explain(thrown: unknown, signal: AbortSignal, waitMs: number, isOver: boolean): Error {
  if (thrown instanceof AppError) {
    return thrown.cause === undefined
      ? thrown
      : new Unheard(sentence("no_answer", { why: thrown.message }), { cause: thrown });
  }
  const why = isOver
    ? sentence("out_of_time")
    : signal.aborted
      ? sentence("no_answer_within", { seconds: waitMs / 1000 })
      : sentence("connection_broke");
  return new Unheard(why, { cause: thrown });
}
