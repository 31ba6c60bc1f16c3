import { Link } from "@tanstack/react-router";
import type { Usage } from "../../api/contract.ts";
import { Card } from "../../components/card.tsx";
import { Money } from "../../components/money.tsx";
import { Select } from "../../components/select.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { formatCount, formatMilliseconds, formatShare, formatShort } from "../../format/number.ts";
import { type Messages, useMessages } from "../../messages/index.ts";
import { type Language, usePreferences } from "../../preferences.ts";
import { type Group, GROUPS, type Range } from "./route.ts";
import { nameOf, type UsageGroup } from "./usage.ts";

export interface BreakdownProps {
  readonly usage: Usage | undefined;
  readonly by: Group;
  readonly range: Range;
  readonly onBy: (by: Group) => void;
}

/** The same numbers for each model, key or provider. */
export function Breakdown({ usage, by, range, onBy }: BreakdownProps) {
  const t = useMessages("dashboard");
  const { language } = usePreferences();
  return (
    <Card
      flush
      title={t.breakdown[by]}
      actions={
        <Select
          label={t.by}
          className="w-36!"
          value={by}
          onChange={onBy}
          choices={GROUPS.map((value) => ({ value, label: t.groups[value] }))}
        />
      }
    >
      <Table<UsageGroup>
        label={t.breakdown[by]}
        rows={usage?.series}
        rowKey={(one) => `${one.rest} ${one.group}`}
        empty={null}
        columns={makeColumns(t, language, { by, range, all: usage?.sums.requests ?? 0 })}
      />
    </Card>
  );
}

interface Place {
  readonly by: Group;
  readonly range: Range;
  /** Requests of all groups together. */
  readonly all: number;
}

function makeColumns(
  t: Messages["dashboard"],
  language: Language,
  { by, range, all }: Place,
): Column<UsageGroup>[] {
  const time = (ms: number | undefined): string =>
    ms === undefined ? "–" : formatMilliseconds(ms, language);
  return [
    {
      id: "name",
      header: t.groups[by],
      className: "max-w-64",
      cell: (one) =>
        one.group === null ? (
          <span className="text-muted">{nameOf(one, t)}</span>
        ) : (
          <Link
            to="/requests"
            search={{ range, [by]: one.group }}
            title={t.showCalls}
            className="block truncate font-medium hover:underline"
          >
            {nameOf(one, t)}
          </Link>
        ),
    },
    {
      id: "requests",
      header: t.requests,
      align: "end",
      cell: ({ sums }) => (
        <span
          className="flex items-center justify-end gap-2"
          title={t.share(formatShare(all === 0 ? 0 : sums.requests / all, language))}
        >
          <span
            className="hidden h-1.5 w-16 overflow-hidden rounded-full bg-sunken sm:block"
            aria-hidden="true"
          >
            <span
              className="block h-full bg-accent"
              style={{ width: `${all === 0 ? 0 : (sums.requests / all) * 100}%` }}
            />
          </span>
          <span className="min-w-14">{formatCount(sums.requests, language)}</span>
        </span>
      ),
    },
    {
      id: "errors",
      header: t.errorRate,
      align: "end",
      cell: ({ sums }) => (
        <span className={sums.errors > 0 ? "text-bad" : "text-muted"}>
          {formatShare(sums.requests === 0 ? 0 : sums.errors / sums.requests, language)}
        </span>
      ),
    },
    {
      id: "tokens",
      header: t.tokens,
      align: "end",
      from: "md",
      cell: ({ sums }) => (
        <span
          title={t.inOut(
            formatCount(sums.prompt_tokens, language),
            formatCount(sums.completion_tokens, language),
          )}
        >
          {formatShort(sums.prompt_tokens + sums.completion_tokens, language)}
        </span>
      ),
    },
    {
      id: "first",
      header: t.firstToken,
      align: "end",
      from: "lg",
      cell: ({ sums }) => time(sums.first_token_ms?.p50),
    },
    {
      id: "latency",
      header: t.latency,
      align: "end",
      from: "md",
      cell: ({ sums }) => time(sums.total_ms?.p50),
    },
    {
      id: "cost",
      header: t.spend,
      align: "end",
      cell: ({ sums }) => <Money nano={sums.cost_nano} />,
    },
  ];
}
