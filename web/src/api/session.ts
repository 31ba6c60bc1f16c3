/** Who is signed in. The session is the first thing the console asks for; everything else waits for it. */

import { api, type Answer, setCsrfToken } from "./client.ts";
import type { Session } from "./contract.ts";
import { ApiError } from "./error.ts";
import { startLive, stopLive } from "./live.ts";
import { queryClient } from "./query.ts";

const KEY = ["/api/session", {}];

/** The session, or undefined when nobody is signed in. Asks the server once and remembers. */
export async function findSession(): Promise<Session | undefined> {
  try {
    const session = await queryClient.ensureQueryData<Session>({
      queryKey: KEY,
      queryFn: () => api("GET /api/session"),
      staleTime: Number.POSITIVE_INFINITY,
    });
    enter(session);
    return session;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
}

/** After a successful sign-in or setup. */
export function enter(session: Session): void {
  setCsrfToken(session.csrf_token);
  queryClient.setQueryData(KEY, session);
  startLive();
}

/** Forgets everything that belonged to the session. */
export function forgetSession(): void {
  setCsrfToken(null);
  stopLive();
  queryClient.clear();
}

export async function signOut(): Promise<Answer<"DELETE /api/session">> {
  try {
    return await api("DELETE /api/session");
  } finally {
    forgetSession();
  }
}
