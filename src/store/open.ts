/** Opens the database: SQLite in the home folder, or PostgreSQL when an address is given. */

import { mkdirSync } from "node:fs";
import { AppError } from "../base/errors.ts";
import type { Backend, Claim } from "./backend.ts";
import { MIGRATIONS } from "./migrations/list.ts";
import { inside, type Engine, type Store } from "./store.ts";
import { makeVault } from "./vault.ts";

export interface StoreOptions {
  /** Parley's home folder; made with mode 0700 if missing. Holds the SQLite file and the secret key file. */
  readonly home: string;
  /** `postgres://…` moves everything to PostgreSQL. Absent or empty: SQLite. */
  readonly databaseUrl?: string | undefined;
  /** SQLite only. `normal` (default) survives `kill -9`; `full` also survives a power cut, at some cost per commit. */
  readonly synchronous?: "normal" | "full" | undefined;
  /** 32 bytes as hex or base64, used instead of `<home>/secret.key`. */
  readonly secretKey?: string | undefined;
  /** Told about things that were mended or deserve a look, in one sentence each. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/**
 * Opens the store and brings its tables up to date. Throws AppError("unavailable") with advice when the database cannot
 * be reached or read, or was made by a newer Parley.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  makeHome(options.home);
  const vault = makeVault(options);
  const engine: Engine = options.databaseUrl ? "postgres" : "sqlite";
  const backend = await openBackend(options);
  return makeStore(engine, backend, vault);
}

function makeHome(home: string): void {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new AppError("unavailable", `The home folder ${home} cannot be made.`, {}, { cause });
  }
}

/** Each engine's driver is loaded only when it is used. */
async function openBackend({ home, databaseUrl, synchronous }: StoreOptions): Promise<Backend> {
  if (databaseUrl) {
    const { openPostgres } = await import("./postgres/backend.ts");
    return openPostgres({ url: databaseUrl, migrations: MIGRATIONS });
  }
  const { openSqlite } = await import("./sqlite/backend.ts");
  return openSqlite({ home, synchronous: synchronous ?? "normal", migrations: MIGRATIONS });
}

function makeStore(engine: Engine, backend: Backend, vault: Store["vault"]): Store {
  const lostListeners: (() => void)[] = [];
  let claim: Promise<Claim> | undefined;
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await backend.writer.close();
    await claim?.then((held) => held.release());
    await backend.close();
  }

  return {
    engine,
    writer: backend.writer,
    vault,
    [inside]: backend,
    async claim() {
      claim ??= backend.claim(() => {
        if (closing === undefined) for (const listener of lostListeners) listener();
      });
      try {
        await claim;
      } catch (error) {
        claim = undefined;
        throw error;
      }
    },
    onClaimLost: (listener) => void lostListeners.push(listener),
    async ping() {
      try {
        await backend.ping();
      } catch (cause) {
        throw new AppError("unavailable", "The database does not answer.", {}, { cause });
      }
    },
    close: () => (closing ??= close()),
  };
}
