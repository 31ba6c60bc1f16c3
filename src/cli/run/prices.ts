import { readFile } from "node:fs/promises";
import { parseUsd } from "../../base/money.ts";
import type {
  CatalogueEntry,
  CatalogueInput,
  CataloguePage,
  CatalogueUpdate,
} from "../../contract/catalogue.ts";
import type { Model, ModelTarget } from "../../contract/model.ts";
import type { Rates } from "../../contract/price.ts";
import { part, queryText } from "../api.ts";
import type { Context, Result } from "../command.ts";
import { ApiError } from "../failure.ts";
import type { Paint } from "../paint.ts";
import { type Column, renderTable } from "../text-table.ts";
import { UsageError } from "../usage-error.ts";
import { priceColumns, priceSource, rarePrices } from "./price.ts";

const PATH = "/api/relay/catalogue";
const SHOWN = 20;

interface UpdateInput {
  readonly args: { readonly file: string };
  readonly flags: { readonly dryRun: boolean };
}

export async function updatePrices(context: Context, { args, flags }: UpdateInput): Result {
  const [text, { parseCatalogueFile }, { writeCatalogue }] = await Promise.all([
    readPriceFile(args.file),
    import("../../relay/catalogue/parse.ts"),
    import("../../relay/catalogue/format.ts"),
  ]);
  // LiteLLM's table is larger than the API takes; what a relay can use of it is not.
  const parsed = parseCatalogueFile(text);
  const body: CatalogueInput = { file: writeCatalogue(parsed.catalogue), dry_run: flags.dryRun };
  const api = await context.api();
  const answer = await api.call<CatalogueUpdate>("POST", PATH, body);
  const update: CatalogueUpdate = {
    ...answer,
    format: parsed.format,
    skipped: parsed.skipped.map(({ name, reason }) => ({ name, reason })),
  };
  return { json: { ...update }, text: (paint) => updateText(update, paint) };
}

async function readPriceFile(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${file} cannot be read: ${why}`, ["relay", "prices", "update"]);
  }
}

function updateText(update: CatalogueUpdate, paint: Paint): string {
  const verb = update.dry_run ? "would be" : "is";
  const lines = [
    `The catalogue ${verb} ${paint.bold(update.version)} (was ${update.version_before}): ` +
      `${update.added} models new, ${update.repriced} with another price, ${update.changed} with other limits, ` +
      `${update.removed} gone.`,
  ];
  if (update.skipped.length > 0)
    lines.push(`${update.skipped.length} rows cannot be true and were left out.`);
  if (update.prices.length > 0) {
    lines.push(
      "",
      changeTable(update.prices.slice(0, SHOWN), (row) => `${row.vendor}/${row.id}`, paint),
    );
    if (update.repriced > SHOWN) lines.push(`and ${update.repriced - SHOWN} more`);
  }
  lines.push("");
  if (update.models.length === 0) lines.push("No model that is served here has another price.");
  else {
    lines.push(update.dry_run ? "Served models that would change:" : "Served models that changed:");
    lines.push(changeTable(update.models, (row) => `${row.model} (${row.provider})`, paint));
  }
  return lines.join("\n");
}

interface Change {
  readonly before: Rates | null;
  readonly after: Rates | null;
}

function changeTable<Row extends Change>(
  rows: readonly Row[],
  name: (row: Row) => string,
  paint: Paint,
): string {
  const amount = (title: string, pick: (row: Row) => string | undefined): Column<Row> => ({
    title,
    align: "right",
    cell: (row) => {
      const usd = pick(row);
      return usd === undefined ? "-" : { nano: parseUsd(usd) ?? 0 };
    },
  });
  return renderTable<Row>(
    [
      { title: "MODEL", cell: name },
      amount("IN WAS", (row) => row.before?.input_usd),
      amount("IN IS", (row) => row.after?.input_usd),
      amount("OUT WAS", (row) => row.before?.output_usd),
      amount("OUT IS", (row) => row.after?.output_usd),
    ],
    rows,
    paint,
  );
}

export async function showPrices(
  context: Context,
  { args }: { readonly args: { readonly model: string } },
): Result {
  const api = await context.api();
  const model = await findModel(context, args.model);
  const search = model?.targets[0]?.upstream_id ?? args.model;
  const page = await api.call<CataloguePage>("GET", PATH + queryText({ search, limit: SHOWN }));
  return {
    json: { model: model ?? null, version: page.version, entries: page.entries },
    text: (paint) => pricesText(args.model, model, page, paint),
  };
}

async function findModel(context: Context, id: string): Promise<Model | undefined> {
  const api = await context.api();
  try {
    return await api.call<Model>("GET", `/api/relay/models/${part(id)}`);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

function pricesText(
  name: string,
  model: Model | undefined,
  page: CataloguePage,
  paint: Paint,
): string {
  const served = model
    ? renderTable<ModelTarget>(
        [
          { title: "PROVIDER", cell: (row) => row.provider },
          ...priceColumns<ModelTarget>((row) => row),
          ...rarePrices<ModelTarget>(model.targets, (row) => row),
          priceSource<ModelTarget>((row) => row),
        ],
        model.targets,
        paint,
      )
    : `${name} is not served here.`;
  const rate = (title: string, pick: (rates: Rates) => string): Column<CatalogueEntry> => ({
    title,
    align: "right",
    cell: ({ price }) => (price === null ? "unknown" : { nano: parseUsd(pick(price)) ?? 0 }),
  });
  const known =
    page.entries.length === 0
      ? `The catalogue ${page.version} has nothing of that name.`
      : `In the catalogue ${page.version}:\n${renderTable<CatalogueEntry>(
          [
            { title: "MODEL", cell: (row) => `${row.vendor}/${row.id}` },
            rate("IN $/M", (price) => price.input_usd),
            rate("OUT $/M", (price) => price.output_usd),
            rate("CACHED $/M", (price) => price.cached_usd),
            { title: "CONTEXT", align: "right", cell: (row) => String(row.context ?? "-") },
          ],
          page.entries,
          paint,
        )}`;
  return `${served}\n\n${known}`;
}
