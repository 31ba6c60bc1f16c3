import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ProviderList, ProviderRow } from "../../api/contract.ts";
import type { Paged } from "../../api/query.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { PagedTable } from "../../components/paged-table.tsx";
import type { Column } from "../../components/table.tsx";
import { formatCount } from "../../format/number.ts";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";
import { useAllowed } from "../../shell/allowed.tsx";
import { HealthBadge, Latency } from "./health-badge.tsx";
import { protocolTitle } from "./protocols.ts";
import { TestProvider } from "./test-provider.tsx";

export interface ProviderTableProps {
  readonly pages: Paged<ProviderList>;
  readonly pageSize: number;
  readonly empty: ReactNode;
}

export function ProviderTable({ pages, pageSize, empty }: ProviderTableProps) {
  const t = useMessages("providers");
  const navigate = useNavigate();
  const [testing, setTesting] = useState<string>();
  return (
    <>
      <PagedTable
        label={t.title}
        columns={useColumns(setTesting)}
        pages={pages}
        rows={pages.data?.providers}
        pageSize={pageSize}
        order="name"
        rowKey={({ name }) => name}
        onRowClick={({ name }) => void navigate({ to: "/providers/$name", params: { name } })}
        empty={empty}
      />
      <TestProvider name={testing} onClose={() => setTesting(undefined)} />
    </>
  );
}

function useColumns(onTest: (name: string) => void): readonly Column<ProviderRow>[] {
  const t = useMessages("providers");
  const { language } = usePreferences();
  const mayTest = useAllowed("admin");
  const columns: Column<ProviderRow>[] = [
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
      cell: ({ model_count }) => formatCount(model_count, language),
    },
    { id: "keys", header: t.keys, from: "md", cell: (provider) => <KeyTails {...provider} /> },
    {
      id: "health",
      header: t.health,
      cell: ({ health }) => <HealthBadge health={health} />,
    },
    {
      id: "latency",
      header: t.latency,
      align: "end",
      from: "md",
      cell: ({ health }) => <Latency ms={health.latency_ms} />,
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

function KeyTails({ keys, key_count }: Pick<ProviderRow, "keys" | "key_count">) {
  const t = useMessages("providers");
  if (keys.length === 0) return <span className="text-faint">{t.noKey}</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {keys.map(({ id, tail, state }) => (
        <Badge
          key={id}
          tone={state === "ready" ? "neutral" : state === "limited" ? "warn" : "bad"}
          className="font-mono"
        >
          {tail === "" ? "••••" : `…${tail}`}
        </Badge>
      ))}
      {key_count > keys.length && <Badge>{`+${key_count - keys.length}`}</Badge>}
    </span>
  );
}
