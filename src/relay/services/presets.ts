/** The vendors Parley knows, as the console shows them. */

import type { RelayManagement } from "../../contract/management.ts";
import type { Preset as PresetView } from "../../contract/preset.ts";
import { type Preset, PRESETS } from "../presets.ts";

export function makePresets(): RelayManagement["presets"] {
  return { list: async () => PRESETS.map(viewPreset) };
}

function viewPreset({ name, title, protocol, baseUrl, local, example }: Preset): PresetView {
  return {
    name,
    title,
    protocol,
    base_url: baseUrl,
    local: local !== undefined,
    model: example
      ? {
          id: example.id,
          price_in: example.priceIn,
          price_out: example.priceOut,
          price_cached: example.priceCached ?? null,
        }
      : null,
  };
}
