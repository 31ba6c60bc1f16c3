/** Group commit on PostgreSQL: one message per batch, one batch on its way at a time, the next gathers meanwhile. */

import { setTimeout as pause } from "node:timers/promises";
import type { AppError } from "../../base/errors.ts";
import { DeferredWrites } from "../deferred-writes.ts";
import {
  BUMP,
  Batch,
  toWriteError,
  type Deferred,
  type HotTotal,
  type HotValue,
  type HotWriter,
} from "../hot-writer.ts";
import { codeOf, isTransient, type Sql } from "./connection.ts";
import { fillIn } from "./one-message.ts";

const RETRY_MS = 2_000;
const RETRY_PAUSE_MS = 50;

/** Batch ids are only needed while a batch may be sent again. */
const ID_KEPT_MS = 3_600_000;
const SWEEP_EVERY = 1_000;

const UNIQUE_VIOLATION = "23505";
const DONE = Promise.resolve();

export class PostgresHotWriter implements HotWriter {
  readonly #sql: Sql;
  /** Names this writer's batches, and their owner once it has the claim. */
  readonly name = crypto.randomUUID();
  #owner: string | null = null;
  readonly #deferred = new DeferredWrites();
  readonly #listeners: ((error: AppError) => void)[] = [];
  #count = 0;
  #batch = new Batch();
  #scheduled = false;
  /** The batch on its way, and when it will have arrived or failed. */
  #sending: { readonly batch: Batch; readonly done: Promise<void> } | undefined;
  #closing: Promise<void> | undefined;

  /** Owns the connection pool, which must be of one. */
  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** From now on a batch is written only while this process owns the database. */
  own(): void {
    this.#owner = this.name;
  }

  write(sql: string, values: readonly HotValue[]): void {
    this.#batch.add(sql, values);
    this.#schedule();
  }

  bump(target: HotTotal, id: string, deltaNano: number): void {
    this.#batch.bump(target, id, deltaNano);
    this.#schedule();
  }

  defer(make: () => void): Deferred {
    return this.#deferred.add(make);
  }

  committed(): Promise<void> {
    if (!this.#batch.isEmpty()) return this.#batch.outcome();
    return this.#sending?.batch.outcome() ?? DONE;
  }

  onFailure(listener: (error: AppError) => void): void {
    this.#listeners.push(listener);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#deferred.runAll();
    await this.#sending?.done;
    await this.#send(this.#takeBatch());
    await this.#sql.end({ timeout: 1 });
  }

  #schedule(): void {
    if (this.#scheduled || this.#sending !== undefined) return;
    this.#scheduled = true;
    setImmediate(this.#start);
  }

  readonly #start = (): void => {
    this.#scheduled = false;
    if (this.#sending !== undefined || this.#batch.isEmpty()) return;
    const batch = this.#takeBatch();
    this.#sending = { batch, done: this.#send(batch).then(this.#arrived) };
  };

  readonly #arrived = (): void => {
    this.#sending = undefined;
    this.#start();
  };

  #takeBatch(): Batch {
    const batch = this.#batch;
    this.#batch = new Batch();
    return batch;
  }

  /** Never rejects: the outcome goes to the batch. */
  async #send(batch: Batch): Promise<void> {
    if (batch.isEmpty()) return;
    try {
      await this.#deliver(this.#compose(batch));
      batch.succeed();
    } catch (cause) {
      const error = toWriteError(cause);
      batch.fail(error);
      for (const listener of this.#listeners) listener(error);
    }
  }

  /**
   * Sends a message until it has been committed once. When a connection dies nobody can tell whether the commit came
   * through, so every message begins with a row that can exist only once: if a second copy stumbles over it, the first
   * one made it.
   */
  async #deliver(message: string): Promise<void> {
    const deadline = performance.now() + RETRY_MS;
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#sql.unsafe(message);
        return;
      } catch (error) {
        if (attempt > 1 && isRepeat(error)) return;
        if (!isTransient(error) || performance.now() > deadline) throw error;
      }
      await pause(RETRY_PAUSE_MS * attempt);
    }
  }

  #compose(batch: Batch): string {
    const now = Date.now();
    const id = `${this.name}.${this.#count++}`;
    const statements = [
      fillIn("insert into writer_batches (id, at, owner) values ($1, $2, $3)", [
        id,
        now,
        this.#owner,
      ]),
    ];
    if (this.#count % SWEEP_EVERY === 0) {
      statements.push(fillIn("delete from writer_batches where at < $1", [now - ID_KEPT_MS]));
    }
    for (let index = 0; index < batch.texts.length; index++) {
      statements.push(
        fillIn(batch.texts[index] as string, batch.values[index] as readonly HotValue[]),
      );
    }
    for (const target of ["account_balance", "key_spent"] as const) {
      for (const [totalId, delta] of batch.totals[target])
        statements.push(fillIn(BUMP[target], [delta, totalId]));
    }
    return statements.join(";\n");
  }
}

function isRepeat(error: unknown): boolean {
  return (
    codeOf(error) === UNIQUE_VIOLATION &&
    error instanceof Error &&
    "constraint_name" in error &&
    error.constraint_name === "writer_batches_pkey"
  );
}
