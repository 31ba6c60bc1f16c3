/** Public models and where they are served. */

import { AppError } from "../../base/errors.ts";
import { formatUsd } from "../../base/money.ts";
import type { RelayManagement } from "../../contract/management.ts";
import type { Model } from "../../contract/model.ts";
import type { Price as PriceView } from "../../contract/price.ts";
import type { RelayContext } from "../context.ts";
import type { Target } from "../directory.ts";
import type { Price } from "../pricing.ts";

export function makeModels({ directory }: RelayContext): RelayManagement["models"] {
  return {
    list: async () => directory.models().map(([id, targets]) => viewModel(id, targets)),
    async get(id) {
      const found = directory.models().find(([other]) => other === id);
      if (!found) throw new AppError("not_found", `There is no model "${id}".`);
      return viewModel(...found);
    },
  };
}

function viewModel(id: string, targets: readonly Target[]): Model {
  return {
    id,
    targets: targets.map((target) => ({
      provider: target.provider.name,
      upstream_id: target.upstreamId,
      free: target.price.free,
      price: viewPrice(target.price),
    })),
  };
}

function viewPrice(price: Price): PriceView {
  return {
    id: price.id,
    input_usd: formatUsd(price.input),
    output_usd: formatUsd(price.output),
    cached_usd: formatUsd(price.cached),
  };
}
