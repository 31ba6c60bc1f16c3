import type { Statement } from "../../api/contract.ts";
import { Money } from "../../components/money.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useMessages } from "../../messages/index.ts";

/** From the opening to the closing balance of a month. */
export function StatementSums({ statement }: { readonly statement: Statement | undefined }) {
  const t = useMessages("accounts");
  const paidIn = statement?.kinds.find(({ kind }) => kind === "topup")?.amount_nano ?? 0;
  const takenBack = statement?.kinds.find(({ kind }) => kind === "adjust")?.amount_nano ?? 0;
  const lines = [
    { id: "opening", label: t.opening, nano: statement?.opening_nano },
    { id: "in", label: t.paidIn, nano: statement && paidIn },
    ...(takenBack === 0 ? [] : [{ id: "back", label: t.takenBack, nano: -takenBack }]),
    { id: "spent", label: t.spent, nano: statement && -statement.spent_nano },
    { id: "closing", label: t.closing, nano: statement?.closing_nano },
  ];
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 border-b border-line px-4 py-3">
      {lines.map(({ id, label, nano }) => (
        <div key={id}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-lg font-semibold">
            {nano === undefined ? <Skeleton className="my-1 h-5 w-20" /> : <Money nano={nano} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
