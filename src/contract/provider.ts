/** Providers: accounts with model vendors, and the models they serve. */

import { z } from "@hono/zod-openapi";
import { sentence } from "../base/sentence.ts";
import { ModelFacts, Priority, TargetHealth, Weight } from "./model.ts";
import { nameFilter, Next, Total } from "./paging.ts";
import { findPriceProblem, Price, priceFields, type PriceFields, Rates } from "./price.ts";
import { makeIssue, problem } from "./problem.ts";
import { QuirksInput } from "./quirks.ts";
import { Sentence } from "./sentence.ts";
import { Handle, ModelId, Time } from "./text.ts";

/** What belongs to the connection and the body, and would break a call that says otherwise. */
const OWN_HEADERS = new Set([
  "host",
  "connection",
  "content-length",
  "content-type",
  "transfer-encoding",
  "keep-alive",
  "upgrade",
  "expect",
  "te",
  "trailer",
]);

/** The protocols by their usual names, then the neutral spellings that mean the same. */
export const PROTOCOLS = [
  "openai-completions",
  "anthropic-messages",
  "google-generative-ai",
  "openai-responses",
  "vendorA-completions",
  "vendorB-messages",
  "vendorC-generative-ai",
  "vendorA-responses",
] as const;
export const Protocol = z.enum(PROTOCOLS).openapi("Protocol");
export type Protocol = z.infer<typeof Protocol>;

export const ProviderModel = z
  .object({
    id: z.string().openapi({ description: "Public name, as clients ask for it." }),
    upstream_id: z.string().openapi({ description: "Name the vendor knows it by." }),
    priority: z.int().openapi({ description: "Lower ones are tried first." }),
    weight: z.int().openapi({ description: "Share of the calls among equals." }),
    free: z.boolean(),
    price: Price,
    health: TargetHealth,
  })
  .openapi("ProviderModel");
export type ProviderModel = z.infer<typeof ProviderModel>;

export const ProviderModelFilter = z.strictObject(
  nameFilter("a public name, or of the name the vendor knows it by"),
);
export type ProviderModelFilter = z.infer<typeof ProviderModelFilter>;

export const ProviderModelList = z
  .object({ models: z.array(ProviderModel), next: Next, total: Total })
  .openapi("ProviderModelList");
export type ProviderModelList = z.infer<typeof ProviderModelList>;

const VendorKeyView = z.object({
  id: z.string(),
  tail: z.string(),
  state: z.enum(["ready", "limited", "refused"]).openapi({
    description: "`limited`: set aside for at least one model; `refused`: for all.",
  }),
  until: Time.nullable().openapi({ description: "When it is used again." }),
});

export const ProviderHealth = z
  .object({
    state: z.enum(["good", "untried", "limited", "recovering", "failing", "refused"]).openapi({
      description:
        "The worst there is to say. `refused`: all its keys; `failing`, `recovering`: the breaker of a model is open " +
        "or half open; `limited`: a key is set aside; `untried`: no call has succeeded yet.",
    }),
    latency_ms: z
      .number()
      .nullable()
      .openapi({ description: "Usual time to the first event, over its models; null: unknown." }),
  })
  .openapi("ProviderHealth", { description: "Since this Parley started." });
export type ProviderHealth = z.infer<typeof ProviderHealth>;

const provider = {
  name: z.string(),
  protocol: z.string(),
  base_url: z.string(),
  builtin: z.boolean().openapi({ description: "Part of Parley; cannot be changed or removed." }),
  health: ProviderHealth,
  model_count: z.int().openapi({ description: "How many models it serves." }),
  created_at: Time,
};

export const ProviderRow = z
  .object({
    ...provider,
    keys: z.array(VendorKeyView).openapi({ description: "The first three of its vendor keys." }),
    key_count: z.int(),
  })
  .openapi("ProviderRow", { description: "A provider as lists show it." });
export type ProviderRow = z.infer<typeof ProviderRow>;

export const Provider = z
  .object({
    ...provider,
    keys: z
      .array(VendorKeyView)
      .openapi({ description: "Vendor keys are never given back; `tail` is the end of each." }),
    headers: z.array(z.object({ name: z.string(), value: z.string().nullable() })).openapi({
      description:
        "Sent with every call. null: it may be secret and is not given back; only values of names known to be " +
        "harmless are, such as `anthropic-beta` or `user-agent`.",
    }),
    quirks: QuirksInput,
  })
  .openapi("Provider", { description: "Its models are a list of their own." });
export type Provider = z.infer<typeof Provider>;

const BaseUrl = z.string().max(2000).refine(isBaseUrl, problem("not_base_url")).openapi({
  description: "The vendor's address: `{base}`, `{base}/v1` or the whole path of an endpoint.",
  example: "https://api.example.com/v1",
});

const VendorKey = z
  .string()
  .min(1)
  .max(10_000)
  .regex(/^[\x21-\x7e]*$/, problem("broken_paste"));

const HeaderName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}$/, problem("not_header_name"))
  .refine((name) => !OWN_HEADERS.has(name.toLowerCase()), problem("own_header"));

const HeaderValue = z
  .string()
  .max(10_000)
  .regex(/^[\x20-\x7e\t]*$/, problem("not_ascii_line"));

const Headers = z.record(HeaderName, HeaderValue).superRefine(checkHeaders);

const HeadersPatch = z
  .record(HeaderName, HeaderValue.nullable())
  .superRefine(checkHeaders)
  .openapi({ description: "All that it is to have. null: with the value it has." });

