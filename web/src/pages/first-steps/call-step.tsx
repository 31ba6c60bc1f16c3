import { type ReactNode, useState } from "react";
import type { KeyCreated, RequestRow } from "../../api/contract.ts";
import { useLive } from "../../api/live.ts";
import { useApi } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Icon } from "../../components/icon.tsx";
import { Money } from "../../components/money.tsx";
import { curlSnippet } from "../../components/snippets.ts";
import { Spinner } from "../../components/spinner.tsx";
import { formatCount, formatMilliseconds } from "../../format/number.ts";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";

export interface CallStepProps {
  readonly apiKey: KeyCreated;
  readonly model: string;
  readonly onDone: () => void;
}

/** Shows the first call with the new key the moment it has ended. */
export function CallStep({ apiKey, model, onDone }: CallStepProps) {
  const t = useMessages("firstSteps").call;
  const [live, setLive] = useState<RequestRow>();
  useLive("request", (row) => {
    if (row.key === apiKey.id) setLive(row);
  });
  // The line may have been run before this step was opened.
  const earlier = useApi("GET /api/relay/requests", { query: { key: apiKey.id, limit: 1 } });
  const row = live ?? earlier.data?.requests.find(({ finished_at }) => finished_at !== null);
  return (
    <div className="flex flex-col gap-4">
      <div role="status">
        {row === undefined ? (
          <p className="flex items-center gap-2 rounded-md bg-accent-soft px-3 py-2.5 text-sm text-accent-ink">
            <Spinner />
            {t.waiting}
          </p>
        ) : (
          <ArrivedCall row={row} />
        )}
      </div>
      {row === undefined && (
        <CodeBlock
          code={curlSnippet({ origin: location.origin, secret: apiKey.key, model, models: [] })}
          what="curl"
        />
      )}
      <div>
        <Button kind={row === undefined ? "secondary" : "primary"} onClick={onDone}>
          {t.finish}
        </Button>
      </div>
    </div>
  );
}

function ArrivedCall({ row }: { readonly row: RequestRow }) {
  const t = useMessages("firstSteps").call;
  const { language } = usePreferences();
  const isGood = (row.status ?? 0) < 400;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t.model, row.model],
    [t.status, row.error_code === null ? row.status : `${row.status} ${row.error_code}`],
    [t.tokens, formatCount(row.prompt_tokens + row.completion_tokens, language)],
    [t.cost, <Money key="cost" nano={row.cost_nano} />],
    [t.time, row.total_ms === null ? "" : formatMilliseconds(row.total_ms, language)],
  ];
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-2 font-medium">
        <Icon
          name={isGood ? "circle-check" : "circle-x"}
          className={isGood ? "text-good" : "text-bad"}
        />
        {isGood ? t.arrived : t.failed}
      </p>
      {isGood && <p className="text-sm text-muted">{t.arrivedHint}</p>}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md border border-line p-3 text-sm sm:grid-cols-5">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-xs text-faint">{label}</dt>
            <dd className="wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
