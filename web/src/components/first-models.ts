import { useApi } from "../api/query.ts";

const FEW = 5;

/** A few models to begin with, the built-in demo first, since it answers without a vendor; undefined: not known yet. */
export function useFirstModels(): readonly string[] | undefined {
  const some = useApi("GET /api/relay/models", { query: { patterns: false, limit: FEW } });
  // What is called exactly so comes first.
  const demo = useApi("GET /api/relay/models", { query: { search: "demo", limit: 1 } });
  if (some.data === undefined || demo.data === undefined) return undefined;
  const found = demo.data.models.filter(({ id }) => id === "demo");
  return [...new Set([...found, ...some.data.models].map(({ id }) => id))].slice(0, FEW);
}
