import type { Model, ModelTarget, TargetsInput } from "../../contract/model.ts";
import { part } from "../api.ts";
import type { Context, Result } from "../command.ts";
import { listAll } from "../pages.ts";
import type { Paint } from "../paint.ts";
import { renderFacts, renderTable } from "../text-table.ts";
import { UsageError } from "../usage-error.ts";
import { placeColumns, priceColumns, priceSource, rarePrices } from "./price.ts";

const PATH = "/api/relay/models";

export async function listModels(context: Context): Result {
  const api = await context.api();
  const models = await listAll<Model>(api, PATH, "models");
  const rows = models.flatMap(({ id, alias_of, targets, target_count }) =>
    targets.map((target, index) => ({
      ...target,
      id: alias_of === null ? id : `${id} -> ${alias_of}`,
      // Those that a list leaves out are told with the last one that it names.
      provider:
        index === targets.length - 1 && target_count > targets.length
          ? `${target.provider} (and ${target_count - targets.length} more)`
          : target.provider,
    })),
  );
  type Row = (typeof rows)[number];
  return {
    json: { models },
    text: (paint) =>
      rows.length === 0
        ? `No models. ${context.program} relay provider add NAME --model ID … adds some.`
        : renderTable<Row>(
            [
              { title: "MODEL", cell: (row) => row.id },
              { title: "PROVIDER", cell: (row) => row.provider },
              { title: "AT THE VENDOR", cell: (row) => row.upstream_id },
              ...priceColumns<Row>((row) => row),
            ],
            rows,
            paint,
          ),
  };
}

export async function showModel(
  context: Context,
  { args }: { readonly args: { readonly id: string } },
): Result {
  const api = await context.api();
  const model = await api.call<Model>("GET", `${PATH}/${part(args.id)}`);
  return { json: { model }, text: (paint) => modelText(model, paint) };
}

interface PlaceInput {
  readonly args: { readonly model: string; readonly provider: string };
  readonly flags: { readonly priority: number | undefined; readonly weight: number | undefined };
}

export async function placeModel(context: Context, { args, flags }: PlaceInput): Result {
  const { priority, weight } = flags;
  if (priority === undefined && weight === undefined)
    throw new UsageError("Say --priority or --weight.", ["relay", "model", "place"]);
  const body: TargetsInput = { targets: [{ provider: args.provider, priority, weight }] };
  const api = await context.api();
  const model = await api.call<Model>("PUT", `${PATH}/${part(args.model)}/targets`, body);
  return { json: { model }, text: (paint) => modelText(model, paint) };
}

function aliasText({ aliases, alias_count }: Model): string | undefined {
  const more = alias_count - aliases.length;
  return [...aliases, ...(more > 0 ? [`and ${more} more`] : [])].join(", ") || undefined;
}

function modelText(model: Model, paint: Paint): string {
  const { facts } = model;
  const head = renderFacts(
    [
      ["model", model.id],
      ["alias of", model.alias_of ?? undefined],
      ["aliases", aliasText(model)],
      ["fallbacks", model.fallbacks.join(", ") || undefined],
      ["context", facts?.context ? `${facts.context} tokens` : "unknown"],
      ["most output", facts?.max_output ? `${facts.max_output} tokens` : "unknown"],
      ["can", facts?.can.join(", ") || undefined],
      ["known as", facts ? `${facts.vendor}/${facts.id} (${facts.mode})` : undefined],
    ],
    paint,
  );
  const targets = renderTable<ModelTarget>(
    [
      { title: "PROVIDER", cell: (row) => row.provider },
      { title: "AT THE VENDOR", cell: (row) => row.upstream_id },
      ...placeColumns<ModelTarget>((row) => row),
      ...priceColumns<ModelTarget>((row) => row),
      ...rarePrices<ModelTarget>(model.targets, (row) => row),
      priceSource<ModelTarget>((row) => row),
    ],
    model.targets,
    paint,
  );
  return `${head}\n\n${targets}`;
}
