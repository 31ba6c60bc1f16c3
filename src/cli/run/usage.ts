import type { Usage, UsageSums } from "../../contract/usage.ts";
import { queryText } from "../api.ts";
import type { Context, Result } from "../command.ts";
import type { Paint } from "../paint.ts";
import { type Column, renderTable, shortTime } from "../text-table.ts";

interface Input {
  readonly flags: {
    readonly by: string | undefined;
    readonly bucket: string | undefined;
    readonly since: string | undefined;
    readonly until: string | undefined;
    readonly key: string | undefined;
    readonly account: string | undefined;
    readonly model: string | undefined;
    readonly provider: string | undefined;
  };
}

interface Row extends UsageSums {
  readonly name: string;
}

export async function showUsage(context: Context, { flags }: Input): Result {
  const { by, ...rest } = flags;
  const api = await context.api();
  const query = queryText({ ...rest, group: by });
  const usage = await api.call<Usage>("GET", `/api/relay/usage${query}`);
  return { json: { usage }, text: (paint) => usageText(usage, by, paint) };
}

/** By groups where they were asked for, by time otherwise. */
function usageText(usage: Usage, by: string | undefined, paint: Paint): string {
  const isGrouped = by !== undefined && by !== "none";
  const rows: Row[] = isGrouped
    ? usage.series.map(({ group, rest, sums }) => ({
        name: rest ? "(others)" : (group ?? "(none)"),
        ...sums,
      }))
    : (usage.series[0]?.steps ?? []).flatMap((sums, index) =>
        sums.requests === 0 ? [] : [{ name: shortTime(usage.times[index] ?? null), ...sums }],
      );
  const head = `${shortTime(usage.since)} to ${shortTime(usage.until)} UTC`;
  if (rows.length === 0) return `No calls from ${head}.`;
  const title = isGrouped ? by.toUpperCase() : "FROM (UTC)";
  const table = renderTable(columns(title), [...rows, { name: "all", ...usage.sums }], paint);
  return `${head}\n\n${table}`;
}

function columns(title: string): Column<Row>[] {
  const number = (name: string, pick: (row: Row) => number): Column<Row> => ({
    title: name,
    align: "right",
    cell: (row) => String(pick(row)),
  });
  const times = (name: string, pick: (row: Row) => UsageSums["total_ms"]): Column<Row> => ({
    title: name,
    align: "right",
    cell: (row) => {
      const found = pick(row);
      return found ? `${found.p50} / ${found.p95}` : "-";
    },
  });
  return [
    { title, cell: (row) => row.name },
    number("CALLS", (row) => row.requests),
    number("FAILED", (row) => row.errors),
    number("IN", (row) => row.prompt_tokens),
    number("OUT", (row) => row.completion_tokens),
    { title: "COST", cell: (row) => ({ nano: row.cost_nano }) },
    times("TOTAL p50/p95 ms", (row) => row.total_ms),
    times("FIRST TOKEN", (row) => row.first_token_ms),
    times("OVERHEAD", (row) => row.overhead_ms),
  ];
}
