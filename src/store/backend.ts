/** What each engine provides; open.ts makes a `Store` of it. */

import type { HotWriter } from "./hot-writer.ts";
import type { Inside } from "./store.ts";

export interface Backend extends Inside {
  readonly writer: HotWriter;
  /** Throws AppError("conflict") while another process holds the claim. */
  claim(onLost: () => void): Promise<Claim>;
  ping(): Promise<void>;
  /** Closes the connections, the writer's excepted. */
  close(): Promise<void>;
}

/** The right to own balances and limits. */
export interface Claim {
  release(): Promise<void>;
}
