import { findEnv } from "../../base/config-env.ts";
import type { Offer } from "../../contract/offer.ts";
import type { ProviderRow } from "../../contract/provider.ts";
import { findOffers } from "../../relay/offers.ts";
import { findPreset, PRESETS } from "../../relay/presets.ts";
import type { Context, Result } from "../command.ts";
import { listAll } from "../pages.ts";
import type { Paint } from "../paint.ts";

/**
 * Model servers are those the relay can reach, so the relay looks for them; variables are also those of this shell,
 * since the command that takes a key from one runs here.
 */
export async function listOffers(context: Context): Result {
  const api = await context.api();
  const [providers, { offers }] = await Promise.all([
    listAll<ProviderRow>(api, "/api/relay/providers", "providers"),
    api.call<{ offers: Offer[] }>("GET", "/api/relay/offers"),
  ]);
  const own: Offer[] = await findOffers({
    findEnv,
    fetch,
    known: providers,
    program: context.program,
    presets: PRESETS.filter((preset) => !preset.local),
  });
  const all = [...own, ...offers.filter(({ name }) => !own.some((offer) => offer.name === name))];
  return {
    json: { offers: all },
    text: (paint) =>
      all.length === 0
        ? "No vendor key in the environment and no model server on this machine that is not in use already."
        : offersText(all, paint),
  };
}

export function offersText(offers: readonly Offer[], paint: Paint): string {
  return offers
    .map((offer) => {
      const title = findPreset(offer.name)?.title ?? offer.name;
      const what =
        offer.kind === "env" ? `${title} key in ${offer.source}` : `${title} at ${offer.source}`;
      return `${paint.bold(what)}\n  ${offer.command}`;
    })
    .join("\n");
}
