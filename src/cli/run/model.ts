import type { Model } from "../../contract/model.ts";
import type { Context, Result } from "../command.ts";
import { renderTable } from "../text-table.ts";
import { priceColumns } from "./price.ts";

export async function listModels(context: Context): Result {
  const api = await context.api();
  const { models } = await api.call<{ models: Model[] }>("GET", "/api/relay/models");
  const rows = models.flatMap(({ id, targets }) => targets.map((target) => ({ id, ...target })));
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
