/** The numbers of the page, asked for again while calls come in, at a pace that the length of time allows. */

import { useEffect, useRef } from "react";
import type { Usage } from "../../api/contract.ts";
import type { ApiError } from "../../api/error.ts";
import { useLive } from "../../api/live.ts";
import { invalidate, useApi } from "../../api/query.ts";
import type { Group } from "./route.ts";
import { browserZone, type TimeWindow } from "./window.ts";

export interface UsageState {
  /** Undefined: not there yet. */
  readonly whole: Usage | undefined;
  readonly grouped: Usage | undefined;
  readonly error: ApiError | null;
  readonly refetch: () => void;
}

const PATH = "/api/relay/usage";
const MOST_GROUPS = 10;

export function useUsage({ bucket, since, freshMs }: TimeWindow, by: Group): UsageState {
  const query = { bucket, zone: browserZone(), since: new Date(since).toISOString() };
  const whole = useApi("GET /api/relay/usage", { query }, { keepPrevious: true });
  const grouped = useApi(
    "GET /api/relay/usage",
    { query: { ...query, group: by, top: MOST_GROUPS } },
    { keepPrevious: true },
  );
  useFreshness(freshMs);
  return {
    whole: whole.data,
    grouped: grouped.data,
    error: whole.error ?? grouped.error,
    refetch: () => invalidate(PATH),
  };
}

function useFreshness(freshMs: number): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive("request", () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      invalidate(PATH);
    }, freshMs);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [freshMs],
  );
}
