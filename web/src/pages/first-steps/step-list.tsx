import { classes } from "../../components/classes.ts";
import { Icon } from "../../components/icon.tsx";
import { useMessages } from "../../messages/index.ts";

export const STEPS = ["provider", "key", "call"] as const;
export type Step = (typeof STEPS)[number];

/** Where the guide stands. */
export function StepList({ current }: { readonly current: Step }) {
  const t = useMessages("firstSteps");
  const at = STEPS.indexOf(current);
  return (
    <ol aria-label={t.stepsLabel} className="flex flex-wrap gap-x-6 gap-y-2">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? "step" : undefined}
          className={classes(
            "flex items-center gap-2 text-sm",
            index === at ? "font-medium text-ink" : "text-faint",
          )}
        >
          <span
            className={classes(
              "flex size-6 items-center justify-center rounded-full text-xs font-semibold",
              index < at && "bg-good-soft text-good",
              index === at && "bg-accent text-on-accent",
              index > at && "bg-hover text-muted",
            )}
          >
            {index < at ? <Icon name="check" className="size-3.5" /> : index + 1}
          </span>
          {t.steps[step]}
        </li>
      ))}
    </ol>
  );
}
