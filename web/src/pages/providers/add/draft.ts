/** A provider that is being added: what was found, what the person chose, and the input it becomes. */

import type {
  CheckedEndpoint,
  CheckedProvider,
  Preset,
  ProviderInput,
  ProviderModelInput,
} from "../../../api/contract.ts";
import { type Prices, writePrices } from "../prices.ts";

/** `catalogue`: the server knows the price and follows it. */
export type PriceMode = "catalogue" | "own" | "free";

export interface DraftModel {
  readonly id: string;
  readonly isChosen: boolean;
  readonly mode: PriceMode;
  /** What the catalogue says, to be shown; undefined: it has no price. */
  readonly known: { readonly input: string; readonly output: string } | undefined;
  readonly prices: Prices;
}

export interface Draft {
  readonly name: string;
  readonly protocol: string;
  readonly baseUrl: string;
  readonly models: readonly DraftModel[];
  readonly quirks: CheckedProvider["quirks"];
}

type FoundModel = CheckedProvider["models"][number];

/** More than this nobody wants all of. */
const FEW = 20;

export function draftFromEndpoint({ provider, listed, model }: CheckedEndpoint): Draft {
  const others = listed.filter(({ id }) => id !== model);
  const priced = others.filter((other) => other.free === true || other.price_in !== undefined);
  const isFew = priced.length < FEW;
  return {
    name: provider.name,
    protocol: provider.protocol,
    baseUrl: provider.base_url,
    models: [
      ...provider.models.map((found) => draftModel(found, true)),
      ...others.map((found) => draftModel(found, isFew && priced.includes(found))),
    ],
    quirks: provider.quirks,
  };
}

/** For who adds without a check: the preset's model to begin with, or none. */
export function draftUnchecked(preset: Preset | undefined, url: string): Draft {
  const model = preset?.model;
  return {
    name: preset?.name ?? "",
    protocol: preset?.protocol ?? "openai-completions",
    baseUrl: url,
    models: model
      ? [
          draftModel(
            {
              id: model.id,
              price_in: model.price_in,
              price_out: model.price_out,
              ...(model.price_cached === null ? {} : { price_cached: model.price_cached }),
            },
            true,
          ),
        ]
      : [],
    quirks: undefined,
  };
}

export function draftModel(found: FoundModel, isChosen: boolean): DraftModel {
  return {
    id: found.id,
    isChosen,
    mode: found.free === true ? "free" : found.catalogue === true ? "catalogue" : "own",
    known:
      found.catalogue === true
        ? { input: found.price_in ?? "", output: found.price_out ?? "" }
        : undefined,
    prices: {
      price_in: found.price_in ?? "",
      price_out: found.price_out ?? "",
      price_cached: found.price_cached ?? "",
    },
  };
}

export function writeInput(draft: Draft, keys: readonly string[]): ProviderInput {
  return {
    name: draft.name.trim(),
    protocol: draft.protocol as ProviderInput["protocol"],
    base_url: draft.baseUrl.trim(),
    ...(keys.length === 0 ? {} : { api_keys: [...keys] }),
    ...(draft.quirks === undefined ? {} : { quirks: draft.quirks }),
    models: draft.models.filter(({ isChosen }) => isChosen).map(writeModel),
  };
}

export function writeModel({ id, mode, prices }: DraftModel): ProviderModelInput {
  if (mode === "free") return { id, free: true };
  if (mode === "catalogue") return { id };
  return { id, ...writePrices(prices) };
}
