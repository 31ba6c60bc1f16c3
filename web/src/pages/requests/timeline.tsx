import type { RequestDetail } from "../../api/contract.ts";
import { Badge } from "../../components/badge.tsx";
import { classes } from "../../components/classes.ts";
import { formatMilliseconds } from "../../format/number.ts";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";
import { Section } from "./section.tsx";
import { readSteps, type Step } from "./steps.ts";

/** Which providers were asked, one after another, how long each took, and why the call went on to the next. */
export function Timeline({ request }: { readonly request: RequestDetail }) {
  const t = useMessages("requests").detail;
  const { language } = usePreferences();
  const steps = readSteps(request);
  const whole = request.total_ms ?? steps.reduce((sum, step) => sum + (step.ms ?? 0), 0);
  return (
    <Section title={t.timeline}>
      {steps.length === 0 ? (
        <p className="text-sm text-muted">{t.noTries}</p>
      ) : (
        <ol className="flex flex-col gap-2">
          {steps.map((step, index) => (
            <StepLine key={index} step={step} number={index + 1} whole={whole} />
          ))}
        </ol>
      )}
      <p className="flex flex-wrap gap-x-4 text-xs text-muted tabular-nums">
        {request.first_token_ms !== null && (
          <span>{t.firstToken(formatMilliseconds(request.first_token_ms, language))}</span>
        )}
        {request.overhead_ms !== null && (
          <span>{t.overhead(formatMilliseconds(request.overhead_ms, language))}</span>
        )}
      </p>
    </Section>
  );
}

const BAR = { failed: "bg-bad-fill", answered: "bg-accent", running: "bg-line-strong" } as const;
const TONE = { failed: "bad", answered: "good", running: "accent" } as const;

interface StepLineProps {
  readonly step: Step;
  readonly number: number;
  /** Milliseconds of the whole call. */
  readonly whole: number;
}

function StepLine({ step, number, whole }: StepLineProps) {
  const t = useMessages("requests").detail;
  const { language } = usePreferences();
  const share = (ms: number): string => `${whole > 0 ? Math.min(100, (ms / whole) * 100) : 0}%`;
  return (
    <li className="rounded-md border border-line px-3 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-xs text-faint">{t.try(number)}</span>
        <span className="font-medium wrap-anywhere">{step.provider}</span>
        <span className="text-xs text-muted wrap-anywhere">{step.model}</span>
        <span className="ml-auto flex items-center gap-2">
          {step.ms !== null && (
            <span className="text-xs tabular-nums">{formatMilliseconds(step.ms, language)}</span>
          )}
          <Badge tone={TONE[step.end]}>
            {step.end === "failed" ? (step.error ?? step.status) : t[step.end]}
          </Badge>
        </span>
      </div>
      <div className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <div
          className={classes("h-full min-w-0.5 rounded-full", BAR[step.end])}
          style={{ marginLeft: share(step.from), width: share(step.ms ?? 0) }}
        />
      </div>
      {step.message !== null && (
        <p className="mt-1.5 text-xs text-muted wrap-anywhere">{step.message}</p>
      )}
    </li>
  );
}
