/** How rows of the store and targets are shown, where several services show the same ones. */

import { formatUsd } from "../../base/money.ts";
import type { LedgerEntry } from "../../contract/ledger.ts";
import type { ModelFacts, ModelTarget } from "../../contract/model.ts";
import type { Price as PriceView, Rates as RatesView } from "../../contract/price.ts";
import type { LedgerLine } from "../../store/ledger.ts";
import type { StoredModel } from "../../store/providers.ts";
import type { CatalogueEntry } from "../catalogue/entry.ts";
import type { CataloguePrice } from "../catalogue/price.ts";
import type { RelayContext } from "../context.ts";
import type { Provider, Target } from "../directory.ts";
import { type Price, type RareRates, type Rates, readPrice } from "../pricing.ts";

/** Rows of a page when the caller does not say. */
export const PAGE = 50;

export function viewEntry(context: RelayContext, line: LedgerLine): LedgerEntry {
  return {
    seq: line.seq,
    at: new Date(line.at).toISOString(),
    account: context.directory.accounts.get(line.account_id)?.name ?? line.account_id,
    key: line.key_id,
    kind: line.kind,
    source: line.source,
    target: line.target,
    amount_nano: line.amount_nano,
    amount_usd: formatUsd(line.amount_nano),
    balance_nano: line.balance_nano,
    request_id: line.request_id,
    price_id: line.price_id,
    estimated: line.estimated === 1,
    note: line.note,
  };
}

export function viewPrice(price: Price): PriceView {
  return { id: price.id, catalogue: price.catalogue ?? null, ...viewRates(price) };
}

export function viewRates(price: Price | CataloguePrice): RatesView {
  return { ...viewTiered(price), ...(price.rare && viewRare(price.rare)) };
}

function viewTiered(price: Rates & Pick<Price, "tiers">) {
  return {
    ...viewTokenRates(price),
    tiers: price.tiers.map((tier) => ({ above: tier.above, ...viewTokenRates(tier) })),
  };
}

function viewRare(rare: RareRates): Partial<RatesView> {
  const { audioInput, audioOutput, imageInput, imageOutput, services, multipliers } = rare;
  const pieces = {
    ...shown("request_usd", rare.perRequest, formatPiece),
    ...shown("image_usd", rare.perImage, formatPiece),
    ...shown("second_usd", rare.perSecond, formatPiece),
    ...shown("character_usd", rare.perCharacter, formatPiece),
  };
  return {
    ...shown("audio_input_usd", audioInput, formatUsd),
    ...shown("audio_output_usd", audioOutput, formatUsd),
    ...shown("image_input_usd", imageInput, formatUsd),
    ...shown("image_output_usd", imageOutput, formatUsd),
    ...(Object.keys(pieces).length > 0 && { pieces }),
    ...(services && { services: mapValues(services, viewTiered) }),
    ...(multipliers && { multipliers: mapValues(multipliers, (times) => times / 1000) }),
  };
}

function shown<Name extends string>(
  name: Name,
  rate: number | undefined,
  format: (rate: number) => string,
): { [N in Name]?: string } {
  return rate === undefined ? {} : ({ [name]: format(rate) } as { [N in Name]?: string });
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

/** Nano-dollars per million pieces as dollars for one, exactly. */
function formatPiece(rate: number): string {
  const digits = String(rate).padStart(16, "0");
  return `${digits.slice(0, -15)}.${digits.slice(-15).replace(/0{1,13}$/, "")}`;
}

function viewTokenRates(rates: Rates) {
  return {
    input_usd: formatUsd(rates.input),
    output_usd: formatUsd(rates.output),
    cached_usd: formatUsd(rates.cached),
    cache_write_usd: formatUsd(rates.cacheWrite5m),
    cache_write_1h_usd: formatUsd(rates.cacheWrite1h),
    reasoning_usd: formatUsd(rates.reasoning),
  };
}

export function viewFacts(entry: CatalogueEntry): ModelFacts {
  return {
    vendor: entry.vendor,
    id: entry.id,
    mode: entry.mode,
    context: entry.context ?? null,
    max_output: entry.maxOutput ?? null,
    can: [...entry.can],
  };
}

/** A stored model as the one way of its provider to serve it. */
export function targetOf(provider: Provider, model: StoredModel): Target {
  return {
    provider,
    publicId: model.public_id,
    upstreamId: model.upstream_id,
    price: readPrice(model.price),
    priority: model.priority,
    weight: model.weight,
  };
}

export function viewTarget({ health, clock }: RelayContext, target: Target): ModelTarget {
  const now = clock.now();
  const state = health.find(target);
  const latency = state?.latencyMs;
  return {
    provider: target.provider.name,
    upstream_id: target.upstreamId,
    priority: target.priority,
    weight: target.weight,
    free: target.price.free,
    price: viewPrice(target.price),
    health: {
      breaker: state?.state(now) ?? "closed",
      retry_in_ms: Math.ceil(state?.wait(now) ?? 0),
      latency_ms: latency === undefined ? null : Math.round(latency * 10) / 10,
    },
  };
}
