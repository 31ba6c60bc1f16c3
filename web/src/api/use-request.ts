import type { UseQueryResult } from "@tanstack/react-query";
import type { Answer } from "./client.ts";
import { useLive } from "./live.ts";
import { useApi } from "./query.ts";

/** One call of the log. A running one ends while somebody looks at it, and is then asked for again. */
export function useRequest(id: string): UseQueryResult<Answer<"GET /api/relay/requests/{id}">> {
  const found = useApi("GET /api/relay/requests/{id}", { params: { id } });
  useLive("request", (row) => {
    if (row.id === id) void found.refetch();
  });
  return found;
}
