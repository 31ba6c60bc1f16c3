import { useEffect, useState } from "react";
import { abortableApi } from "../../api/client.ts";
import type { ProviderTest } from "../../api/contract.ts";
import { ApiError } from "../../api/error.ts";
import { invalidate } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { classes } from "../../components/classes.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNote } from "../../components/error-note.tsx";
import { Icon } from "../../components/icon.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { formatMilliseconds } from "../../format/number.ts";
import { useMessages, useSaid } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";

export interface TestProviderProps {
  /** Undefined: closed. */
  readonly name: string | undefined;
  readonly onClose: () => void;
}

/** Calls the vendor with each key when it opens; closing breaks it off. */
export function TestProvider({ name, onClose }: TestProviderProps) {
  return name !== undefined && <TestDialog key={name} name={name} onClose={onClose} />;
}

function TestDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const t = useMessages("providers");
  const general = useMessages("general");
  const [round, setRound] = useState(0);
  const [result, setResult] = useState<ProviderTest>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    const controller = new AbortController();
    abortableApi("POST /api/relay/providers/{name}/test", controller.signal, { params: { name } })
      .then((answer) => {
        setResult(answer);
        invalidate("/api/relay/providers");
      })
      .catch((thrown: unknown) => {
        if (controller.signal.aborted) return;
        setError(thrown instanceof ApiError ? thrown : new Error(String(thrown)));
      });
    return () => controller.abort();
  }, [name, round]);
  const isRunning = result === undefined && error === undefined;
  const again = (): void => {
    setResult(undefined);
    setError(undefined);
    setRound(round + 1);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.testTitle(name)}
      description={t.testHint}
      actions={
        <>
          <Button onClick={onClose}>{isRunning ? general.cancel : general.close}</Button>
          <Button kind="primary" icon="refresh-cw" busy={isRunning} onClick={again}>
            {t.testAgain}
          </Button>
        </>
      }
    >
      <div role="status" className="flex flex-col gap-2 text-sm">
        {isRunning && (
          <p className="flex items-center gap-2">
            <Spinner />
            {t.testing}
          </p>
        )}
        {error && <ErrorNote error={error} />}
        {result && (
          <p className={classes("font-medium", result.ok ? "text-good" : "text-bad")}>
            {result.ok ? t.testGood : t.testBad}
          </p>
        )}
        {result && <Checks checks={result.checks} />}
      </div>
    </Dialog>
  );
}

function Checks({ checks }: Pick<ProviderTest, "checks">) {
  const t = useMessages("providers");
  const say = useSaid();
  const { language } = usePreferences();
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {checks.map(({ name, key, ok, detail, ms }) => (
        <li key={`${name} ${key}`} className="flex items-start gap-2 px-3 py-2">
          <Icon
            name={ok ? "circle-check" : "circle-x"}
            className={classes("mt-0.5", ok ? "text-good" : "text-bad")}
          />
          <span className="min-w-0 flex-1">
            <span className="font-medium">
              {key === null ? t.testNames[name] : t.testWithKey(t.testNames[name], key)}
            </span>
            <span className="sr-only">{ok ? t.works : t.worksNot}</span>
            <span className="block wrap-anywhere text-muted">{say(detail)}</span>
          </span>
          <span className="text-xs text-faint tabular-nums">
            {formatMilliseconds(ms, language)}
          </span>
        </li>
      ))}
    </ul>
  );
}
