/** Who is signed in. Asked for before the first page is shown; everything else waits for it. */

import { api, setCsrfToken } from "./client.ts";
import type { Session } from "./contract.ts";
import { startLive, stopLive } from "./live.ts";
import { queryClient } from "./query.ts";

let current: Session | undefined;

/** `setup`: nobody owns this Parley yet. `stranger`: somebody does, but this browser is not signed in. */
export type Entrance = Session | "setup" | "stranger";

/** Asks the server once, and again after the session was forgotten. */
export async function findEntrance(): Promise<Entrance> {
  if (current !== undefined) return current;
  const { needed, signed_in } = await api("GET /api/setup");
  if (!signed_in) return needed ? "setup" : "stranger";
  const session = await api("GET /api/session");
  enter(session);
  return session;
}

/** After a successful sign-in or setup. */
export function enter(session: Session): void {
  current = session;
  setCsrfToken(session.csrf_token);
  startLive();
}

/** Forgets everything that belonged to the session. */
export function forgetSession(): void {
  current = undefined;
  setCsrfToken(null);
  stopLive();
  queryClient.clear();
}

export async function signOut(): Promise<void> {
  try {
    await api("DELETE /api/session");
  } finally {
    forgetSession();
  }
}
