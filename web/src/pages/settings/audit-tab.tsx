/** Every administrative act, newest first. */

import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { AuditEntry } from "../../api/contract.ts";
import { usePages } from "../../api/query.ts";
import { Badge } from "../../components/badge.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { type Column, Pager, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { useAct, useMessages } from "../../messages/index.ts";
import { AuditDrawer } from "./audit-drawer.tsx";
import { AuditFilters } from "./audit-filters.tsx";

const PAGE_SIZE = 50;
const route = getRouteApi("/shell/settings");

export function AuditTab() {
  const t = useMessages("settings").audit;
  const { tab: _, ...filter } = route.useSearch();
  const pages = usePages("GET /api/audit", { ...filter, limit: PAGE_SIZE });
  const [opened, setOpened] = useState<AuditEntry>();
  const rows = pages.data?.entries;
  return (
    <Card flush>
      <AuditFilters />
      <Table
        label={t.title}
        columns={useColumns(setOpened)}
        rows={rows}
        rowKey={({ id }) => id}
        error={pages.error}
        onRetry={pages.refetch}
        isFetching={pages.isFetching}
        onRowClick={setOpened}
        empty={
          <EmptyState icon="history" title={t.none}>
            {t.noneHint}
          </EmptyState>
        }
        footer={<Pager pages={pages} pageSize={PAGE_SIZE} shown={rows?.length ?? 0} />}
      />
      {opened && <AuditDrawer entry={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}

function useColumns(onOpen: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] {
  const t = useMessages("settings").audit;
  const act = useAct();
  return [
    {
      id: "at",
      header: t.at,
      className: "text-muted",
      cell: ({ at }) => <Time at={at} absolute />,
    },
    { id: "actor", header: t.actor, cell: ({ actor }) => actor ?? t.nobody },
    {
      id: "act",
      header: t.act,
      cell: (entry) => (
        <span className="flex flex-wrap items-center gap-2">
          <button
            type="button"
            onClick={() => onOpen(entry)}
            className="text-left font-medium hover:underline"
          >
            {act(entry)}
          </button>
          {entry.outcome === "refused" && <Badge tone="bad">{t.refused}</Badge>}
        </span>
      ),
    },
    {
      id: "target",
      header: t.target,
      from: "sm",
      cell: ({ target }) => <span className="block max-w-60 truncate">{target}</span>,
    },
    {
      id: "address",
      header: t.address,
      from: "md",
      className: "text-muted tabular-nums",
      cell: ({ address }) => address,
    },
  ];
}
