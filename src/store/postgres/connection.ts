/** Opening PostgreSQL connections, and what this room needs to know about their errors. */

import postgres from "postgres";
import { AppError } from "../../base/errors.ts";

export type Sql = postgres.Sql<{ bigint: number }>;

export interface ConnectionOptions {
  readonly url: string;
  readonly max: number;
  /** Called when a connection goes away, asked for or not. */
  readonly onClose?: () => void;
}

/** Connects on first use. */
export function openConnections({ url, max, onClose }: ConnectionOptions): Sql {
  return postgres(url, {
    max,
    connect_timeout: 10,
    // A connection that holds a lock or a snapshot must not be replaced behind our back.
    ...(max === 1 && { max_lifetime: 0, idle_timeout: 0 }),
    // Reconnecting waits for this long at most; the callers decide when to give up.
    backoff: (retries: number) => Math.min(0.5, 0.02 * 2 ** retries),
    // Asks for array types on each connect, which we do not use, and dies of it if the connection is cut right then.
    fetch_types: false,
    onnotice: () => undefined,
    ...(onClose && { onclose: onClose }),
    connection: { application_name: "parley", standard_conforming_strings: "on" },
    types: { bigint: { to: 20, from: [20], serialize: String, parse: parseInt8 } },
  });
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database holds ${text}, which is too large for a number.`);
  return value;
}

/** Throws AppError("unavailable") if the text is not the address of a PostgreSQL database. */
export function checkUrl(url: string): void {
  const { protocol } = URL.parse(url) ?? {};
  if (protocol === "postgres:" || protocol === "postgresql:") return;
  throw new AppError(
    "unavailable",
    "DATABASE_URL must look like postgres://user:password@host:5432/database. Leave it out to use SQLite.",
  );
}

const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there. Is the server running?",
  ENOTFOUND: "there is no such host.",
  CONNECT_TIMEOUT: "it did not answer in time.",
  "28P01": "it refused the password.",
  "28000": "it refused this user.",
  "3D000": "it has no such database. Make one with `createdb`.",
  "42501": "this user may not make tables there.",
};

/** Names the server but never the password. */
export function toOpenError(url: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const { host, pathname } = new URL(url);
  const why = ADVICE[codeOf(cause)] ?? (cause instanceof Error ? cause.message : String(cause));
  return new AppError(
    "unavailable",
    `PostgreSQL at ${host}${pathname} cannot be used: ${why}`,
    {},
    { cause },
  );
}

/** The connection failed, or the server asked to try again; the statement itself may be fine. */
const TRANSIENT = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "40001", // serialization failure
  "40P01", // deadlock
  "53300", // too many connections
  "57P01", // the server is shutting down
  "57P02",
  "57P03", // the server is starting up
]);

export function isTransient(error: unknown): boolean {
  return TRANSIENT.has(codeOf(error));
}

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** A query that failed with the connection is nobody's defect: AppError("unavailable"). Others are thrown as they are. */
export async function orUnavailable<Result>(query: PromiseLike<Result>): Promise<Result> {
  try {
    return await query;
  } catch (error) {
    if (!isTransient(error)) throw error;
    throw new AppError("unavailable", "The database does not answer.", {}, { cause: error });
  }
}
