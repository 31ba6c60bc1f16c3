/**
 * Calls, tokens, money and times over the log, by steps of time and by one of its columns. One pass over the rows, in
 * pages: sorting them in the database for exact percentiles takes six times as long. Percentiles are right to 2 %.
 */

import { sql, type Kysely } from "kysely";
import type { RequestTable, Tables } from "./schema.ts";

export type UsageGroup = "model" | "key_id" | "provider" | "account_id";

export interface UsageQuery {
  /** Milliseconds: where each step begins, oldest first. At least one. */
  readonly starts: readonly number[];
  /** Milliseconds, excluded. */
  readonly until: number;
  /** Null: all calls together. */
  readonly group: UsageGroup | null;
  /** Most groups to tell apart; the smaller ones are told together. */
  readonly most: number;
  /** Only rows with these values. */
  readonly only: { readonly [Group in UsageGroup]?: string | undefined };
}

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface UsageSums {
  readonly requests: number;
  /** Answered with a status of 400 or more. */
  readonly errors: number;
  readonly prompt: number;
  readonly cached: number;
  readonly completion: number;
  readonly reasoning: number;
  readonly costNano: number;
  /** Null: no call has such a time. */
  readonly total: Percentiles | null;
  readonly overhead: Percentiles | null;
  readonly firstToken: Percentiles | null;
}

export interface UsageSeries {
  /** Null: of calls without a value, or of all calls where there are no groups. */
  readonly group: string | null;
  /** The smaller groups together. */
  readonly rest: boolean;
  readonly sums: UsageSums;
  /** One per step, the empty ones too. */
  readonly steps: readonly UsageSums[];
}

export interface UsageReport {
  readonly sums: UsageSums;
  /** The most calls first. */
  readonly series: readonly UsageSeries[];
}

const PAGE_ROWS = 5_000;

/** Only calls that have ended count. */
export async function readUsage(db: Kysely<Tables>, query: UsageQuery): Promise<UsageReport> {
  const groups = new Map<string | null, Map<number, Cell>>();
  for await (const rows of readPages(db, query)) {
    for (const row of rows) cellOf(groups, query, row).add(row);
  }
  const whole = [...groups].map(([group, cells]) => ({ group, cells, sum: addUp(cells.values()) }));
  whole.sort((a, b) => b.sum.requests - a.sum.requests);
  const shown = whole.slice(0, query.most);
  const rest = whole.slice(query.most);
  const view = (group: string | null, isRest: boolean, cells: Map<number, Cell>): UsageSeries => ({
    group,
    rest: isRest,
    sums: addUp(cells.values()).view(),
    steps: query.starts.map((_, step) => (cells.get(step) ?? new Cell()).view()),
  });
  return {
    sums: addUp(whole.map(({ sum }) => sum)).view(),
    series: [
      ...shown.map(({ group, cells }) => view(group, false, cells)),
      ...(rest.length === 0 ? [] : [view(null, true, mergeCells(rest.map(({ cells }) => cells)))]),
    ],
  };
}

function cellOf(groups: Map<string | null, Map<number, Cell>>, query: UsageQuery, row: Row): Cell {
  const group = query.group === null ? null : row[query.group];
  let cells = groups.get(group);
  if (!cells) groups.set(group, (cells = new Map<number, Cell>()));
  const step = findStep(query.starts, row.at);
  let cell = cells.get(step);
  if (!cell) cells.set(step, (cell = new Cell()));
  return cell;
}

