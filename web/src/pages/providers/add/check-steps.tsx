import type { CheckStep } from "../../../api/contract.ts";
import { Badge } from "../../../components/badge.tsx";
import { classes } from "../../../components/classes.ts";
import { Icon } from "../../../components/icon.tsx";
import { formatMilliseconds } from "../../../format/number.ts";
import { useMessages, useSaid } from "../../../messages/index.ts";
import { usePreferences } from "../../../preferences.ts";
import { protocolTitle } from "../protocols.ts";

/** What was tried, by protocol, in the order it came. */
export function CheckSteps({ steps }: { readonly steps: readonly CheckStep[] }) {
  const t = useMessages("providers");
  const groups = [...Map.groupBy(steps, ({ protocol }) => protocol ?? "")];
  // What does not speak a protocol at all has only this one step.
  const spoken = groups.filter(([, own]) => own.some(({ ok }) => ok));
  const silent = groups.filter(([, own]) => own.every(({ ok }) => !ok));
  return (
    <div className="flex flex-col gap-3">
      {[...spoken, ...silent].map(([protocol, own]) => (
        <section key={protocol}>
          <h3 className="text-xs font-medium text-muted">
            {protocol === "" ? t.wholeAddress : protocolTitle(protocol)}
          </h3>
          <ul>
            {own.map((step) => (
              <Step key={step.name} step={step} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Step({ step }: { readonly step: CheckStep }) {
  const t = useMessages("providers");
  const say = useSaid();
  const { language } = usePreferences();
  const isQuirky = step.ok && step.quirks.length > 0;
  return (
    <li className="flex items-start gap-2 py-1 text-sm">
      <Icon
        name={step.ok ? (isQuirky ? "triangle-alert" : "circle-check") : "circle-x"}
        className={classes(
          "mt-0.5",
          step.ok ? (isQuirky ? "text-warn" : "text-good") : "text-faint",
        )}
      />
      <span className="min-w-0 flex-1">
        <span className="font-medium">{t.checkNames[step.name]}</span>
        <span className="sr-only">{step.ok ? t.works : t.worksNot}</span>
        <span className="ml-2 wrap-anywhere text-muted">{say(step.detail)}</span>
        {step.quirks.map((quirk) => (
          <Badge key={quirk} tone="warn" className="ml-2">
            {quirk}
          </Badge>
        ))}
      </span>
      {step.ms > 0 && (
        <span className="text-xs text-faint tabular-nums">
          {formatMilliseconds(step.ms, language)}
        </span>
      )}
    </li>
  );
}
