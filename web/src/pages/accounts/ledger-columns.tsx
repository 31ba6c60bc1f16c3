import { Link } from "@tanstack/react-router";
import type { LedgerEntry } from "../../api/contract.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { Money } from "../../components/money.tsx";
import type { Column } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { formatExactMoney } from "../../format/money.ts";
import { useMessages } from "../../messages/index.ts";
import { directionOf } from "./ledger-kinds.ts";

const TONES: Readonly<Record<string, Tone>> = {
  topup: "good",
  adjust: "warn",
  overrun: "warn",
  shortfall: "bad",
};

export function useLedgerColumns(): readonly Column<LedgerEntry>[] {
  const t = useMessages("accounts");
  const kinds: Readonly<Record<string, string>> = t.kinds;
  return [
    {
      id: "seq",
      header: t.entry,
      from: "lg",
      className: "text-faint tabular-nums",
      cell: ({ seq }) => seq,
    },
    {
      id: "at",
      header: t.time,
      cell: ({ at, kind }) => (
        <>
          <span className="hidden sm:inline">
            <Time at={at} absolute />
          </span>
          <span className="flex flex-col items-start gap-0.5 sm:hidden">
            <Badge tone={TONES[kind] ?? "neutral"}>{kinds[kind] ?? kind}</Badge>
            <Time at={at} />
          </span>
        </>
      ),
    },
    {
      id: "kind",
      header: t.kind,
      from: "sm",
      cell: ({ kind, estimated }) => (
        <span className="flex items-center gap-1.5">
          <Badge tone={TONES[kind] ?? "neutral"}>{kinds[kind] ?? kind}</Badge>
          {estimated && (
            <span title={t.estimatedHint} className="text-xs text-faint">
              {t.estimated}
            </span>
          )}
        </span>
      ),
    },
    { id: "about", header: t.about, from: "md", cell: (entry) => <About entry={entry} /> },
    {
      id: "amount",
      header: t.amount,
      align: "end",
      cell: (entry) => <Amount entry={entry} />,
    },
    {
      id: "balance",
      header: t.balanceAfter,
      align: "end",
      // To the last digit: a bill is often less than a cent.
      cell: ({ balance_nano }) => formatExactMoney(balance_nano),
    },
  ];
}

function Amount({ entry }: { readonly entry: LedgerEntry }) {
  const direction = directionOf(entry);
  if (direction === 0) return <Money nano={entry.amount_nano} className="text-faint" />;
  if (direction < 0) return <Money nano={-entry.amount_nano} />;
  return (
    <span className="font-medium text-good">
      {"+"}
      <Money nano={entry.amount_nano} />
    </span>
  );
}

/** What it was for: the note of a person, or the call that cost it. */
function About({ entry: { note, key, request_id } }: { readonly entry: LedgerEntry }) {
  const t = useMessages("accounts");
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-muted">
      {note !== null && <span className="wrap-anywhere text-ink">{note}</span>}
      {request_id !== null && (
        <Link
          to="/requests"
          search={{ open: request_id }}
          className="font-mono text-xs hover:underline"
        >
          {request_id}
        </Link>
      )}
      {key !== null && <span className="text-xs text-faint">{t.byKey(key)}</span>}
    </span>
  );
}
