/**
 * Changes of providers happen one after the other (`inTurn` of the directory), and each leaves the directory as the
 * store is, also when it fails half-way: what was written stays written, so it is served.
 */

import { AppError } from "../../base/errors.ts";
import { getProvider, rereadProvider } from "../../store/providers.ts";
import type { RelayContext } from "../context.ts";
import type { Provider } from "../directory.ts";

/**
 * Within a turn: brings the directory in line with the store. `changed`: public names of the models that changed;
 * absent: any may have. Throws AppError("not_found"), and serves it no longer, when the provider is gone.
 */
export async function reloadProvider(
  { directory, store }: RelayContext,
  name: string,
  changed?: readonly string[],
): Promise<Provider> {
  const before = directory.providers.get(name)?.stored;
  const isPartial = before !== undefined && changed !== undefined;
  try {
    return directory.setProvider(
      await (isPartial ? rereadProvider(store, before, changed) : getProvider(store, name)),
    );
  } catch (error) {
    if (isGone(error)) directory.removeProvider(name);
    throw error;
  }
}

/** Within a turn: does work that writes to these providers; should it fail, they are read again before it is told. */
export async function orReload<Result>(
  context: RelayContext,
  names: Iterable<string>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    for (const name of new Set(names)) {
      try {
        await reloadProvider(context, name);
      } catch (failure) {
        if (!isGone(failure))
          context.log.error("a provider could not be read again after a change that failed", {
            provider: name,
            error: failure,
          });
      }
    }
    throw error;
  }
}

export function isGone(error: unknown): boolean {
  return error instanceof AppError && error.code === "not_found";
}
