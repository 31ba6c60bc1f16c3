import type { CostLine, RequestDetail } from "../../api/contract.ts";
import { Money } from "../../components/money.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { formatCount } from "../../format/number.ts";
import { type Messages, useMessages } from "../../messages/index.ts";
import { type Language, usePreferences } from "../../preferences.ts";
import { Section } from "./section.tsx";

const MILLION = 1_000_000;
/** These are paid by the piece; everything else is tokens, whose price is told per million. */
const PIECES: ReadonlySet<CostLine["billed"]> = new Set([
  "queries",
  "images",
  "characters",
  "seconds",
]);

/** What the cost is made of. */
export function Cost({ request }: { readonly request: RequestDetail }) {
  const t = useMessages("requests").detail;
  const { language } = usePreferences();
  return (
    <Section title={t.cost}>
      <div className="overflow-hidden rounded-md border border-line">
        <Table<CostLine>
          label={t.cost}
          rows={request.cost_lines}
          rowKey={(line) => line.billed}
          empty={<p className="p-3 text-sm text-muted">{t.costEmpty}</p>}
          columns={makeColumns(t, language)}
          footer={
            <p className="flex justify-between border-t border-line px-4 py-2 text-sm font-medium">
              <span>{t.total}</span>
              <Money nano={request.cost_nano} />
            </p>
          }
        />
      </div>
    </Section>
  );
}

function makeColumns(t: Messages["requests"]["detail"], language: Language): Column<CostLine>[] {
  return [
    { id: "billed", header: t.billedFor, cell: ({ billed }) => t.billed[billed] },
    {
      id: "quantity",
      header: t.quantity,
      align: "end",
      cell: ({ quantity }) => formatCount(quantity, language),
    },
    {
      id: "rate",
      header: t.rate,
      align: "end",
      cell: ({ billed, rate_nano }) =>
        PIECES.has(billed) ? (
          <>
            <Money nano={rate_nano / MILLION} /> {t.each}
          </>
        ) : (
          <>
            <Money nano={rate_nano} /> {t.perMillion}
          </>
        ),
    },
    {
      id: "amount",
      header: t.amount,
      align: "end",
      cell: ({ amount_nano }) => <Money nano={amount_nano} />,
    },
  ];
}
