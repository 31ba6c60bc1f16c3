/**
 * Money in memory: what an account has and what running calls hold of it. One process owns all wallets, so holding is
 * a plain subtraction and can never race. Invariant: 0 <= held <= balance.
 */

import { AppError } from "../base/errors.ts";
import { formatUsd } from "../base/money.ts";

/** The most a key may spend, beside what its account has. */
export interface Budget {
  /** Null: no limit of its own. */
  limit: number | null;
  spent: number;
  held: number;
}

export class Wallet {
  #balance: number;
  #held = 0;
  #waiting: (() => void)[] = [];

  constructor(balance: number) {
    this.#balance = balance;
  }

  /** All money of the account, held or not. */
  get balance(): number {
    return this.#balance;
  }

  get held(): number {
    return this.#held;
  }

  get available(): number {
    return this.#balance - this.#held;
  }

  deposit(amount: number): void {
    this.#balance += amount;
    this.#wake();
  }

  hold(amount: number): void {
    this.#held += amount;
  }

  /** Ends a hold and takes `spent` from the balance, which may be more or less than was held. */
  settle(held: number, spent: number): void {
    this.#held -= held;
    this.#balance -= spent;
    this.#wake();
  }

  /** Resolves at the next change that may have freed money, or when the signal says so. */
  changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        signal.removeEventListener("abort", done);
        resolve();
      };
      if (signal.aborted) return resolve();
      signal.addEventListener("abort", done);
      this.#waiting.push(done);
    });
  }

  #wake(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}

/**
 * Holds up to `want` of the money both the account and the key still have. A call may start on less than it could
 * cost when nothing else runs on that money: the last of a balance is spendable, by one call at a time.
 * Gives the amount held; `busy` when other calls hold what is missing; `empty` when there is none.
 */
export function tryHold(wallet: Wallet, budget: Budget, want: number): number | "busy" | "empty" {
  if (want === 0) return 0;
  const budgetRoom = budget.limit === null ? Infinity : budget.limit - budget.spent - budget.held;
  const room = Math.min(wallet.available, budgetRoom);
  const alone = wallet.available <= budgetRoom ? wallet.held === 0 : budget.held === 0;
  if (room < want && !alone) return "busy";
  if (room <= 0) return "empty";
  const amount = Math.min(room, want);
  wallet.hold(amount);
  budget.held += amount;
  return amount;
}

/** `tryHold`, waiting while other calls hold the money. Throws AppError("insufficient_quota"). */
export async function hold(
  wallet: Wallet,
  budget: Budget,
  want: number,
  wait: { readonly ms: number; readonly signal: AbortSignal },
): Promise<number> {
  let held = tryHold(wallet, budget, want);
  if (typeof held === "number") return held;
  const patience = AbortSignal.any([wait.signal, AbortSignal.timeout(wait.ms)]);
  while (held === "busy" && !patience.aborted) {
    await wallet.changed(patience);
    held = tryHold(wallet, budget, want);
  }
  if (typeof held === "number") return held;
  throw noMoney(wallet, budget, held);
}

function noMoney(wallet: Wallet, budget: Budget, state: "busy" | "empty"): AppError {
  if (state === "busy") {
    return new AppError(
      "insufficient_quota",
      `Other calls in progress hold the rest of the money ($${formatUsd(wallet.held)} of $${formatUsd(wallet.balance)}). ` +
        "Try again when they have ended, or top up.",
      { retryAfter: 1 },
    );
  }
  if (budget.limit !== null && wallet.available > 0) {
    return new AppError(
      "insufficient_quota",
      `This key has reached its spend limit of $${formatUsd(budget.limit)}. Raise the limit or use another key.`,
    );
  }
  return new AppError(
    "insufficient_quota",
    `The account has no money left ($${formatUsd(wallet.available)}). Top it up to go on.`,
  );
}
