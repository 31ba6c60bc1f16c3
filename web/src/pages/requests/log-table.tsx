import { Link } from "@tanstack/react-router";
import type { RequestRow } from "../../api/contract.ts";
import { Button, buttonLook } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Pager, Table } from "../../components/table.tsx";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";
import { Allowed } from "../../shell/allowed.tsx";
import { makeColumns } from "./log-columns.tsx";
import { type Log, PAGE_SIZE } from "./use-log.ts";

export interface LogTableProps {
  readonly log: Log;
  /** Id of the call whose details are shown. */
  readonly opened: string | undefined;
  readonly isFiltered: boolean;
  readonly onOpen: (id: string) => void;
  readonly onClear: () => void;
}

export function LogTable({ log, opened, isFiltered, onOpen, onClear }: LogTableProps) {
  const t = useMessages("requests");
  const { language } = usePreferences();
  const { rows, pages } = log;
  return (
    <Table<RequestRow>
      label={t.table}
      columns={makeColumns(t, language, onOpen)}
      rows={rows}
      rowKey={(row) => row.id}
      error={pages.error}
      onRetry={pages.refetch}
      isFetching={pages.isFetching}
      onRowClick={(row) => onOpen(row.id)}
      isSelected={(row) => row.id === opened}
      empty={isFiltered ? <NoMatch onClear={onClear} /> : <NoCalls />}
      footer={<Pager pages={pages} pageSize={PAGE_SIZE} shown={rows?.length ?? 0} />}
    />
  );
}

function NoMatch({ onClear }: { readonly onClear: () => void }) {
  const t = useMessages("requests");
  return (
    <EmptyState
      icon="search"
      title={t.noneTitle}
      action={<Button onClick={onClear}>{t.clearFilters}</Button>}
    >
      {t.noneHint}
    </EmptyState>
  );
}

function NoCalls() {
  const t = useMessages("requests");
  return (
    <EmptyState
      icon="list-tree"
      title={t.emptyTitle}
      action={
        <Allowed to="admin">
          <span className="flex flex-wrap justify-center gap-2">
            <Link to="/playground" className={buttonLook("primary")}>
              {t.toPlayground}
            </Link>
            <Link to="/keys" className={buttonLook()}>
              {t.toKeys}
            </Link>
          </span>
        </Allowed>
      }
    >
      {t.emptyHint}
    </EmptyState>
  );
}