const ModelInput = z
  .strictObject({
    id: ModelId,
    upstream_id: ModelId.optional().openapi({ description: "Absent: the same as `id`." }),
    priority: Priority.optional().openapi({
      description: "Lower ones are tried first. Absent: as it was, or 0.",
    }),
    weight: Weight.optional().openapi({
      description: "Share of the calls among equals. Absent: as it was, or 1.",
    }),
    ...priceFields,
  })
  .superRefine(checkPrice)
  .superRefine(checkPattern)
  .openapi("ProviderModelInput", {
    description: "An `id` that ends in `*` serves every name that begins so.",
  });
export type ProviderModelInput = z.infer<typeof ModelInput>;

const Models = z.array(ModelInput).min(1).max(2000).superRefine(checkRepeated);

export const ProviderInput = z
  .strictObject({
    name: Handle,
    protocol: Protocol,
    base_url: BaseUrl,
    api_keys: z
      .array(VendorKey)
      .max(100)
      .optional()
      .openapi({ description: "Vendor keys, used in turn. Absent or empty: none is sent." }),
    headers: Headers.optional().openapi({ description: "Sent with every call to the vendor." }),
    quirks: QuirksInput.optional(),
    models: Models,
  })
  .openapi("ProviderInput");
export type ProviderInput = z.infer<typeof ProviderInput>;

const PriceChange = z.strictObject({ id: ModelId, ...priceFields }).superRefine(checkPrice);

/**
 * Absent: unchanged. Each list that is given replaces the old one as a whole, except `prices` and those that are called
 * `add_…` and `remove_…`.
 */
export const ProviderPatch = z
  .strictObject({
    base_url: BaseUrl.optional(),
    api_keys: z.array(VendorKey).max(100).optional(),
    add_keys: z
      .array(VendorKey)
      .max(100)
      .optional()
      .openapi({ description: "Vendor keys that join those it has." }),
    remove_keys: z
      .array(z.string().max(100))
      .max(100)
      .optional()
      .openapi({ description: "Ids of vendor keys to be forgotten." }),
    headers: HeadersPatch.optional(),
    quirks: QuirksInput.optional(),
    models: Models.optional(),
    add_models: Models.optional().openapi({
      description: "Models that join those it has; one of the same `id` is replaced.",
    }),
    remove_models: z
      .array(z.string().max(200))
      .max(2000)
      .optional()
      .openapi({ description: "Public names of models it is to serve no longer." }),
    prices: z
      .array(PriceChange)
      .superRefine(checkRepeated)
      .optional()
      .openapi({
        description:
          "New prices for models the provider has; the others keep theirs. What the numbers cannot name is kept: tiers " +
          "and classes of service in proportion to them, and multipliers. To be rid of it, add the model anew.",
      }),
  })
  .openapi("ProviderPatch", { description: "Absent: unchanged. A list replaces the old one." });
export type ProviderPatch = z.infer<typeof ProviderPatch>;

export const Discovery = z
  .object({
    version: z.string().openapi({ description: "Version of the catalogue it was compared with." }),
    models: z.array(
      z.object({
        id: z.string().openapi({ description: "Name the vendor knows it by." }),
        served: z.boolean().openapi({ description: "The provider has it already." }),
        facts: ModelFacts.nullable(),
        price: Rates.nullable().openapi({ description: "null: it needs a price of yours." }),
      }),
    ),
  })
  .openapi("Discovery");
export type Discovery = z.infer<typeof Discovery>;

export const ProviderTest = z
  .object({
    ok: z.boolean(),
    checks: z.array(
      z.object({
        name: z.enum(["models", "answer"]),
        key: z.int().nullable().openapi({ description: "Which vendor key; null: the only one." }),
        ok: z.boolean(),
        detail: Sentence,
        ms: z.number(),
      }),
    ),
  })
  .openapi("ProviderTest");
export type ProviderTest = z.infer<typeof ProviderTest>;

export const ProviderFilter = z.strictObject(nameFilter("a name or an address"));
export type ProviderFilter = z.infer<typeof ProviderFilter>;

export const ProviderList = z
  .object({ providers: z.array(ProviderRow), next: Next, total: Total })
  .openapi("ProviderList");
export type ProviderList = z.infer<typeof ProviderList>;

function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return url.username === "" && url.password === "" && url.search === "" && url.hash === "";
}

/** Case does not tell headers apart. */
function checkHeaders(headers: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const name of Object.keys(headers)) {
    if (seen.has(name.toLowerCase())) context.addIssue(makeIssue(sentence("named_twice"), [name]));
    seen.add(name.toLowerCase());
  }
}

function checkPrice(model: PriceFields & { readonly id: string }, context: z.RefinementCtx): void {
  const wrong = findPriceProblem(model.id, model);
  if (wrong !== undefined) context.addIssue(makeIssue(wrong));
}

function checkPattern(
  { id, upstream_id }: { readonly id: string; readonly upstream_id?: string | undefined },
  context: z.RefinementCtx,
): void {
  const stars = (text: string): number => text.split("*").length - 1;
  const isPattern = id.endsWith("*");
  if (stars(id) > (isPattern ? 1 : 0)) {
    context.addIssue(makeIssue(sentence("star_only_last"), ["id"]));
  } else if (upstream_id !== undefined && stars(upstream_id) > (isPattern ? 1 : 0)) {
    const said = sentence(isPattern ? "star_once" : "star_needs_pattern");
    context.addIssue(makeIssue(said, ["upstream_id"]));
  }
}

function checkRepeated(models: readonly { readonly id: string }[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  models.forEach(({ id }, index) => {
    if (seen.has(id))
      context.addIssue(makeIssue(sentence("model_named_twice", { model: id }), [index, "id"]));
    seen.add(id);
  });
}
