import { writeAddress } from "../../api/client.ts";
import type { Statement } from "../../api/contract.ts";
import { useApi } from "../../api/query.ts";
import { buttonLook, IconButton } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Icon } from "../../components/icon.tsx";
import { Input } from "../../components/input.tsx";
import { Money } from "../../components/money.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { formatCount } from "../../format/number.ts";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";
import { boundsOf, isMonth, monthNow, movedBy } from "./months.ts";
import { accountRoute } from "./route.ts";
import { StatementSums } from "./statement-sums.tsx";

type ModelRow = Statement["models"][number];

/** What the account paid in one month, in UTC as the bill counts it. */
export function Statements({ account }: { readonly account: string }) {
  const t = useMessages("accounts");
  const { month = monthNow() } = accountRoute.useSearch();
  const navigate = accountRoute.useNavigate();
  const go = (next: string): void => {
    if (isMonth(next)) void navigate({ search: { tab: "statements", month: next }, replace: true });
  };
  const statement = useApi(
    "GET /api/relay/accounts/{name}/statements",
    { params: { name: account }, query: { month } },
    { keepPrevious: true },
  );
  return (
    <Card flush>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
        <IconButton
          icon="chevron-left"
          label={t.monthBefore}
          onClick={() => go(movedBy(month, -1))}
        />
        <div className="w-40">
          <Input
            type="month"
            aria-label={t.month}
            value={month}
            max={monthNow()}
            onChange={(event) => go(event.target.value)}
          />
        </div>
        <IconButton
          icon="chevron-right"
          label={t.monthAfter}
          disabled={month >= monthNow()}
          onClick={() => go(movedBy(month, 1))}
        />
        <a
          href={writeAddress("/api/relay/ledger.csv", { query: { account, ...boundsOf(month) } })}
          download={`ledger-${account}-${month}.csv`}
          className={`${buttonLook()} sm:ml-auto`}
        >
          <Icon name="download" />
          {t.exportMonth}
        </a>
      </div>
      <StatementSums statement={statement.data} />
      <Table
        label={t.statementOf(month)}
        columns={useColumns()}
        rows={statement.data?.models}
        rowKey={({ provider, model }) => `${provider ?? ""} ${model ?? ""}`}
        error={statement.error}
        onRetry={() => void statement.refetch()}
        isFetching={statement.isFetching}
        empty={
          <EmptyState icon="receipt" title={t.nothingSpent}>
            {t.nothingSpentHint}
          </EmptyState>
        }
      />
    </Card>
  );
}

function useColumns(): readonly Column<ModelRow>[] {
  const t = useMessages("accounts");
  const { language } = usePreferences();
  return [
    {
      id: "model",
      header: t.model,
      cell: ({ model }) =>
        model === null ? <span className="text-faint">{t.unknownModel}</span> : model,
    },
    {
      id: "provider",
      header: t.provider,
      from: "sm",
      className: "text-muted",
      cell: ({ provider }) => provider,
    },
    {
      id: "requests",
      header: t.requests,
      align: "end",
      cell: ({ requests }) => formatCount(requests, language),
    },
    {
      id: "amount",
      header: t.spent,
      align: "end",
      cell: ({ amount_nano }) => <Money nano={amount_nano} />,
    },
  ];
}
