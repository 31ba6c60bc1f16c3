/** What is kept and for how long, and every other setting in force. */

import type { ReactNode } from "react";
import type { Settings } from "../../api/contract.ts";
import { useApi } from "../../api/query.ts";
import { Card } from "../../components/card.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { ErrorNote } from "../../components/error-note.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useMessages } from "../../messages/index.ts";
import { useAllowed } from "../../shell/allowed.tsx";
import { RetentionForm } from "./retention-form.tsx";

export function RetentionTab() {
  const t = useMessages("settings").retention;
  const mayEdit = useAllowed("admin");
  const settings = useApi("GET /api/settings");
  if (settings.error)
    return <ErrorNote error={settings.error} onRetry={() => void settings.refetch()} />;
  if (settings.data === undefined) return <Skeleton className="h-40" />;
  const { home, retention, config, database, version } = settings.data;
  return (
    <div className="flex flex-col gap-4">
      <Card title={t.title} description={t.hint(`${home}/parley.json`)}>
        {mayEdit ? (
          <RetentionForm key={JSON.stringify(retention)} retention={retention} />
        ) : (
          <Facts retention={retention} />
        )}
      </Card>
      <Card title={t.allSettings} description={t.allSettingsHint}>
        <div className="flex flex-col gap-4">
          <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
            <Fact name={t.database}>
              {database.engine === "sqlite" ? "SQLite" : (database.address ?? "PostgreSQL")}
            </Fact>
            <Fact name={t.version}>{version}</Fact>
          </dl>
          <CodeBlock code={JSON.stringify(config, null, 2)} what={t.allSettings} />
        </div>
      </Card>
    </div>
  );
}

function Facts({ retention }: Pick<Settings, "retention">) {
  const t = useMessages("settings").retention;
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      <Fact name={t.requests}>{t.days(retention.requests_days)}</Fact>
      <Fact name={t.audit}>{t.days(retention.audit_days)}</Fact>
      <Fact name={t.bodies}>{retention.bodies ? t.bodiesStored : t.bodiesNotStored}</Fact>
      <Fact name={t.ledger}>{t.forever}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="text-sm tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}
