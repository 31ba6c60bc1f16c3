import { useState } from "react";
import type { Paged } from "../../../api/query.ts";

export interface DraftPages<Row> extends Pick<
  Paged<unknown>,
  "page" | "older" | "newer" | "isFetching"
> {
  readonly rows: readonly Row[];
}

/** A draft is here alone, so it is here that its pages are turned, for `<Pager>`. */
export function useDraftPages<Row>(all: readonly Row[], pageSize: number): DraftPages<Row> {
  const [wanted, setWanted] = useState(0);
  const last = Math.max(0, Math.ceil(all.length / pageSize) - 1);
  const page = Math.min(wanted, last);
  return {
    rows: all.slice(page * pageSize, (page + 1) * pageSize),
    page,
    isFetching: false,
    older: page < last ? () => setWanted(page + 1) : undefined,
    newer: page > 0 ? () => setWanted(page - 1) : undefined,
  };
}
