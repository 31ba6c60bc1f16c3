import type { RequestRow } from "../../api/contract.ts";
import { Icon } from "../../components/icon.tsx";
import { Money } from "../../components/money.tsx";
import type { Column } from "../../components/table.tsx";
import { formatCount, formatMilliseconds } from "../../format/number.ts";
import type { Messages } from "../../messages/index.ts";
import type { Language } from "../../preferences.ts";
import { LogTime } from "./log-time.tsx";
import { RequestStatus } from "./status-badge.tsx";

export function makeColumns(
  t: Messages["requests"],
  language: Language,
  onOpen: (id: string) => void,
): Column<RequestRow>[] {
  const duration = (ms: number | null): string =>
    ms === null ? "" : formatMilliseconds(ms, language);
  return [
    {
      id: "time",
      header: t.columns.time,
      cell: (row) => (
        <button
          type="button"
          onClick={() => onOpen(row.id)}
          className="rounded-sm text-left hover:underline"
        >
          <LogTime at={row.at} />
          <span className="sr-only">{t.open(row.id)}</span>
        </button>
      ),
    },
    {
      id: "status",
      header: t.columns.status,
      cell: (row) => (
        <span className="flex items-center gap-1.5">
          <RequestStatus row={row} />
          {row.attempts > 1 && (
            <span title={t.triedTimes(row.attempts)} className="flex items-center text-warn">
              <Icon name="split" className="size-3.5" />
              <span className="sr-only">{t.triedTimes(row.attempts)}</span>
            </span>
          )}
        </span>
      ),
    },
    {
      id: "model",
      header: t.columns.model,
      className: "max-w-24 sm:max-w-64",
      cell: (row) => (
        <span className="flex flex-col xl:flex-row xl:items-baseline xl:gap-2">
          <span className="truncate" title={row.model}>
            {row.model}
          </span>
          <span className="truncate text-xs text-muted">{row.provider ?? row.error_code}</span>
        </span>
      ),
    },
    {
      id: "key",
      header: t.columns.key,
      from: "md",
      className: "max-w-48",
      cell: (row) => (
        <span className="block truncate" title={row.key}>
          {row.key_name}
        </span>
      ),
    },
    {
      id: "tokens",
      header: t.columns.tokens,
      align: "end",
      from: "lg",
      cell: (row) => <Tokens row={row} t={t} language={language} />,
    },
    {
      id: "first",
      header: t.columns.first,
      align: "end",
      from: "xl",
      cell: (row) => duration(row.first_token_ms),
    },
    {
      id: "total",
      header: t.columns.total,
      align: "end",
      from: "sm",
      cell: (row) => <span className="whitespace-nowrap">{duration(row.total_ms)}</span>,
    },
    {
      id: "cost",
      header: t.columns.cost,
      align: "end",
      cell: (row) => (
        <Money nano={row.cost_nano} className={row.cost_nano === 0 ? "text-muted" : ""} />
      ),
    },
  ];
}

function Tokens({
  row,
  t,
  language,
}: {
  readonly row: RequestRow;
  readonly t: Messages["requests"];
  readonly language: Language;
}) {
  const input = formatCount(row.prompt_tokens, language);
  const output = formatCount(row.completion_tokens, language);
  return (
    <span title={t.tokensWords(input, output)} className="whitespace-nowrap">
      {t.tokensInOut(input, output)}
    </span>
  );
}
