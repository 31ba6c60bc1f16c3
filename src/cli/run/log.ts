import type {
  RequestDetail,
  RequestPage,
  RequestRow,
  RequestUsage,
} from "../../contract/request.ts";
import { type Api, part, queryText } from "../api.ts";
import type { Context, Result } from "../command.ts";
import { ApiError } from "../failure.ts";
import type { Paint } from "../paint.ts";
import { type Column, dollars, renderFacts, renderTable, shortTime } from "../text-table.ts";
import { entryColumns } from "./ledger.ts";

const PATH = "/api/relay/requests";
const PAGE = 1000;
const POLL_MS = 500;

interface Filter {
  readonly key: string | undefined;
  readonly account: string | undefined;
  readonly model: string | undefined;
  readonly provider: string | undefined;
  readonly status: number | undefined;
  readonly errors: boolean;
  readonly since: string | undefined;
}

interface LogInput {
  readonly flags: Filter & { readonly limit: number | undefined; readonly follow: boolean };
}

export async function showLog(context: Context, { flags }: LogInput): Result {
  const { limit = 50, follow, ...filter } = flags;
  const api = await context.api();
  if (follow) return followLog(context, api, filter, limit);
  const requests = await fetchRows(api, filter, limit);
  const fitted = COLUMNS.map((column) => ({ ...column, least: 0 }));
  return {
    json: { requests },
    text: (paint) =>
      requests.length === 0 ? "No calls." : renderTable(fitted, requests.toReversed(), paint),
  };
}

/** Newest first. */
async function fetchRows(api: Api, filter: Filter, limit: number): Promise<RequestRow[]> {
  const rows: RequestRow[] = [];
  let before: string | undefined;
  while (rows.length < limit) {
    const query = queryText({ ...filter, limit: Math.min(PAGE, limit - rows.length), before });
    const page = await api.call<RequestPage>("GET", PATH + query);
    rows.push(...page.requests);
    if (page.next === null || page.requests.length === 0) break;
    before = page.next;
  }
  return rows;
}

/** Shows each call once, when it has ended; runs until the process is told to stop. */
async function followLog(context: Context, api: Api, filter: Filter, limit: number): Result {
  if (api.url === undefined)
    throw new ApiError(
      "unavailable",
      0,
      `--follow needs a running Parley; start it with: ${context.program} start`,
    );
  let shown: ReadonlySet<string> | undefined;
  for (;;) {
    const rows = await fetchRows(api, filter, Math.max(PAGE, limit));
    const ended = rows.filter((row) => row.status !== null);
    const fresh = shown ? ended.filter(({ id }) => !shown?.has(id)) : ended.slice(0, limit);
    const ordered = fresh.toReversed();
    if (context.json) for (const row of ordered) context.print(`${JSON.stringify(row)}\n`);
    else if (!shown || fresh.length > 0) context.print(batchText(ordered, !shown, context.paint));
    shown = new Set(ended.map(({ id }) => id));
    await Bun.sleep(POLL_MS);
  }
}

function batchText(rows: readonly RequestRow[], withTitle: boolean, paint: Paint): string {
  const lines = renderTable(COLUMNS, rows, paint).split("\n");
  return (withTitle ? lines : lines.slice(1)).map((line) => `${line}\n`).join("");
}

const COLUMNS: readonly Column<RequestRow>[] = [
  { title: "TIME (UTC)", cell: (row) => shortTime(row.at), least: 19 },
  {
    title: "STATUS",
    cell: (row) => statusText(row),
    paint: (paint, row) =>
      row.error_code === null && (row.status ?? 0) < 400 ? paint.green : paint.red,
    least: 6,
  },
  { title: "MODEL", cell: (row) => row.model, least: 16 },
  { title: "PROVIDER", cell: (row) => row.provider ?? "-", least: 10 },
  { title: "KEY", cell: (row) => row.key, least: 8 },
  { title: "IN", align: "right", cell: (row) => String(row.prompt_tokens), least: 6 },
  {
    title: "OUT",
    align: "right",
    cell: (row) => `${row.completion_tokens}${row.estimated ? "~" : ""}`,
    least: 6,
  },
  { title: "COST", cell: (row) => ({ nano: row.cost_nano }), least: 12 },
  { title: "TOTAL", align: "right", cell: (row) => milliseconds(row.total_ms), least: 8 },
  { title: "OVERHEAD", align: "right", cell: (row) => milliseconds(row.overhead_ms), least: 8 },
  { title: "ID", cell: (row) => row.id },
];

function statusText(row: RequestRow): string {
  if (row.status === null) return "open";
  return row.error_code === null ? String(row.status) : `${row.status} ${row.error_code}`;
}

function milliseconds(value: number | null): string {
  if (value === null) return "-";
  return value >= 10_000
    ? `${(value / 1000).toFixed(1)} s`
    : `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

export async function showRequest(context: Context, { args }: { args: { id: string } }): Result {
  const api = await context.api();
  const request = await api.call<RequestDetail>("GET", `${PATH}/${part(args.id)}`);
  return { json: { request }, text: (paint) => requestText(request, paint) };
}

function requestText(request: RequestDetail, paint: Paint): string {
  const tokens = [
    `${request.prompt_tokens} in`,
    request.cached_tokens > 0 ? `${request.cached_tokens} of them cached` : "",
    `${request.completion_tokens} out`,
    request.reasoning_tokens > 0 ? `${request.reasoning_tokens} of them reasoning` : "",
    request.estimated ? "counted by Parley" : "",
  ];
  const facts = renderFacts(
    [
      ["id", request.id],
      ["time", `${shortTime(request.at)} UTC`],
      ["status", statusText(request)],
      ["ended by", request.end_reason ?? undefined],
      ["endpoint", request.endpoint + (request.stream ? " (stream)" : "")],
      ["model", request.model],
      [
        "served by",
        request.provider === null ? undefined : `${request.provider} as ${request.upstream_model}`,
      ],
      ["attempts", String(request.attempts)],
      ["key", `${request.key} (account ${request.account})`],
      ["client", request.client_ip ?? undefined],
      ["tokens", tokens.filter((text) => text !== "").join(", ")],
      ["also billed", request.usage === null ? undefined : usageText(request.usage)],
      ["cost", `${dollars(request.cost_nano)} (${dollars(request.reserved_nano)} was reserved)`],
      [
        "first token",
        request.first_token_ms === null ? undefined : milliseconds(request.first_token_ms),
      ],
      ["vendor", milliseconds(request.upstream_ms)],
      ["overhead", milliseconds(request.overhead_ms)],
      ["total", milliseconds(request.total_ms)],
    ],
    paint,
  );
  const tries = request.tries.map(
    ({ provider, model, status, error, message, ms }) =>
      `\n  ${provider} as ${model}: ${status} ${error} after ${milliseconds(ms)}: ${message}`,
  );
  const failed = tries.length === 0 ? "" : `\n\nfailed tries${tries.join("")}`;
  const entries =
    request.entries.length === 0
      ? ""
      : `\n\n${renderTable(entryColumns(), request.entries, paint)}`;
  const bodies = request.bodies
    ? `\n\nrequest\n${request.bodies.request}\n\nanswer\n${request.bodies.response}`
    : "";
  return facts + failed + entries + bodies;
}

/** `audio_input_tokens` as `audio input tokens 900`, in the order of the answer. */
function usageText(usage: RequestUsage): string {
  return Object.entries(usage)
    .map(([name, value]) => `${name.replaceAll("_", " ")} ${[value].flat().join("+")}`)
    .join(", ");
}