/** The last step that has begun at that time. */
function findStep(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

const COLUMNS = [
  "id",
  "at",
  "model",
  "key_id",
  "provider",
  "account_id",
  "status",
  "prompt_tokens",
  "cached_tokens",
  "completion_tokens",
  "reasoning_tokens",
  "cost_nano",
  "total_ms",
  "overhead_ms",
  "first_token_ms",
] as const satisfies readonly (keyof RequestTable)[];

type Row = Pick<RequestTable, (typeof COLUMNS)[number]>;

async function* readPages(db: Kysely<Tables>, query: UsageQuery): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (;;) {
    let page = db
      .selectFrom("requests")
      .select(COLUMNS)
      .where("at", ">=", last?.at ?? query.starts[0] ?? 0)
      .where("at", "<", query.until)
      .where("status", "is not", null);
    if (last) page = page.where(sql<boolean>`(at, id) > (${last.at}, ${last.id})`);
    for (const [column, value] of Object.entries(query.only))
      if (value !== undefined) page = page.where(sql.ref(column), "=", value);
    const rows = await page.orderBy("at").orderBy("id").limit(PAGE_ROWS).execute();
    yield rows;
    last = rows.at(-1);
    if (!last || rows.length < PAGE_ROWS) return;
  }
}

function addUp(cells: Iterable<Cell>): Cell {
  const sum = new Cell();
  for (const cell of cells) sum.merge(cell);
  return sum;
}

function mergeCells(groups: readonly Map<number, Cell>[]): Map<number, Cell> {
  const merged = new Map<number, Cell>();
  for (const [step, cell] of groups.flatMap((cells) => [...cells])) {
    const into = merged.get(step) ?? new Cell();
    into.merge(cell);
    merged.set(step, into);
  }
  return merged;
}

class Cell {
  requests = 0;
  #errors = 0;
  #prompt = 0;
  #cached = 0;
  #completion = 0;
  #reasoning = 0;
  #cost = 0;
  readonly #total = new Spread();
  readonly #overhead = new Spread();
  readonly #firstToken = new Spread();

  add(row: Row): void {
    this.requests++;
    if ((row.status ?? 0) >= 400) this.#errors++;
    this.#prompt += row.prompt_tokens;
    this.#cached += row.cached_tokens;
    this.#completion += row.completion_tokens;
    this.#reasoning += row.reasoning_tokens;
    this.#cost += row.cost_nano;
    if (row.total_ms !== null) this.#total.add(row.total_ms);
    if (row.overhead_ms !== null) this.#overhead.add(row.overhead_ms);
    if (row.first_token_ms !== null) this.#firstToken.add(row.first_token_ms);
  }

  merge(other: Cell): void {
    this.requests += other.requests;
    this.#errors += other.#errors;
    this.#prompt += other.#prompt;
    this.#cached += other.#cached;
    this.#completion += other.#completion;
    this.#reasoning += other.#reasoning;
    this.#cost += other.#cost;
    this.#total.merge(other.#total);
    this.#overhead.merge(other.#overhead);
    this.#firstToken.merge(other.#firstToken);
  }

  view(): UsageSums {
    return {
      requests: this.requests,
      errors: this.#errors,
      prompt: this.#prompt,
      cached: this.#cached,
      completion: this.#completion,
      reasoning: this.#reasoning,
      costNano: this.#cost,
      total: this.#total.view(),
      overhead: this.#overhead.view(),
      firstToken: this.#firstToken.view(),
    };
  }
}

const GROWTH = Math.log(1.04);

/** How times are spread: counts of values that differ by less than 4 %, so that the middle of each is right to 2 %. */
class Spread {
  readonly #counts = new Map<number, number>();
  #size = 0;

  add(ms: number): void {
    const slot = ms <= 0.001 ? Number.NEGATIVE_INFINITY : Math.floor(Math.log(ms) / GROWTH);
    this.#counts.set(slot, (this.#counts.get(slot) ?? 0) + 1);
    this.#size++;
  }

  merge(other: Spread): void {
    for (const [slot, count] of other.#counts)
      this.#counts.set(slot, (this.#counts.get(slot) ?? 0) + count);
    this.#size += other.#size;
  }

  view(): Percentiles | null {
    if (this.#size === 0) return null;
    const slots = [...this.#counts].toSorted(([a], [b]) => a - b);
    const at = (share: number): number => {
      let left = Math.ceil(this.#size * share);
      for (const [slot, count] of slots) {
        left -= count;
        if (left <= 0) return middleOf(slot);
      }
      return 0;
    };
    return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
  }
}

function middleOf(slot: number): number {
  return Number(Math.exp((slot + 0.5) * GROWTH).toPrecision(3));
}
