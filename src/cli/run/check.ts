import type { CheckedEndpoint, CheckInput, CheckReport, CheckStep } from "../../contract/check.ts";
import type { Context, Result } from "../command.ts";
import type { Paint } from "../paint.ts";
import { renderTable } from "../text-table.ts";
import { UsageError } from "../usage-error.ts";
import { readVendorKeys } from "./vendor-key.ts";

interface CheckLine {
  readonly args: { readonly url: string };
  readonly flags: { readonly key: string | undefined; readonly model: string | undefined };
}

/** The relay makes the calls: what counts is what it can reach. */
export async function checkEndpoint(context: Context, { args, flags }: CheckLine): Result {
  const body: CheckInput = {
    url: args.url,
    api_key: await readKey(flags.key),
    model: flags.model,
  };
  const api = await context.api();
  context.note(`Trying ${args.url} …`);
  const report = await api.call<CheckReport>("POST", "/api/relay/check", body);
  const endpoints = report.endpoints.map((endpoint) => ({
    ...endpoint,
    command: endpoint.command.replace(/^\.\/parley\b/, () => context.program),
  }));
  const { ok, ...facts } = report;
  return {
    json: { ...facts, endpoints },
    error: ok ? undefined : { code: "check_failed", message: report.summary.message },
    text: (paint) => reportText({ ...report, endpoints }, paint),
  };
}

async function readKey(text: string | undefined): Promise<string | undefined> {
  const words = ["relay", "check"];
  const keys = text === undefined ? undefined : await readVendorKeys([text], words, "--key");
  if (keys !== undefined && keys.length > 1)
    throw new UsageError("--key - found several keys on stdin; give one.", words);
  return keys?.[0];
}

// ---- text ----------------------------------------------------------------------------------------------------------

export function reportText(report: CheckReport, paint: Paint): string {
  const [best, ...others] = report.endpoints;
  return [
    stepsTable(report.steps, paint),
    (report.ok ? paint.green : paint.red)(report.summary.message),
    best === undefined ? "" : addText(best, paint),
    others.length === 0
      ? ""
      : [paint.dim("Or:"), ...others.map(({ command }) => `  ${command}`)].join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

const MOST_DETAIL = 110;

function stepsTable(steps: readonly CheckStep[], paint: Paint): string {
  return renderTable<CheckStep>(
    [
      {
        title: "PROTOCOL",
        cell: (row) => {
          const before = steps[steps.indexOf(row) - 1];
          return before?.protocol === row.protocol ? "" : (row.protocol ?? "");
        },
      },
      { title: "CHECK", cell: (row) => row.name },
      {
        title: "WORKS",
        cell: (row) => (row.ok ? (row.quirks.length > 0 ? "with quirk" : "yes") : "no"),
        paint: (tints, row) =>
          row.ok ? (row.quirks.length > 0 ? tints.yellow : tints.green) : tints.red,
      },
      { title: "MS", align: "right", cell: (row) => (row.ms === 0 ? "" : String(row.ms)) },
      { title: "DETAIL", cell: (row) => detailOf(row) },
    ],
    steps,
    paint,
  );
}

function detailOf({ detail: { message: detail }, quirks }: CheckStep): string {
  const short = detail.length > MOST_DETAIL ? `${detail.slice(0, MOST_DETAIL)}…` : detail;
  return quirks.length === 0 ? short : `${short} [${quirks.join(", ")}]`;
}

function addText({ command, priced, model }: CheckedEndpoint, paint: Paint): string {
  const gap = priced
    ? ""
    : `\n${paint.yellow(`The price of ${model} is unknown: put it in the place of USD, per million tokens.`)}`;
  return `${paint.bold("Add it:")}\n  ${command}${gap}`;
}
