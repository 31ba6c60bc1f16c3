/** Calls that ended since the page was opened and that its filters let through. */

import { useCallback, useRef, useState } from "react";
import type { RequestRow } from "../../api/contract.ts";
import { useLive } from "../../api/live.ts";
import { type LogQuery, matches } from "./log-query.ts";

/** Beyond these, calls are only counted. */
const MOST_KEPT = 1000;
/** A page that changes a hundred times a second cannot be read. */
const GATHER_MS = 200;

export interface ArrivedRow {
  readonly row: RequestRow;
  /** By this browser's clock. */
  readonly heardAt: number;
}

interface State {
  /** The query that the rows match. */
  readonly about: string;
  readonly arrived: readonly ArrivedRow[];
  readonly missed: number;
}

export interface Arrived {
  readonly arrived: readonly ArrivedRow[];
  readonly missed: number;
  /** Lets go of what a fresh first page of the list shows, or no longer reaches. */
  readonly forgetListed: (listed: readonly RequestRow[]) => void;
}

export function useArrived(query: LogQuery): Arrived {
  const about = JSON.stringify(query);
  const [state, setState] = useState<State>({ about, arrived: [], missed: 0 });
  const gathered = useRef<ArrivedRow[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive("request", (row) => {
    if (!matches(row, query)) return;
    gathered.current.push({ row, heardAt: Date.now() });
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const rows = gathered.current.splice(0);
      setState((old) => add(old, about, rows));
    }, GATHER_MS);
  });
  const forgetListed = useCallback((listed: readonly RequestRow[]) => {
    setState((old) => forget(old, listed));
  }, []);
  const isCurrent = state.about === about;
  return {
    arrived: isCurrent ? state.arrived : [],
    missed: isCurrent ? state.missed : 0,
    forgetListed,
  };
}

function add(old: State, about: string, rows: readonly ArrivedRow[]): State {
  const before = old.about === about ? old : { about, arrived: [], missed: 0 };
  const kept = rows.slice(0, Math.max(0, MOST_KEPT - before.arrived.length));
  return {
    about,
    arrived: [...before.arrived, ...kept],
    missed: before.missed + rows.length - kept.length,
  };
}

function forget(old: State, listed: readonly RequestRow[]): State {
  const ids = new Set(listed.map(({ id }) => id));
  const oldest = listed.at(-1)?.at ?? "";
  const arrived = old.arrived.filter(({ row }) => !ids.has(row.id) && row.at >= oldest);
  return arrived.length === old.arrived.length && old.missed === 0
    ? old
    : { ...old, arrived, missed: 0 };
}
