/** The log added up over time, for the dashboard. */

import { AppError } from "../../base/errors.ts";
import { sentence, type Sentence } from "../../base/sentence.ts";
import { listSteps } from "../../base/zone.ts";
import type { RelayManagement } from "../../contract/management.ts";
import type { Usage, UsageFilter, UsageSums as SumsView } from "../../contract/usage.ts";
import { reportUsage } from "../../store/report-road.ts";
import type { UsageGroup, UsageSums } from "../../store/usage.ts";
import type { RelayContext } from "../context.ts";
import { getAccount } from "./accounts.ts";

const HOUR_MS = 3_600_000;
const STEPS = {
  minute: { ms: 60_000, usual: 60, most: 6 * 60 },
  hour: { ms: HOUR_MS, usual: 24, most: 24 * 14 },
  day: { ms: 24 * HOUR_MS, usual: 30, most: 400 },
} as const;

const GROUPS: Readonly<Record<NonNullable<UsageFilter["group"]>, UsageGroup | null>> = {
  model: "model",
  key: "key_id",
  provider: "provider",
  account: "account_id",
  none: null,
};

const TOP = 10;
/** The dashboard asks again after every call: an answer is kept ten times as long as it took, at least this long. */
const KEPT_MS = 2_000;
const MOST_KEPT = 50;

interface Kept {
  until: number;
  readonly usage: Promise<Usage>;
}

export function makeUsage(context: RelayContext): RelayManagement["usage"] {
  const kept = new Map<string, Kept>();
  return (filter) => {
    const now = context.clock.now();
    const name = JSON.stringify(filter);
    const known = kept.get(name);
    if (known && now < known.until) return known.usage;
    if (kept.size >= MOST_KEPT) kept.clear();
    const made: Kept = { until: Infinity, usage: readUsage(context, filter, now) };
    kept.set(name, made);
    made.usage.then(
      () => (made.until = now + Math.max(KEPT_MS, (context.clock.now() - now) * 10)),
      () => kept.delete(name),
    );
    return made.usage;
  };
}

async function readUsage(context: RelayContext, filter: UsageFilter, now: number): Promise<Usage> {
  const { bucket = "hour", group = "none", top = TOP } = filter;
  const { starts, until } = readRange(filter, bucket, now);
  const report = await reportUsage(context.store, {
    starts,
    until,
    group: GROUPS[group],
    most: top,
    only: {
      key_id: filter.key,
      model: filter.model,
      provider: filter.provider,
      account_id: filter.account === undefined ? undefined : getAccount(context, filter.account).id,
    },
  });
  const nameOf = (id: string | null): string | null =>
    group === "account" && id !== null ? (context.directory.accounts.get(id)?.name ?? id) : id;
  return {
    bucket,
    since: isoTime(starts[0] ?? until),
    until: isoTime(until),
    times: starts.map(isoTime),
    sums: viewSums(report.sums),
    series: report.series.map(({ group: id, rest, sums, steps }) => ({
      group: nameOf(id),
      name: group === "key" ? (context.directory.keys.get(id ?? "")?.row.name ?? null) : null,
      rest,
      sums: viewSums(sums),
      steps: steps.map(viewSums),
    })),
  };
}

/** Whole steps, so that the same question twice within one counts the same. */
function readRange(
  filter: UsageFilter,
  bucket: keyof typeof STEPS,
  now: number,
): { starts: readonly number[]; until: number } {
  const { ms, usual, most } = STEPS[bucket];
  const until = filter.until === undefined ? now : Date.parse(filter.until);
  const since = filter.since === undefined ? until - (usual - 1) * ms : Date.parse(filter.since);
  if (Math.floor(since / ms) * ms >= until) throw badRange(sentence("since_after_until"));
  if (until - since > most * ms) throw badRange(sentence("range_too_long", { most }));
  return { starts: listSteps(since, until, bucket, filter.zone), until };
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}

function badRange(message: Sentence): AppError {
  return new AppError("invalid_request", message, { param: "since" });
}

function viewSums(sums: UsageSums): SumsView {
  return {
    requests: sums.requests,
    errors: sums.errors,
    prompt_tokens: sums.prompt,
    cached_tokens: sums.cached,
    completion_tokens: sums.completion,
    reasoning_tokens: sums.reasoning,
    cost_nano: sums.costNano,
    total_ms: sums.total,
    overhead_ms: sums.overhead,
    first_token_ms: sums.firstToken,
  };
}
