/**
 * One call, from the moment its money is held to the moment it is paid for. Holds three things on the caller's behalf:
 * a place among the key's running calls, an expected number of tokens, and money. `finish` gives all of them back,
 * exactly once, whatever happened.
 */

import type { AppError } from "../base/errors.ts";
import { timeId } from "../base/ids.ts";
import type { RequestTry } from "../contract/request.ts";
import type { Inbound, Usage } from "../llm/dialect.ts";
import type { Deferred } from "../store/hot-writer.ts";
import { REQUEST_BODIES, requestBodiesValues, type RequestRow } from "../store/requests.ts";
import type { RelayContext } from "./context.ts";
import type { ApiKey, Target } from "./directory.ts";
import type { Keeper } from "./keeper.ts";
import { splitCost, writeClose, writeOpen, writeRefused, writeReserve } from "./ledger.ts";
import type { Admission } from "./limits.ts";
import type { Peer } from "./peer.ts";
import { costOf } from "./pricing.ts";
import { viewRequest } from "./request-view.ts";
import { writeExtras } from "./usage-record.ts";

/** How a call ended. docs/billing.md says what each means for the bill. */
export type EndReason =
  | "complete"
  | "client_abort"
  | "upstream_error"
  | "upstream_cut"
  | "upstream_timeout"
  | "refused"
  | "replayed"
  | "crash"
  | "internal";

/** How a call that failed is recorded. */
export function endReason(error: AppError): EndReason {
  switch (error.code) {
    case "client_closed_request":
      return "client_abort";
    case "upstream_timeout":
    case "upstream_cut":
      return error.code;
    case "internal_error":
    case "unavailable":
      return "internal";
    default:
      return "upstream_error";
  }
}

export interface Outcome {
  readonly reason: EndReason;
  readonly status: number;
  readonly error?: AppError | undefined;
  /** What to bill; undefined: nothing is billed. */
  readonly usage?: Usage | undefined;
  /** The tokens were counted here, not reported by the vendor. */
  readonly estimated?: boolean;
}

/** Where a call came from and its answer goes. */
export interface Connection {
  readonly request: Request;
  readonly peer: Peer;
  /** The client's, behind trusted proxies. */
  readonly address: string;
}

const NO_USAGE: Usage = { prompt: 0, cached: 0, completion: 0, reasoning: 0 };

export class Call {
  readonly id: string;
  readonly key: ApiKey;
  readonly row: RequestRow;
  /** `performance.now()` when the request came in. */
  readonly startedAt: number;
  /** Milliseconds spent waiting for vendors and for money: what is not Parley's own overhead. */
  waitedMs = 0;
  firstTokenAt: number | undefined;
  readonly connection: Connection;
  /** Keeps the answer, to give it again; undefined: nobody asked for that. */
  keeper: Keeper | undefined;
  readonly #context: RelayContext;
  #target: Target | undefined;
  #admission: Admission | undefined;
  /** The row and the hold are written only if the call lasts: most short ones take that back and write once. */
  #opening: Deferred | undefined;
  #openLost = false;
  /** Tries that failed; undefined: none yet. */
  #tries: RequestTry[] | undefined;
  #finishing: Promise<void> | undefined;

  constructor(
    context: RelayContext,
    key: ApiKey,
    endpoint: string,
    startedAt: number,
    connection: Connection,
  ) {
    this.#context = context;
    this.key = key;
    this.startedAt = startedAt;
    this.connection = connection;
    const at = context.clock.now();
    this.id = timeId("req", at);
    this.row = emptyRow(this.id, at, key, endpoint, connection.address);
  }

  describe(inbound: Inbound): void {
    this.row.model = inbound.model;
    this.row.stream = inbound.stream ? 1 : 0;
  }

  /** Counts the call against the key's limits. Throws AppError("rate_limit_exceeded"). */
  admit(tokens: number): void {
    this.#admission = this.key.limits.admit(tokens, this.row.at);
    this.key.lastUsedAt = this.row.at;
  }

