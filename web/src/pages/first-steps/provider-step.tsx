import { useState } from "react";
import { useApi } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { classes } from "../../components/classes.ts";
import { ErrorNote } from "../../components/error-note.tsx";
import { Icon, type IconName } from "../../components/icon.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useMessages } from "../../messages/index.ts";
import { ProviderForm } from "./provider-form.tsx";

type Way = "demo" | "preset" | "address";

const WAYS: readonly {
  readonly way: Way;
  readonly icon: IconName;
  readonly hint: "demoHint" | "presetHint" | "addressHint";
}[] = [
  { way: "demo", icon: "sparkles", hint: "demoHint" },
  { way: "preset", icon: "cloud", hint: "presetHint" },
  { way: "address", icon: "link", hint: "addressHint" },
];

export interface ProviderStepProps {
  /** With the public name of a model that can be called now. */
  readonly onDone: (model: string) => void;
}

export function ProviderStep({ onDone }: ProviderStepProps) {
  const t = useMessages("firstSteps").provider;
  const [way, setWay] = useState<Way>("demo");
  return (
    <div className="flex flex-col gap-5">
      <fieldset className="grid gap-2 sm:grid-cols-3">
        <legend className="mb-2 text-sm font-medium">{t.choose}</legend>
        {WAYS.map(({ way: value, icon, hint }) => (
          <label
            key={value}
            className={classes(
              "flex cursor-pointer flex-col gap-1 rounded-lg border p-3 has-focus-visible:outline-2 has-focus-visible:outline-accent",
              value === way ? "border-accent bg-accent-soft/50" : "border-line hover:bg-hover/60",
            )}
          >
            <span className="flex items-center gap-2 text-sm font-medium">
              <input
                type="radio"
                name="way"
                className="sr-only"
                checked={value === way}
                onChange={() => setWay(value)}
              />
              <Icon name={icon} className="text-accent-ink" />
              {t[value]}
            </span>
            <span className="text-xs text-muted">{t[hint]}</span>
          </label>
        ))}
      </fieldset>
      {way === "demo" ? (
        <DemoChoice onDone={onDone} />
      ) : (
        <ProviderForm key={way} way={way} onDone={onDone} />
      )}
    </div>
  );
}

/** The demo provider is there already; it only needs to be chosen. */
function DemoChoice({ onDone }: ProviderStepProps) {
  const t = useMessages("firstSteps").provider;
  // What is called exactly so comes first.
  const models = useApi("GET /api/relay/models", { query: { search: "demo", limit: 1 } });
  if (models.error) return <ErrorNote error={models.error} onRetry={() => void models.refetch()} />;
  if (models.data === undefined) return <Skeleton className="h-8 w-44" />;
  const [model] = models.data.models.map(({ id }) => id);
  if (model !== "demo") return <p className="text-sm text-warn">{t.demoOff}</p>;
  return (
    <div>
      <Button kind="primary" icon="arrow-right" onClick={() => onDone(model)}>
        {t.useDemo}
      </Button>
    </div>
  );
}
