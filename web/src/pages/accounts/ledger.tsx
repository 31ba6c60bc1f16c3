import { usePages } from "../../api/query.ts";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Pager, Table } from "../../components/table.tsx";
import { useMessages } from "../../messages/index.ts";
import { useLedgerColumns } from "./ledger-columns.tsx";
import { LedgerFilter } from "./ledger-filter.tsx";
import { makeLedgerQuery } from "./ledger-query.ts";
import { accountRoute } from "./route.ts";

const PAGE_SIZE = 50;

export function Ledger({ account }: { readonly account: string }) {
  const t = useMessages("accounts");
  const search = accountRoute.useSearch();
  const query = makeLedgerQuery(account, search);
  const pages = usePages("GET /api/relay/ledger", { ...query, limit: PAGE_SIZE });
  const rows = pages.data?.entries;
  const isFiltered = Object.keys(query).length > 1;
  return (
    <Card flush>
      <LedgerFilter query={query} />
      <Table
        label={t.ledger}
        columns={useLedgerColumns()}
        rows={rows}
        rowKey={({ seq }) => String(seq)}
        error={pages.error}
        onRetry={pages.refetch}
        isFetching={pages.isFetching}
        empty={
          isFiltered ? (
            <EmptyState icon="filter" title={t.noEntryMatches}>
              {t.noEntryMatchesHint}
            </EmptyState>
          ) : (
            <EmptyState icon="receipt" title={t.noEntries}>
              {t.noEntriesHint}
            </EmptyState>
          )
        }
        footer={<Pager pages={pages} pageSize={PAGE_SIZE} shown={rows?.length ?? 0} />}
      />
    </Card>
  );
}
