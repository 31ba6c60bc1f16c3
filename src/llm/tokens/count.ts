/**
 * Counts tokens with a real tokenizer (o200k_base), in a thread that is started when first needed and ended when it has
 * been idle for a while. A count never fails: without a working thread in time it is a guess.
 */

import { assetPath } from "../../base/assets.ts";
import { guessTokens } from "./estimate.ts";

export interface TokenCounter {
  count(text: string): Promise<number>;
  /** Ends the thread now; what it still owes is guessed. The next count starts another. */
  stop(): void;
}

export interface CounterOptions {
  readonly worker?: URL | string;
  readonly idleMs?: number;
  /** Longest wait for one count, the thread's start and the queue before it included. */
  readonly timeoutMs?: number;
}

interface Waiting {
  readonly text: string;
  readonly resolve: (tokens: number) => void;
}

const WORKER = assetPath("src/llm/tokens/worker.ts");

export function makeTokenCounter(options: CounterOptions = {}): TokenCounter {
  const { worker: module = WORKER, idleMs = 60_000, timeoutMs = 15_000 } = options;
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: Timer | undefined;
  let lastId = 0;

  const settle = (id: number, tokens: number | undefined): void => {
    const one = waiting.get(id);
    if (one === undefined) return;
    waiting.delete(id);
    one.resolve(tokens ?? guessTokens(one.text));
    if (waiting.size === 0) startIdling();
  };

  const startIdling = (): void => {
    clearTimeout(idle);
    idle = setTimeout(stop, idleMs);
    idle.unref();
  };

  const stop = (): void => {
    clearTimeout(idle);
    const stopped = worker;
    worker = undefined;
    stopped?.terminate();
    for (const id of waiting.keys()) settle(id, undefined);
    clearTimeout(idle);
  };

  const start = (): Worker => {
    const fresh = new Worker(module, { ref: false, smol: true });
    fresh.onmessage = (event: MessageEvent<{ id: number; tokens: number }>): void =>
      settle(event.data.id, event.data.tokens);
    // A crash shows as an error, or only as the thread's end.
    const onGone = (): void => {
      if (worker === fresh) stop();
    };
    fresh.onerror = onGone;
    fresh.addEventListener("close", onGone);
    return fresh;
  };

  const count = (text: string): Promise<number> => {
    if (text === "") return Promise.resolve(0);
    clearTimeout(idle);
    worker ??= start();
    const id = ++lastId;
    const { promise, resolve } = Promise.withResolvers<number>();
    const timer = setTimeout(() => settle(id, undefined), timeoutMs);
    waiting.set(id, {
      text,
      resolve: (tokens) => {
        clearTimeout(timer);
        resolve(tokens);
      },
    });
    worker.postMessage({ id, text });
    return promise;
  };

  return { count, stop };
}

const counter = makeTokenCounter();

/** Tokens of a text by the o200k_base tokenizer; vendors of other families differ by some per cent. Never rejects. */
export function countTokens(text: string): Promise<number> {
  return counter.count(text);
}
