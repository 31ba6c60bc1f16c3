import type { Account } from "../../api/contract.ts";
import { Card } from "../../components/card.tsx";
import { classes } from "../../components/classes.ts";
import { Money } from "../../components/money.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useMessages } from "../../messages/index.ts";

/** What the account has, as three numbers. */
export function Balance({ account }: { readonly account: Account | undefined }) {
  const t = useMessages("accounts");
  const figures = [
    { id: "balance", label: t.balance, hint: t.balanceHint, nano: account?.balance_nano },
    { id: "available", label: t.available, hint: t.availableHint, nano: account?.available_nano },
    { id: "held", label: t.held, hint: t.heldHint, nano: account?.held_nano },
  ];
  return (
    <Card flush>
      <dl className="grid grid-cols-2 sm:grid-cols-3 sm:divide-x sm:divide-line">
        {figures.map(({ id, label, hint, nano }) => (
          <div
            key={id}
            className={classes(
              "flex flex-col gap-0.5 px-4 py-3",
              id === "balance" && "col-span-2 border-b border-line sm:col-span-1 sm:border-b-0",
            )}
          >
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="text-2xl font-semibold">
              {nano === undefined ? (
                <Skeleton className="my-1 h-6 w-24" />
              ) : (
                <Money nano={nano} className={id === "balance" && nano <= 0 ? "text-bad" : ""} />
              )}
            </dd>
            <dd className="text-xs text-faint">{hint}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
