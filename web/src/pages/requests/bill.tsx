import type { LedgerEntry, RequestDetail } from "../../api/contract.ts";
import { Money } from "../../components/money.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { type Messages, useMessages } from "../../messages/index.ts";
import { Section } from "./section.tsx";

/** What the ledger booked for the call. */
export function Bill({ request }: { readonly request: RequestDetail }) {
  const t = useMessages("requests").detail;
  return (
    <Section title={t.bill}>
      <div className="overflow-hidden rounded-md border border-line">
        <Table<LedgerEntry>
          label={t.bill}
          rows={request.entries}
          rowKey={(entry) => String(entry.seq)}
          empty={<p className="p-3 text-sm text-muted">{t.billEmpty}</p>}
          columns={makeColumns(t)}
        />
      </div>
    </Section>
  );
}

function makeColumns(t: Messages["requests"]["detail"]): Column<LedgerEntry>[] {
  const kinds: Readonly<Record<string, string>> = t.kinds;
  return [
    { id: "kind", header: t.booking, cell: (entry) => kinds[entry.kind] ?? entry.kind },
    {
      id: "amount",
      header: t.amount,
      align: "end",
      cell: (entry) => <Money nano={entry.amount_nano} />,
    },
    {
      id: "balance",
      header: t.balance,
      align: "end",
      cell: (entry) => <Money nano={entry.balance_nano} />,
    },
  ];
}
