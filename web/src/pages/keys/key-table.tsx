import type { ReactNode } from "react";
import type { Key } from "../../api/contract.ts";
import { useApi, usePages } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PagedTable } from "../../components/paged-table.tsx";
import { Sparkline } from "../../components/sparkline.tsx";
import type { Column } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { type Messages, useMessages } from "../../messages/index.ts";
import { useAllowed } from "../../shell/allowed.tsx";
import { LimitsCell, ModelsCell, SpentCell, StatusBadge } from "./key-columns.tsx";
import { type KeyAsk, KeyMenu } from "./key-menu.tsx";
import type { KeysSearch } from "./route.ts";

const PAGE_SIZE = 50;

export interface KeyTableProps {
  readonly search: KeysSearch;
  /** The button that makes a key, for when there is none. */
  readonly create: ReactNode;
  readonly onAsk: (ask: KeyAsk, key: Key) => void;
  readonly onClear: () => void;
}

export function KeyTable({ search, create, onAsk, onClear }: KeyTableProps) {
  const t = useMessages("keys");
  const pages = usePages("GET /api/relay/keys", { ...search, order: "newest", limit: PAGE_SIZE });
  const keys = pages.data?.keys;
  const mayChange = useAllowed("admin");
  const usage = useKeyUsage(keys);
  return (
    <PagedTable
      label={t.list}
      columns={makeColumns(t, usage, mayChange, onAsk)}
      pages={pages}
      rows={keys}
      pageSize={PAGE_SIZE}
      rowKey={(key) => key.id}
      isFaded={(key) => key.status === "revoked"}
      {...(mayChange
        ? { onRowClick: (key: Key) => key.status !== "revoked" && onAsk("edit", key) }
        : {})}
      empty={
        <NoKeys isFiltered={Object.keys(search).length > 0} create={create} onClear={onClear} />
      }
    />
  );
}

/** Calls per hour of the keys on this page, by id. */
function useKeyUsage(keys: readonly Key[] | undefined): ReadonlyMap<string, readonly number[]> {
  const ids = (keys ?? []).map(({ id }) => id).join(",");
  const usage = useApi(
    "GET /api/relay/keys/usage",
    { query: { ids } },
    { enabled: ids !== "", keepPrevious: true },
  );
  return new Map(usage.data?.keys.map(({ id, requests }) => [id, requests]));
}

interface NoKeysProps {
  readonly isFiltered: boolean;
  readonly create: ReactNode;
  readonly onClear: () => void;
}

function NoKeys({ isFiltered, create, onClear }: NoKeysProps) {
  const t = useMessages("keys");
  return isFiltered ? (
    <EmptyState
      icon="search"
      title={t.noMatchTitle}
      action={<Button onClick={onClear}>{t.clearFilter}</Button>}
    >
      {t.noMatchHint}
    </EmptyState>
  ) : (
    <EmptyState icon="key-round" title={t.emptyTitle} action={create}>
      {t.emptyHint}
    </EmptyState>
  );
}

function makeColumns(
  t: Messages["keys"],
  usage: ReadonlyMap<string, readonly number[]>,
  mayChange: boolean,
  onAsk: KeyTableProps["onAsk"],
): Column<Key>[] {
  return [
    {
      id: "name",
      header: t.columns.name,
      cell: (key) => (
        <span className="flex min-w-32 flex-col">
          {key.status === "revoked" || !mayChange ? (
            <span
              className={
                key.status === "revoked"
                  ? "wrap-anywhere line-through"
                  : "font-medium wrap-anywhere"
              }
            >
              {key.name}
            </span>
          ) : (
            <button
              type="button"
              onClick={() => onAsk("edit", key)}
              className="w-fit text-left font-medium wrap-anywhere hover:underline"
            >
              {key.name}
            </button>
          )}
          <code className="font-mono text-xs text-faint">{key.id}</code>
        </span>
      ),
    },
    { id: "status", header: t.columns.status, cell: (key) => <StatusBadge status={key.status} /> },
    { id: "account", header: t.columns.account, from: "lg", cell: (key) => key.account },
    {
      id: "models",
      header: t.columns.models,
      from: "lg",
      cell: (key) => <ModelsCell models={key.models} />,
    },
    {
      id: "limits",
      header: t.columns.limits,
      from: "xl",
      cell: (key) => <LimitsCell apiKey={key} />,
    },
    {
      id: "spent",
      header: t.columns.spent,
      from: "sm",
      align: "end",
      cell: (key) => <SpentCell apiKey={key} />,
    },
    {
      id: "usage",
      header: t.columns.usage,
      from: "md",
      cell: (key) => <Sparkline values={usage.get(key.id) ?? []} label={t.callsOf(key.name)} />,
    },
    {
      id: "used",
      header: t.columns.lastUsed,
      from: "md",
      cell: (key) => <Time at={key.last_used_at} />,
    },
    {
      id: "actions",
      header: t.columns.actions,
      hideHeader: true,
      align: "end",
      cell: (key) => <KeyMenu apiKey={key} onAsk={(ask) => onAsk(ask, key)} />,
    },
  ];
}
