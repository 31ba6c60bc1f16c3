import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Account, AccountList } from "../../api/contract.ts";
import type { Paged } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Money } from "../../components/money.tsx";
import { PagedTable } from "../../components/paged-table.tsx";
import type { Column } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { useMessages } from "../../messages/index.ts";
import { useAllowed } from "../../shell/allowed.tsx";
import { TopUp } from "./top-up.tsx";

export interface AccountTableProps {
  readonly pages: Paged<AccountList>;
  readonly pageSize: number;
  readonly empty: ReactNode;
}

export function AccountTable({ pages, pageSize, empty }: AccountTableProps) {
  const t = useMessages("accounts");
  const navigate = useNavigate();
  const [paying, setPaying] = useState<string>();
  return (
    <>
      <PagedTable
        label={t.title}
        columns={useColumns(setPaying)}
        pages={pages}
        rows={pages.data?.accounts}
        pageSize={pageSize}
        order="name"
        rowKey={({ id }) => id}
        onRowClick={({ name }) => void navigate({ to: "/accounts/$name", params: { name } })}
        empty={empty}
      />
      <TopUp account={paying} onClose={() => setPaying(undefined)} />
    </>
  );
}

function useColumns(onTopUp: (name: string) => void): readonly Column<Account>[] {
  const t = useMessages("accounts");
  const mayPay = useAllowed("admin");
  const columns: Column<Account>[] = [
    {
      id: "name",
      header: t.name,
      cell: ({ name }) => (
        <Link
          to="/accounts/$name"
          params={{ name }}
          className="font-medium wrap-anywhere hover:underline"
        >
          {name}
        </Link>
      ),
    },
    {
      id: "balance",
      header: t.balance,
      align: "end",
      cell: ({ balance_nano }) => (
        <Money nano={balance_nano} className={balance_nano <= 0 ? "text-bad" : "font-medium"} />
      ),
    },
    {
      id: "held",
      header: t.held,
      align: "end",
      from: "md",
      cell: ({ held_nano }) => (
        <Money nano={held_nano} className={held_nano === 0 ? "text-faint" : ""} />
      ),
    },
    {
      id: "available",
      header: t.available,
      align: "end",
      from: "md",
      cell: ({ available_nano }) => <Money nano={available_nano} />,
    },
    {
      id: "created",
      header: t.opened,
      from: "lg",
      className: "text-muted",
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ];
  if (!mayPay) return columns;
  columns.push({
    id: "actions",
    header: t.actions,
    hideHeader: true,
    align: "end",
    cell: ({ name }) => (
      <Button size="sm" aria-label={t.topUpNamed(name)} onClick={() => onTopUp(name)}>
        {t.topUp}
      </Button>
    ),
  });
  return columns;
}
