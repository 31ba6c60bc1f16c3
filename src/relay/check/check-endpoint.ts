/**
 * `parley relay check`: what an endpoint speaks and what works there.
 *
 *   address -> its forms × dialects: one small question each -> probes of every dialect that answers -> report
 *
 * Only lists are read and small questions asked; nothing is stored. The key goes to that host alone and is in no report.
 */

import { AppError } from "../../base/errors.ts";
import { quoted, sentence, type Sentence } from "../../base/sentence.ts";
import type { CheckReport, CheckStep } from "../../contract/check.ts";
import { DIALECTS, findDialect, PROTOCOLS } from "../../llm/dialects/index.ts";
import { namesOperation, readAddress } from "./address-forms.ts";
import { describeEndpoint } from "./entry.ts";
import { describeRefusal, findAt, type Search, type Verdict } from "./find.ts";
import { type Finding, type Found, no, type Probe } from "./finding.ts";
import { Line, type LineOptions, Unheard } from "./line.ts";
import { PROBES } from "./probes.ts";
import { Refused } from "./subject.ts";
import { summarise } from "./summary.ts";

export interface CheckOptions extends LineOptions {
  readonly url: string;
  readonly key?: string | undefined;
  readonly model?: string | undefined;
  /** Told each step as it ends. */
  readonly onStep?: (step: CheckStep) => void;
}

/** Canonical names, each once. */
const SPOKEN = [...new Set(Object.values(PROTOCOLS))];
const MOST_MODELS = 500;

/** An endpoint that does not work is a report too. Throws AppError("invalid_request") when the address cannot be one. */
export async function checkEndpoint(options: CheckOptions): Promise<CheckReport> {
  const address = readAddress(options.url);
  const key = options.key ?? "";
  const search: Search = { line: new Line(options), address, key, model: options.model };
  const steps: CheckStep[] = [];
  const tell = (step: CheckStep): void => {
    const clean = hide(step, key);
    steps.push(clean);
    options.onStep?.(clean);
  };
  const found = await Promise.all(SPOKEN.map((protocol) => tryProtocol(search, protocol, tell)));
  const working = found
    .flatMap(({ verdict, ...rest }) => (verdict.kind === "works" ? [{ ...rest, verdict }] : []))
    .toSorted((a, b) => preference(address, b) - preference(address, a));
  const endpoints = working.map(({ verdict }) => describeEndpoint(verdict.subject, verdict.models));
  const listed = working.flatMap(({ verdict }) => verdict.models.list ?? []).map(({ id }) => id);
  return hide(
    {
      ok: endpoints.length > 0,
      url: address,
      summary: summarise(
        endpoints,
        found.map(({ verdict }) => verdict),
        key !== "",
      ),
      steps: inOrder(steps),
      endpoints,
      models: [...new Set(listed)].slice(0, MOST_MODELS),
    },
    key,
  );
}

interface Tried {
  readonly protocol: string;
  readonly verdict: Verdict;
  /** Steps that were well, without flags. */
  readonly good: number;
  readonly bad: number;
}

async function tryProtocol(
  search: Search,
  protocol: string,
  tell: (step: CheckStep) => void,
): Promise<Tried> {
  const dialect = findDialect(protocol);
  const since = performance.now();
  const verdict = await findAt(search, protocol, dialect);
  const ms = Math.round(performance.now() - since);
  if (verdict.kind !== "works") {
    const detail = verdict.kind === "absent" ? verdict.detail : describeRefused(verdict);
    tell({ protocol, name: "speaks it", ok: false, detail, quirks: [], ms });
    return { protocol, verdict, good: 0, bad: 0 };
  }
  const { subject } = verdict;
  const detail = sentence("speaks_at", { url: subject.baseUrl });
  tell({ protocol, name: "speaks it", ok: true, detail, quirks: subject.takeLearned(), ms });
  let good = 0;
  let bad = 0;
  for (const probe of PROBES) {
    if (probe.only !== undefined && probe.only !== protocol) continue;
    for (const step of await runProbe(probe, verdict, protocol)) {
      if (!step.ok) bad++;
      else if (step.quirks.length === 0) good++;
      tell(step);
    }
  }
  return { protocol, verdict, good, bad };
}

function describeRefused({ baseUrl, refusal }: Extract<Verdict, { kind: "refused" }>): Sentence {
  const { status, message } = refusal.failure;
  return sentence("refuses_at", { url: baseUrl, status, message });
}

/** The time and the flags of a probe stand with the first of its findings. */
async function runProbe(probe: Probe, found: Found, protocol: string): Promise<CheckStep[]> {
  const since = performance.now();
  const findings = await findOut(probe, found);
  const ms = Math.round(performance.now() - since);
  const quirks = found.subject.takeLearned();
  return findings.map((finding, i) => ({
    protocol,
    ...finding,
    quirks: i === 0 ? quirks : [],
    ms: i === 0 ? ms : 0,
  }));
}

async function findOut(probe: Probe, found: Found): Promise<readonly Finding[]> {
  if (found.subject.line.isOver) return [no(probe.name, "out_of_time")];
  try {
    return await probe.run(found);
  } catch (thrown) {
    return [{ name: probe.name, ok: false, detail: describeFailure(thrown) }];
  }
}

/** Throws again what nobody foresaw. */
function describeFailure(thrown: unknown): Sentence {
  if (thrown instanceof Unheard) return thrown.why;
  if (thrown instanceof Refused) return describeRefusal(thrown);
  if (thrown instanceof AppError) return thrown.sentence ?? quoted(thrown.message);
  throw thrown;
}

/** The dialect whose endpoint was pasted, then the one with least to complain of, then the first of the list. */
function preference(address: string, { protocol, good, bad }: Tried): number {
  const dialect = findDialect(protocol);
  const isNamed = namesOperation(new URL(address).pathname, dialect);
  return (isNamed ? 1000 : 0) + good - 10 * bad - DIALECTS.indexOf(dialect) / 10;
}

/** Dialects are tried side by side, and told one after the other. */
function inOrder(steps: readonly CheckStep[]): CheckStep[] {
  return SPOKEN.flatMap((protocol) => steps.filter((step) => step.protocol === protocol));
}

/** Vendors quote keys in their messages in forms nobody foresees. */
function hide<Value>(value: Value, key: string): Value {
  if (key.length < 4) return value;
  const spelt = JSON.stringify(key).slice(1, -1);
  return JSON.parse(JSON.stringify(value).replaceAll(spelt, "[redacted]")) as Value;
}
