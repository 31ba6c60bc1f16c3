/**
 * What is kept, and for how long: as parley.json says, unless somebody with the right to said otherwise through the API.
 * That is in the database, so it outlives a restart, and wins until it is taken back.
 */

import type { Config } from "../base/config.ts";
import type { Log } from "../base/log.ts";
import { inTurn } from "../base/turns.ts";
import { type Retention as View, RetentionPatch } from "../contract/settings.ts";
import { getMeta, setMeta } from "../store/meta.ts";
import type { Store } from "../store/store.ts";

const META = "retention";

type Kept = View["configured"];
type Name = keyof Kept;

export class Retention {
  /** The settings in force. Whoever holds them sees a change at once: what is kept is read where it is used. */
  readonly config: Config;
  readonly #store: Store;
  readonly #configured: Kept;
  #own: Partial<Kept> = {};

  constructor(store: Store, config: Config) {
    this.#store = store;
    this.#configured = readKept(config);
    this.config = {
      ...config,
      relay: { ...config.relay, log: { ...config.relay.log } },
      audit: { ...config.audit },
    };
  }

  /** Takes over what was set before. */
  async load(log: Log): Promise<void> {
    const text = await getMeta(this.#store, META);
    if (text === undefined) return;
    const parsed = RetentionPatch.safeParse(JSON.parse(text));
    if (parsed.success) this.#apply(parsed.data);
    else
      log.warn("the stored retention cannot be read; parley.json holds", { error: parsed.error });
  }

  view(): View {
    return {
      ...readKept(this.config),
      configured: this.#configured,
      changed: (Object.keys(this.#own) as Name[]).toSorted(),
    };
  }

  /** Each change keeps what the one before it set. */
  change(patch: RetentionPatch): Promise<View> {
    return inTurn(this, async () => {
      const own = merge(this.#own, patch);
      await setMeta(this.#store, META, JSON.stringify(own));
      this.#own = {};
      this.#apply(own);
      return this.view();
    });
  }

  #apply(patch: RetentionPatch): void {
    this.#own = merge(this.#own, patch);
    const { requests_days, bodies, audit_days } = { ...this.#configured, ...this.#own };
    Object.assign(this.config.relay.log, { retentionDays: requests_days, bodies });
    Object.assign(this.config.audit, { retentionDays: audit_days });
  }
}

function readKept({ relay: { log }, audit }: Config): Kept {
  return {
    requests_days: log.retentionDays,
    bodies: log.bodies,
    audit_days: audit.retentionDays,
  };
}

/** Without what is null. */
function merge(own: Partial<Kept>, patch: RetentionPatch): Partial<Kept> {
  const all = Object.entries({ ...own, ...patch });
  return Object.fromEntries(all.filter(([, value]) => value !== null && value !== undefined));
}
