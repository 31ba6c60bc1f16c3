import type { Trace, TraceCandidate } from "../../api/contract.ts";
import { Badge } from "../../components/badge.tsx";
import { classes } from "../../components/classes.ts";
import { Icon } from "../../components/icon.tsx";
import { Money } from "../../components/money.tsx";
import { useMessages, useSaid } from "../../messages/index.ts";
import { BreakerBadge } from "../providers/health-badge.tsx";

/** The answer of a trace: let in or not, then every step in the order it would be tried. */
export function TraceResult({ trace }: { readonly trace: Trace }) {
  const t = useMessages("routing");
  const say = useSaid();
  return (
    <div className="flex flex-col gap-4 text-sm" role="status">
      <div className="flex items-start gap-2">
        <Icon
          name={trace.allowed ? "circle-check" : "circle-x"}
          className={classes("mt-0.5", trace.allowed ? "text-good" : "text-bad")}
        />
        <div className="min-w-0">
          <p className="font-medium">{trace.allowed ? t.letIn : t.refused}</p>
          {trace.problems.map((problem) => (
            <p key={problem.message} className="wrap-anywhere text-bad">
              {say(problem)}
            </p>
          ))}
          {trace.resolved !== null && trace.resolved !== trace.model && (
            <p className="text-muted">{t.resolvedTo(trace.resolved)}</p>
          )}
          {trace.candidates.length > 0 && (
            <p className="text-muted">
              {t.wouldHold} <Money nano={trace.hold_nano} />
            </p>
          )}
        </div>
      </div>
      {trace.candidates.length > 0 && (
        <ol className="flex flex-col gap-2" aria-label={t.tried}>
          {trace.candidates.map((candidate, index) => (
            <Candidate
              key={`${candidate.model} ${candidate.provider} ${candidate.upstream_id}`}
              candidate={candidate}
              number={index + 1}
              isFallback={candidate.model !== trace.candidates[0]?.model}
            />
          ))}
        </ol>
      )}
      {trace.left_out.length > 0 && (
        <div>
          <h3 className="font-medium">{t.leftOut}</h3>
          <ul className="text-muted">
            {trace.left_out.map(({ provider, model, reason }) => (
              <li key={`${provider} ${model}`} className="wrap-anywhere">
                {t.leftOutLine(provider, model, say(reason))}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface CandidateProps {
  readonly candidate: TraceCandidate;
  readonly number: number;
  readonly isFallback: boolean;
}

function Candidate({ candidate, number, isFallback }: CandidateProps) {
  const t = useMessages("routing");
  const say = useSaid();
  return (
    <li
      className={classes(
        "flex gap-3 rounded-md border border-line px-3 py-2",
        !candidate.usable && "bg-sunken",
      )}
    >
      <span className="flex size-5 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-medium text-accent-ink tabular-nums">
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-1.5">
          <span className="font-medium wrap-anywhere">{candidate.provider}</span>
          <span className="wrap-anywhere text-muted">{candidate.upstream_id}</span>
          {isFallback && <Badge>{t.fallbackOf(candidate.model)}</Badge>}
          <BreakerBadge health={candidate.health} />
          {!candidate.usable && <Badge tone="bad">{t.passedOver}</Badge>}
        </p>
        <ul className="text-xs text-muted">
          {candidate.reasons.map((reason) => (
            <li key={reason.message} className="wrap-anywhere">
              {say(reason)}
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
