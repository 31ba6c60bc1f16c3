/** Opens the database: SQLite in the home folder, or PostgreSQL when an address is given. */

import { AppError } from "../base/errors.ts";
import type { Store } from "./store.ts";

export interface StoreOptions {
  /** Parley's home folder; created with mode 0700 if missing. Holds the SQLite file and the secret key file. */
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
  throw new AppError("unavailable", `The store of ${options.home} cannot be opened yet.`);
}
