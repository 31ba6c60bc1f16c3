/** `GET /v1/models` and `GET /v1/models/{id}`: what the caller's key may use. */

import type { RelayContext } from "./context.ts";
import type { ApiKey, Target } from "./directory.ts";

export function listModels(context: RelayContext, key: ApiKey): object {
  return {
    object: "list",
    data: context.directory.models(key).map(([id, targets]) => modelObject(id, targets)),
  };
}

/** Throws AppError("model_not_found"). */
export function getModel(context: RelayContext, key: ApiKey, id: string): object {
  return modelObject(id, context.directory.targets(key, id));
}

function modelObject(id: string, targets: readonly Target[]): object {
  const first = targets[0]?.provider;
  return {
    id,
    object: "model",
    created: Math.floor((first?.stored.created_at ?? 0) / 1000),
    owned_by: first?.name ?? "parley",
  };
}
