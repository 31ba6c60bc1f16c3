/**
 * What the catalogue knows about one model of one vendor: price, limits, capabilities.
 *
 * Every price is an integer: nano-dollars per million units, whether the unit is a token, a request, an image, a second
 * or a character. An absent price is an unknown price, never $0.
 */

/** What a model is for. Only what the relay has an endpoint for; `responses` models answer nowhere but there. */
export const MODES = [
  "chat",
  "responses",
  "completion",
  "embedding",
  "rerank",
  "moderation",
  "image_generation",
  "audio_transcription",
  "audio_speech",
] as const;
export type Mode = (typeof MODES)[number];

/** Prices of tokens in the order they are written. Absent ones fall back as `priceFromEntry` says. */
export const TOKEN_RATES = [
  "input",
  "output",
  "cached",
  "cacheWrite5m",
  "cacheWrite1h",
  "reasoning",
  "audioInput",
  "audioOutput",
  "imageInput",
  "imageOutput",
] as const;
export type TokenRate = (typeof TOKEN_RATES)[number];

/** Prices of what is not counted in tokens; charged beside the tokens, if the entry has both. */
export const UNIT_RATES = ["perRequest", "perImage", "perSecond", "perCharacter"] as const;
export type UnitRate = (typeof UNIT_RATES)[number];

/** The token prices that long prompts change. */
export const TIER_RATES = [
  "input",
  "output",
  "cached",
  "cacheWrite5m",
  "cacheWrite1h",
  "reasoning",
] as const satisfies readonly TokenRate[];
export type TierRate = (typeof TIER_RATES)[number];

/** Prices of a whole call whose prompt has more than `above` tokens. Absent: as without the tier. */
export type Tier = { readonly above: number } & { readonly [Rate in TierRate]?: number };

/** Classes of service with prices of their own, by the name that a vendor's answer gives. */
export const SERVICES = ["priority", "flex"] as const;
export type Service = (typeof SERVICES)[number];

export const SERVICE_RATES = [...TIER_RATES, "audioInput"] as const satisfies readonly TokenRate[];
export type ServiceRate = (typeof SERVICE_RATES)[number];

/** Absent rates are as without the service, and so are long prompts without `tiers`, in the same proportion. */
export type ServicePrice = { readonly [Rate in ServiceRate]?: number } & {
  readonly tiers?: readonly Tier[];
};

export type EntryPrice = { readonly [Rate in TokenRate | UnitRate]?: number } & {
  /** In rising order of `above`; the last one that a prompt passes holds. */
  readonly tiers?: readonly Tier[];
  readonly services?: { readonly [Name in Service]?: ServicePrice };
  /** What the whole price is multiplied by, in thousandths, by the vendor's own word: `fast`, `us`. */
  readonly multipliers?: Readonly<Record<string, number>>;
};

/** What a model can do, in the order it is written. */
export const CAPABILITIES = [
  "tools",
  "parallelTools",
  "vision",
  "audio",
  "pdf",
  "schema",
  "reasoning",
  "promptCaching",
  "system",
  "prefill",
] as const;
export type Capability = (typeof CAPABILITIES)[number];

export interface CatalogueEntry {
  readonly vendor: string;
  /** The name the vendor knows it by. */
  readonly id: string;
  readonly mode: Mode;
  /** Absent: unknown. A call must then be refused, or be priced by a person. */
  readonly price?: EntryPrice;
  /** Most tokens of a prompt. Absent: unknown. */
  readonly context?: number;
  /** Most tokens of an answer. Absent: unknown. */
  readonly maxOutput?: number;
  /** What it is known to do. Absence means that nobody said so, not that it cannot. */
  readonly can: readonly Capability[];
}

/** Vendor to model id to entry. */
export type Vendors = ReadonlyMap<string, ReadonlyMap<string, CatalogueEntry>>;

export interface Catalogue {
  /** Date and short content hash, such as `2026-11-15-1a2b3c4d`; a merged table joins two of them with `+`. */
  readonly version: string;
  /** Where the facts come from, in words. */
  readonly source: string;
  readonly vendors: Vendors;
}

/** Modes that bill both directions: a price without one of them is no price. */
export function isGenerating(mode: Mode): boolean {
  return mode === "chat" || mode === "responses" || mode === "completion";
}
