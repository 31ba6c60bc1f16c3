/**
 * One dialect at one address, asked as the relay would ask it. A refusal that can be learned from is learned, and the
 * question put again: what was needed stays in `quirks` for the questions after it.
 */

import { AppError } from "../../base/errors.ts";
import { sentence } from "../../base/sentence.ts";
import type {
  CanonicalRequest,
  CanonicalResponse,
  Choice,
  Message,
  Part,
  ToolCallPart,
} from "../../llm/canonical.ts";
import type { Dialect, UpstreamFailure } from "../../llm/dialect.ts";
import {
  applyQuirks,
  applyQuirksToRequest,
  learnFromRefusal,
  mergeQuirks,
  type Quirks,
  writeQuirkWords,
} from "../../llm/quirks.ts";
import type { Call, Heard, Line } from "./line.ts";
import { Reading, type Streamed } from "./reading.ts";

export type Ask = Omit<CanonicalRequest, "model" | "stream">;

export interface Answer {
  /** As the vendor wrote it. */
  readonly text: string;
  readonly response: CanonicalResponse;
  readonly choice: Choice;
  /** The words of the answer; empty for one that only calls. */
  readonly said: string;
  readonly calls: readonly ToolCallPart[];
}

/** The vendor's own refusal. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly failure: UpstreamFailure;

  constructor(failure: UpstreamFailure) {
    super(`${failure.status}: ${failure.message}`);
    this.failure = failure;
  }
}

export interface SubjectOptions {
  readonly line: Line;
  readonly protocol: string;
  readonly dialect: Dialect;
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string;
}

/** More flags than any vendor needs for one question. */
const MOST_LEARNED = 5;
const MOST_WAIT_S = 5;

export class Subject {
  readonly protocol: string;
  readonly dialect: Dialect;
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string;
  readonly line: Line;
  quirks: Quirks = {};
  #learned: Quirks = {};

  constructor(options: SubjectOptions) {
    this.line = options.line;
    this.protocol = options.protocol;
    this.dialect = options.dialect;
    this.baseUrl = options.baseUrl;
    this.model = options.model;
    this.key = options.key;
  }

  /** A flag that is needed from now on. */
  learn(quirks: Quirks): void {
    this.quirks = mergeQuirks(this.quirks, quirks);
    this.#learned = mergeQuirks(this.#learned, quirks);
  }

  /** The flags learned since the last time, as words. */
  takeLearned(): string[] {
    const words = writeQuirkWords(this.#learned);
    this.#learned = {};
    return words;
  }

  /** Throws Refused, or AppError for what is no answer. */
  async ask(ask: Ask): Promise<Answer> {
    const { text } = await this.#insist(ask, false, (call) => this.line.call(call));
    return readAnswer(this.dialect, text);
  }

  /** Once, with flags or a key that are only tried: nothing is learned from it. */
  async askOnce(ask: Ask, quirks: Quirks, key: string = this.key): Promise<Answer> {
    const body = this.#write(ask, false, mergeQuirks(this.quirks, quirks));
    const heard = await this.line.call({ ...this.#call(false, key), body });
    if (isRefusal(heard)) throw new Refused(this.#readFailure(heard));
    return readAnswer(this.dialect, heard.text);
  }

  /** Throws Refused, or AppError for a stream that is none or did not end as it should. */
  async stream(ask: Ask): Promise<Streamed> {
    const reading = new Reading(this.dialect);
    const { headers } = await this.#insist(ask, true, async (call) => {
      const refused: Uint8Array[] = [];
      const head = await this.line.read(call, (bytes, status) => {
        if (status >= 200 && status < 300) reading.push(bytes);
        else refused.push(bytes);
      });
      return { ...head, text: Buffer.concat(refused).toString("utf8") };
    });
    return reading.end(headers.get("content-type") ?? "");
  }

  headers(key: string = this.key): Record<string, string> {
    return this.dialect.authHeaders(key);
  }

  async #insist(ask: Ask, stream: boolean, send: (call: Call) => Promise<Heard>): Promise<Heard> {
    let mayWait = true;
    for (let learned = 0; ;) {
      const body = this.#write(ask, stream, this.quirks);
      const heard = await send({ ...this.#call(stream), body });
      if (!isRefusal(heard)) return heard;
      const failure = this.#readFailure(heard);
      const lesson = learned < MOST_LEARNED ? learnFromRefusal(failure, body) : undefined;
      const waitS = failure.retryAfter ?? 1;
      if (lesson !== undefined) {
        this.learn(lesson);
        learned++;
      } else if (failure.status === 429 && mayWait && waitS <= MOST_WAIT_S) {
        mayWait = false;
        await Bun.sleep(waitS * 1000);
      } else throw new Refused(failure);
    }
  }

  #write(ask: Ask, stream: boolean, quirks: Quirks): string {
    const request: CanonicalRequest = { ...ask, model: this.model, stream };
    const { codec } = this.dialect;
    return applyQuirks(codec.writeRequest(applyQuirksToRequest(request, quirks)), quirks);
  }

  #call(stream: boolean, key?: string): Call {
    const url = this.dialect.operationUrl(this.baseUrl, "chat", this.model, stream);
    return { url, headers: this.headers(key), stream };
  }

  #readFailure({ status, headers, text }: Heard): UpstreamFailure {
    return this.dialect.readFailure(status, headers, text);
  }
}

function isRefusal({ status }: Heard): boolean {
  return status < 200 || status >= 300;
}

export function say(role: Message["role"], ...parts: readonly (string | Part)[]): Message {
  return {
    role,
    parts: parts.map((part) => (typeof part === "string" ? { type: "text", text: part } : part)),
  };
}

function readAnswer(dialect: Dialect, text: string): Answer {
  const response = dialect.codec.readResponse(text);
  const [choice] = response.choices;
  if (choice === undefined) throw new AppError("upstream_error", sentence("answer_empty"));
  return {
    text,
    response,
    choice,
    said: choice.parts
      .flatMap((part) => (part.type === "text" ? [part.text] : []))
      .join("")
      .trim(),
    calls: choice.parts.filter((part) => part.type === "tool-call"),
  };
}
