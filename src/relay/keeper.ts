/**
 * Answers that are given again instead of asked for again: under the client's `Idempotency-Key`, and, for keys that have
 * it switched on, whenever the same request comes again within some time. A kept answer is written in the same commit
 * as its bill, so after a crash there are both or neither.
 */

import { AppError } from "../base/errors.ts";
import type { Dialect } from "../llm/dialect.ts";
import { findKeptAnswer, type KeptAnswer } from "../store/kept-answers.ts";
import { KEEP_ANSWER, keptAnswerValues } from "../store/requests.ts";
import type { RelayContext } from "./context.ts";
import type { ApiKey } from "./directory.ts";

/** How long the answer to an idempotent request is kept. */
const IDEMPOTENT_MS = 24 * 60 * 60 * 1000;
const LONGEST_NAME = 255;
const CACHE = "cache:";

/** What was found for a request, or where its answer is to be kept. */
export type Recall =
  | {
      readonly kind: "found";
      readonly answer: KeptAnswer;
      readonly header: readonly [string, string];
    }
  | { readonly kind: "keep"; readonly keeper: Keeper };

/** True if the request's answer may have been kept, or is to be. Cheap: asked on every request. */
export function mayBeKept(key: ApiKey, headers: Headers): boolean {
  return key.row.cache_seconds !== null || headers.has("idempotency-key");
}

/** Looks for a kept answer, waiting for one in flight. Throws AppError when the name was used with another body. */
export async function recall(
  context: RelayContext,
  key: ApiKey,
  headers: Headers,
  { name: path, front }: { readonly name: string; readonly front: Dialect },
  text: string,
): Promise<Recall> {
  // Headers that reach the vendor change what the request means, so they are part of it.
  const passed = (front.passedHeaders ?? []).map(({ name }) => headers.get(name) ?? "");
  const hash = new Bun.CryptoHasher("sha256")
    .update([path, ...passed, text].join("\0"))
    .digest("hex");
  const name = headers.get("idempotency-key");
  if (name !== null) return recallNamed(context, key, parseName(name), hash);
  const cacheName = `${CACHE}${hash}`;
  const seconds = key.row.cache_seconds ?? 0;
  const wantsFresh = /no-(?:cache|store)/i.test(headers.get("cache-control") ?? "");
  const answer = wantsFresh
    ? undefined
    : await findKeptAnswer(context.store, key.row.id, cacheName, context.clock.now());
  if (answer) return { kind: "found", answer, header: ["x-parley-cache", "hit"] };
  return { kind: "keep", keeper: new Keeper(context, key, cacheName, hash, seconds * 1000) };
}

async function recallNamed(
  context: RelayContext,
  key: ApiKey,
  name: string,
  hash: string,
): Promise<Recall> {
  const flightName = `${key.row.id}\0${name}`;
  const flight = context.flights.get(flightName);
  if (flight) {
    if (flight.hash !== hash) throw otherBody(name);
    const joined = await flight.answer;
    if (joined)
      return { kind: "found", answer: joined, header: ["x-parley-idempotency", "joined"] };
    return recallNamed(context, key, name, hash);
  }
  // The place in the table is taken before the database is asked: two equal requests at once must not both go on.
  const keeper = new Keeper(context, key, `idem:${name}`, hash, IDEMPOTENT_MS);
  context.flights.set(flightName, { hash, answer: keeper.answer });
  void keeper.answer.then(() => context.flights.delete(flightName));
  try {
    const kept = await findKeptAnswer(context.store, key.row.id, keeper.name, context.clock.now());
    if (!kept) return { kind: "keep", keeper };
    if (kept.body_hash !== hash) throw otherBody(name);
    keeper.found(kept);
    return { kind: "found", answer: kept, header: ["x-parley-idempotency", "replayed"] };
  } catch (error) {
    keeper.drop();
    throw error;
  }
}

function parseName(name: string): string {
  if (name.length > 0 && name.length <= LONGEST_NAME) return name;
  throw new AppError(
    "invalid_request",
    `The Idempotency-Key must have 1 to ${LONGEST_NAME} characters.`,
    {
      param: "Idempotency-Key",
    },
  );
}

function otherBody(name: string): AppError {
  return new AppError(
    "conflict",
    `The Idempotency-Key "${name.slice(0, 64)}" was used with another request. Use a new one for a new request.`,
    { param: "Idempotency-Key" },
  );
}

/** Takes one answer and keeps it. Exactly one of `settle`, `found` and `drop` ends it; later ones change nothing. */
export class Keeper {
  readonly name: string;
  readonly answer: Promise<KeptAnswer | undefined>;
  readonly #context: RelayContext;
  readonly #key: ApiKey;
  readonly #hash: string;
  readonly #ms: number;
  readonly #resolve: (answer: KeptAnswer | undefined) => void;
  #kept: KeptAnswer | undefined;

  constructor(context: RelayContext, key: ApiKey, name: string, hash: string, ms: number) {
    this.#context = context;
    this.#key = key;
    this.name = name;
    this.#hash = hash;
    this.#ms = ms;
    const { promise, resolve } = Promise.withResolvers<KeptAnswer | undefined>();
    this.answer = promise;
    this.#resolve = resolve;
  }

  /** It is kept for whoever asks the same again, not under a name of the client's. */
  get isCache(): boolean {
    return this.name.startsWith(CACHE);
  }

  /** Queues the answer for the commit that also holds its bill. */
  write(requestId: string, contentType: string, text: string): void {
    this.#kept = {
      key_id: this.#key.row.id,
      name: this.name,
      body_hash: this.#hash,
      request_id: requestId,
      content_type: contentType,
      answer: text,
      expires_at: this.#context.clock.now() + this.#ms,
    };
    this.#context.store.writer.write(KEEP_ANSWER, keptAnswerValues(this.#kept));
  }

  /** The commit is done: whoever waits gets the answer, or learns that there is none. */
  settle(isWritten: boolean): void {
    this.#resolve(isWritten ? this.#kept : undefined);
  }

  found(answer: KeptAnswer): void {
    this.#resolve(answer);
  }

  drop(): void {
    this.#resolve(undefined);
  }
}
