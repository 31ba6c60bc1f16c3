/** Who is calling the management API, and from where. */

import type { Role } from "../../contract/session.ts";
import type { SessionWithUser } from "../../store/users.ts";

/** Where a request comes from, reverse proxies that we trust seen through. */
export interface Origin {
  /** The client's own address. */
  readonly address: string;
  /** The client speaks TLS, to us or to a trusted proxy. */
  readonly secure: boolean;
  /** Host and port as the client wrote them. */
  readonly host: string;
}

export interface Identity {
  readonly user: { readonly id: string; readonly name: string; readonly role: Role };
  readonly via: "cookie" | "token" | "local";
  /** Only with `via: "cookie"`. */
  readonly session?: SessionWithUser;
  readonly expiresAt: number | null;
}

/** Stands in for the owner on the machine itself while nobody has set Parley up. */
export const LOCAL_OWNER: Identity["user"] = { id: "local", name: "local", role: "owner" };