  /** The money is held: the call is now on record and must be finished. */
  open(target: Target, held: number): void {
    this.aim(target);
    this.row.reserved_nano = held;
    this.#context.metrics.running.add(1);
    this.#context.open.add(this);
    const { writer } = this.#context.store;
    this.#opening = writer.defer(() => {
      this.connection.peer.lasting?.(this.connection.request);
      writeOpen(writer, this.row);
      writer.committed().catch(() => {
        this.#openLost = true;
      });
    });
  }

  /** The target now being tried; its price is the one that will be billed. */
  aim(target: Target): void {
    this.#target = target;
    this.row.provider = target.provider.name;
    this.row.upstream_model = target.upstreamId;
    this.row.price_id = target.price.id;
  }

  /** Says when the client has gone. The runtime makes it when it is first asked for, and most calls end before that. */
  get client(): AbortSignal {
    return this.connection.request.signal;
  }

  get finished(): boolean {
    return this.#finishing !== undefined;
  }

  /** Ends a call that was refused before any money was held. Nothing waits for the row to be written. */
  refuse(error: AppError): void {
    this.#endUnbilled({ reason: "refused", status: error.status, error });
  }

  /** Ends a call that is answered by a kept answer: it costs nothing. */
  replay(): void {
    this.#endUnbilled({ reason: "replayed", status: 200 });
  }

  #endUnbilled(outcome: Outcome): void {
    if (this.#finishing) return;
    this.#finishing = Promise.resolve();
    this.keeper?.drop();
    this.#leave(NO_USAGE);
    this.#stamp(outcome);
    writeRefused(this.#context.store.writer, this.row);
    this.#report(outcome.error);
  }

  /** Writes down how a try ended, for the log and the headers. */
  note(attempt: { readonly target: Target; readonly startedAt: number }, error: AppError): void {
    (this.#tries ??= []).push({
      provider: attempt.target.provider.name,
      model: attempt.target.upstreamId,
      status: error.status,
      error: error.code,
      message: error.cause instanceof Error ? error.cause.message : error.message,
      ms: round(performance.now() - attempt.startedAt),
    });
  }

  /** What was tried, as a header: `first=upstream_error, second=200`. */
  get tried(): string {
    const last = `${this.row.provider ?? ""}=${this.row.status ?? 200}`;
    if (!this.#tries) return last;
    const failed = this.#tries.map(({ provider, error }) => `${provider}=${error}`).join(", ");
    return this.#tries.length < this.row.attempts ? `${failed}, ${last}` : failed;
  }

  /** The answer as the client gets it, whole: kept if the request asked for that. Call it before `finish`. */
  keepAnswer(contentType: string, text: string): void {
    this.keeper?.write(this.id, contentType, text);
  }

  /** Prompts and answers are kept only where the operator switched that on. */
  keepBodies(requestText: string, responseText: string): void {
    const { config, store } = this.#context;
    if (!config.relay.log.bodies) return;
    const bodies = { request_id: this.id, request_text: requestText, response_text: responseText };
    store.writer.write(REQUEST_BODIES, requestBodiesValues(bodies));
  }

  /**
   * Ends the call and pays for it. Resolves when the bill is durable; only then may the last byte of the answer leave.
   * Rejects with AppError("unavailable") when it could not be written: then nothing was billed and the answer must not
   * be completed. The first outcome given counts; later ones wait for it.
   */
  finish(outcome: Outcome): Promise<void> {
    return (this.#finishing ??= this.#finish(outcome));
  }

  #finish(outcome: Outcome): Promise<void> {
    const { row, key } = this;
    const { writer } = this.#context.store;
    const price = this.#target?.price;
    const { wallet } = key.account;
    const cost = outcome.usage && price ? costOf(outcome.usage, price) : 0;
    const held = row.reserved_nano;
    const payment = splitCost(cost, held, wallet.available);
    const spent = payment.settled + payment.overrun;

    this.#leave(outcome.usage ?? NO_USAGE);
    wallet.settle(held, spent);
    key.budget.held -= held;
    key.budget.spent += spent;
    row.cost_nano = cost;
    this.#stamp(outcome);
    const heldOnRecord = this.#opening?.cancel() === false;
    if (heldOnRecord) this.connection.peer.ended?.(this.connection.request);
    if (heldOnRecord && this.#openLost) writeReserve(writer, row);
    writeClose(writer, row, payment, { billed: outcome.usage !== undefined, heldOnRecord });
    this.#context.metrics.running.add(-1);
    this.#report(outcome.error);
    const written = writer.committed();
    const { open } = this.#context;
    if (this.keeper) this.#tellKeeper(this.keeper, outcome, written);
    written.then(
      () => open.delete(this),
      () => {
        open.delete(this);
        // The batch was not written: the books still show the money, so memory must too.
        wallet.deposit(spent);
        key.budget.spent -= spent;
      },
    );
    return written;
  }

  #tellKeeper(keeper: Keeper, outcome: Outcome, written: Promise<void>): void {
    if (outcome.reason !== "complete") return keeper.drop();
    written.then(
      () => keeper.settle(true),
      () => keeper.settle(false),
    );
  }

  #leave(usage: Usage): void {
    if (this.#admission)
      this.key.limits.leave(
        this.#admission,
        usage.prompt + usage.completion,
        this.#context.clock.now(),
      );
    this.#admission = undefined;
  }

  #stamp(outcome: Outcome): void {
    const { row } = this;
    const usage = outcome.usage ?? NO_USAGE;
    const total = performance.now() - this.startedAt;
    row.finished_at = row.at + Math.round(total);
    row.status = outcome.status;
    row.error_code = outcome.error?.shownCode ?? null;
    row.end_reason = outcome.reason;
    row.prompt_tokens = usage.prompt;
    row.cached_tokens = usage.cached;
    row.completion_tokens = usage.completion;
    row.reasoning_tokens = usage.reasoning;
    row.usage_json = writeExtras(usage);
    row.estimated = outcome.estimated ? 1 : 0;
    row.attempts_json = this.#tries ? JSON.stringify(this.#tries) : null;
    row.total_ms = round(total);
    row.upstream_ms = round(this.waitedMs);
    row.overhead_ms = round(total - this.waitedMs);
    row.first_token_ms =
      this.firstTokenAt === undefined ? null : round(this.firstTokenAt - this.startedAt);
  }

  #report(error: AppError | undefined): void {
    this.#context.metrics.observe(this.row);
    const { row, key } = this;
    const { events } = this.#context;
    if (events.isHeard)
      events.publish("request", viewRequest(row, { account: key.account.name, key: key.row.name }));
    if (error?.code === "internal_error")
      this.#context.log.error("a defect", { id: row.id, error });
    const fields = {
      id: row.id,
      key: row.key_id,
      account: key.account.name,
      endpoint: row.endpoint,
      model: row.model,
      provider: row.provider,
      stream: row.stream === 1,
      status: row.status,
      error: row.error_code,
      end: row.end_reason,
      prompt_tokens: row.prompt_tokens,
      completion_tokens: row.completion_tokens,
      estimated: row.estimated === 1,
      cost_nano: row.cost_nano,
      attempts: row.attempts,
      tried: this.#tries ? this.tried : undefined,
      first_token_ms: row.first_token_ms,
      upstream_ms: row.upstream_ms,
      overhead_ms: row.overhead_ms,
      total_ms: row.total_ms,
      reason: error?.message,
    };
    if ((row.status ?? 0) >= 500) this.#context.log.error("request", fields);
    else this.#context.log.info("request", fields);
  }
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function emptyRow(
  id: string,
  at: number,
  key: ApiKey,
  endpoint: string,
  address: string,
): RequestRow {
  return {
    id,
    at,
    finished_at: null,
    key_id: key.row.id,
    account_id: key.account.id,
    endpoint,
    model: "",
    provider: null,
    upstream_model: null,
    stream: 0,
    status: null,
    error_code: null,
    end_reason: null,
    prompt_tokens: 0,
    cached_tokens: 0,
    completion_tokens: 0,
    reasoning_tokens: 0,
    usage_json: null,
    estimated: 0,
    reserved_nano: 0,
    cost_nano: 0,
    price_id: null,
    attempts: 0,
    attempts_json: null,
    first_token_ms: null,
    upstream_ms: null,
    overhead_ms: null,
    total_ms: null,
    client_ip: address,
  };
}
