import { Link } from "@tanstack/react-router";
import type { Key } from "../../api/contract.ts";
import { usePages } from "../../api/query.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { buttonLook } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Icon } from "../../components/icon.tsx";
import { Money } from "../../components/money.tsx";
import { type Column, Pager, Table } from "../../components/table.tsx";
import { formatCount } from "../../format/number.ts";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";
import { Allowed } from "../../shell/allowed.tsx";

const PAGE_SIZE = 50;

const TONES: Readonly<Record<Key["status"], Tone>> = {
  active: "good",
  disabled: "neutral",
  expired: "warn",
  revoked: "bad",
};

/** The keys that spend the account's money, and what each of them may. */
export function AccountKeys({ account }: { readonly account: string }) {
  const t = useMessages("accounts");
  const pages = usePages("GET /api/relay/keys", { account, limit: PAGE_SIZE, order: "newest" });
  const rows = pages.data?.keys;
  return (
    <Card flush>
      <Table
        label={t.keysAndLimits}
        columns={useColumns()}
        rows={rows}
        rowKey={({ id }) => id}
        error={pages.error}
        onRetry={pages.refetch}
        isFetching={pages.isFetching}
        isFaded={({ status }) => status === "revoked"}
        empty={
          <EmptyState
            icon="key-round"
            title={t.noKeys}
            action={
              <Allowed to="admin">
                <Link to="/keys" className={buttonLook("primary")}>
                  {t.makeKey}
                </Link>
              </Allowed>
            }
          >
            {t.noKeysHint(account)}
          </EmptyState>
        }
        footer={
          <Pager
            pages={pages}
            pageSize={PAGE_SIZE}
            shown={rows?.length ?? 0}
            {...(pages.data === undefined ? {} : { total: pages.data.total })}
          />
        }
      />
    </Card>
  );
}

function useColumns(): readonly Column<Key>[] {
  const t = useMessages("accounts");
  return [
    {
      id: "name",
      header: t.key,
      cell: ({ id, name }) => (
        <>
          <Link to="/keys" search={{ search: id }} className="font-medium hover:underline">
            {name}
          </Link>
          <span className="block font-mono text-xs text-faint">{id}</span>
        </>
      ),
    },
    {
      id: "status",
      header: t.status,
      cell: ({ status }) => <Badge tone={TONES[status]}>{t.statuses[status]}</Badge>,
    },
    {
      id: "spent",
      header: t.spent,
      align: "end",
      cell: ({ spent_nano }) => <Money nano={spent_nano} />,
    },
    {
      id: "limit",
      header: t.spendLimit,
      align: "end",
      cell: ({ limit_nano }) =>
        limit_nano === null ? <Limit value={null} /> : <Money nano={limit_nano} />,
    },
    {
      id: "rpm",
      header: t.rpm,
      align: "end",
      from: "md",
      cell: ({ rpm }) => <Limit value={rpm} />,
    },
    {
      id: "tpm",
      header: t.tpm,
      align: "end",
      from: "md",
      cell: ({ tpm }) => <Limit value={tpm} />,
    },
    {
      id: "concurrency",
      header: t.concurrency,
      align: "end",
      from: "lg",
      cell: ({ concurrency }) => <Limit value={concurrency} />,
    },
    {
      id: "actions",
      header: t.actions,
      hideHeader: true,
      align: "end",
      cell: ({ id, name }) => (
        <span className="flex justify-end gap-1">
          <Link
            to="/accounts/$name"
            from="/accounts/$name"
            search={{ key: id }}
            aria-label={t.entriesOf(name)}
            title={t.entriesOf(name)}
            className={`${buttonLook("quiet", "sm")} w-7`}
          >
            <Icon name="receipt" />
          </Link>
          <Link
            to="/keys"
            search={{ search: id }}
            aria-label={t.limitsOf(name)}
            title={t.limitsOf(name)}
            className={`${buttonLook("quiet", "sm")} w-7`}
          >
            <Icon name="sliders-horizontal" />
          </Link>
        </span>
      ),
    },
  ];
}

function Limit({ value }: { readonly value: number | null }) {
  const t = useMessages("general");
  const { language } = usePreferences();
  return value === null ? (
    <span className="text-faint">{t.unlimited}</span>
  ) : (
    formatCount(value, language)
  );
}
