import type { ApiKey } from "./directory.ts";

/** Where a request came from. */
export interface Peer {
  readonly address: string;
  /** The key to serve, where Parley itself has checked that already. Never made from what a client sent. */
  readonly key?: ApiKey;
  /** The call goes on for long: its connection must not be taken for an idle one, until `ended`. */
  lasting?(request: Request): void;
  ended?(request: Request): void;
}
