/**
 * One page of the log, with the calls that end meanwhile put in front of the first page as they are told: a busy relay
 * is followed without asking the database again for each of them.
 */

import { useEffect, useEffectEvent } from "react";
import type { RequestRow } from "../../api/contract.ts";
import { type Paged, usePages } from "../../api/query.ts";
import { type LogQuery, mergeRows } from "./log-query.ts";
import { useArrived } from "./use-arrived.ts";

export const PAGE_SIZE = 50;
/** So many calls are put in front of a page before it is asked for again. */
const MOST_ARRIVED = 150;

export interface Log {
  /** Undefined: not there yet. */
  readonly rows: readonly RequestRow[] | undefined;
  readonly pages: Paged<unknown>;
  /** Calls that ended since the tail was paused. */
  readonly waiting: number;
}

/** `pausedAt`: when the person stopped the tail; undefined: it runs. */
export function useLog(query: LogQuery, pausedAt: number | undefined): Log {
  const pages = usePages("GET /api/relay/requests", { ...query, limit: PAGE_SIZE });
  const listed = pages.data?.requests;
  const { arrived, missed, forgetListed } = useArrived(query);

  const prune = useEffectEvent(() => {
    if (listed && pages.page === 0) forgetListed(listed);
  });
  useEffect(() => prune(), [listed]);

  const isTooMany = pausedAt === undefined && arrived.length + missed > MOST_ARRIVED;
  const refresh = useEffectEvent(() => pages.refetch());
  useEffect(() => {
    if (isTooMany) refresh();
  }, [isTooMany]);

  const shown = arrived.filter(({ heardAt }) => pausedAt === undefined || heardAt <= pausedAt);
  return {
    rows:
      listed &&
      (pages.page === 0
        ? mergeRows(
            shown.map(({ row }) => row),
            listed,
          )
        : listed),
    pages,
    waiting: arrived.length - shown.length + (pausedAt === undefined ? 0 : missed),
  };
}
