import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Provider } from "../../api/contract.ts";
import type { ApiError } from "../../api/error.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { useLocalPages } from "../../components/local-pages.ts";
import { type Column, Pager, Table } from "../../components/table.tsx";
import { formatCount } from "../../format/number.ts";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";
import { useAllowed } from "../../shell/allowed.tsx";
import { HealthBadge, Latency } from "./health-badge.tsx";
import { latencyOf } from "./health.ts";
import { protocolTitle } from "./protocols.ts";
import { TestProvider } from "./test-provider.tsx";

const PAGE_SIZE = 50;

export interface ProviderTableProps {
  readonly rows: readonly Provider[] | undefined;
  readonly error: ApiError | null;
  readonly onRetry: () => void;
  readonly empty: ReactNode;
}

export function ProviderTable({ rows, error, onRetry, empty }: ProviderTableProps) {
  const t = useMessages("providers");
  const navigate = useNavigate();
  const [testing, setTesting] = useState<string>();
  const pages = useLocalPages(rows ?? [], PAGE_SIZE);
  return (
    <>
      <Table
        label={t.title}
        columns={useColumns(setTesting)}
        rows={rows && pages.rows}
        rowKey={({ name }) => name}
        error={error}
        onRetry={onRetry}
        onRowClick={({ name }) => void navigate({ to: "/providers/$name", params: { name } })}
        empty={empty}
        footer={
          <Pager
            pages={pages}
            pageSize={PAGE_SIZE}
            shown={pages.rows.length}
            total={rows?.length ?? 0}
          />
        }
      />
      <TestProvider name={testing} onClose={() => setTesting(undefined)} />
    </>
  );
}

function useColumns(onTest: (name: string) => void): readonly Column<Provider>[] {
  const t = useMessages("providers");
  const { language } = usePreferences();
  const mayTest = useAllowed("admin");
  const columns: Column<Provider>[] = [
    {
      id: "name",
      header: t.name,
      cell: ({ name, base_url, builtin }) => (
        <>
          <span className="flex items-center gap-2">
            <Link
              to="/providers/$name"
              params={{ name }}
              className="font-medium wrap-anywhere hover:underline"
            >
              {name}
            </Link>
            {builtin && <Badge>{t.builtin}</Badge>}
          </span>
          <span className="block max-w-40 truncate text-xs text-faint sm:max-w-xs" title={base_url}>
            {base_url}
          </span>
        </>
      ),
    },
    {
      id: "protocol",
      header: t.protocol,
      from: "lg",
      className: "text-muted",
      cell: ({ protocol }) => protocolTitle(protocol),
    },
    {
      id: "models",
      header: t.models,
      align: "end",
      from: "sm",
      cell: ({ models }) => formatCount(models.length, language),
    },
    { id: "keys", header: t.keys, from: "md", cell: ({ keys }) => <KeyTails keys={keys} /> },
    {
      id: "health",
      header: t.health,
      cell: (provider) => <HealthBadge provider={provider} />,
    },
    {
      id: "latency",
      header: t.latency,
      align: "end",
      from: "md",
      cell: (provider) => <Latency ms={latencyOf(provider)} />,
    },
  ];
  if (mayTest)
    columns.push({
      id: "actions",
      header: t.actions,
      from: "sm",
      hideHeader: true,
      align: "end",
      cell: ({ name }) => (
        <Button
          size="sm"
          icon="activity"
          aria-label={t.testNamed(name)}
          onClick={() => onTest(name)}
        >
          {t.test}
        </Button>
      ),
    });
  return columns;
}

const MOST_TAILS = 3;

function KeyTails({ keys }: Pick<Provider, "keys">) {
  const t = useMessages("providers");
  if (keys.length === 0) return <span className="text-faint">{t.noKey}</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {keys.slice(0, MOST_TAILS).map(({ id, tail, state }) => (
        <Badge
          key={id}
          tone={state === "ready" ? "neutral" : state === "limited" ? "warn" : "bad"}
          className="font-mono"
        >
          {tail === "" ? "••••" : `…${tail}`}
        </Badge>
      ))}
      {keys.length > MOST_TAILS && <Badge>{`+${keys.length - MOST_TAILS}`}</Badge>}
    </span>
  );
}
