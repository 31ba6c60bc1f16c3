/** The cache of the server's answers: `useApi` reads through it, `useChange` writes and says what became stale. */

import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  useMutation,
  type UseMutationResult,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useState } from "react";
import {
  abortableApi,
  type Answer,
  api,
  type ChangeName,
  type Input,
  type InputArgs,
  type QueryName,
} from "./client.ts";
import { ApiError } from "./error.ts";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiError;
  }
}

const MOST_RETRIES = 2;

/** Set by the session: what to do when the server no longer knows this browser. */
let onSignedOut: () => void = () => undefined;

export function setSignedOutHandler(handler: () => void): void {
  onSignedOut = handler;
}

export function noteSignedOut(): void {
  onSignedOut();
}

function noteError(error: ApiError): void {
  if (error.status === 401) noteSignedOut();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteError }),
  mutationCache: new MutationCache({ onError: noteError }),
  defaultOptions: {
    queries: {
      staleTime: 5000,
      // What a person did wrong does not get better by asking again.
      retry: (count, error) =>
        count < MOST_RETRIES &&
        (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
    },
  },
});

export interface ApiQueryOptions {
  /** false: do not ask yet. */
  readonly enabled?: boolean;
  /** Keeps showing the last answer while another input is being asked for. */
  readonly keepPrevious?: boolean;
  /** Milliseconds after which to ask again, for what no live event tells. */
  readonly refetchInterval?: number;
}

/** The answer to a reading operation. Stale answers are refreshed by `invalidate` and by live events. */
export function useApi<Name extends QueryName>(
  name: Name,
  input?: Input<Name>,
  options: ApiQueryOptions = {},
): UseQueryResult<Answer<Name>> {
  return useQuery({
    queryKey: [pathOf(name), input ?? {}],
    queryFn: ({ signal }) => abortableApi(name, signal, ...([input] as unknown as InputArgs<Name>)),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious === true ? { placeholderData: keepPreviousData } : {}),
    ...(options.refetchInterval === undefined ? {} : { refetchInterval: options.refetchInterval }),
  });
}

/** Reading operations whose answer has a `next` cursor and whose query takes it as `before`. */
export type PagedName = {
  [Name in QueryName]: Answer<Name> extends { next: string | null } ? Name : never;
}[QueryName];

type QueryOf<Name extends PagedName> = NonNullable<
  Input<Name> extends { query?: infer Query } ? Query : never
>;

export interface Paged<Data> {
  readonly data: Data | undefined;
  readonly error: ApiError | null;
  /** Nothing to show yet. */
  readonly isPending: boolean;
  /** Asking, perhaps with an older answer shown meanwhile. */
  readonly isFetching: boolean;
  readonly refetch: () => void;
  /** Counts from 0. */
  readonly page: number;
  /** Undefined: this is the last page. */
  readonly older: (() => void) | undefined;
  /** Undefined: this is the first page. */
  readonly newer: (() => void) | undefined;
}

export interface PagesOptions extends Pick<ApiQueryOptions, "refetchInterval"> {
  /** What stands in the path. */
  readonly params?: Readonly<Record<string, string>>;
}

/**
 * One page of a long list at a time; only that page is held on screen and refreshed. Another query begins at its first
 * page again.
 */
export function usePages<Name extends PagedName>(
  name: Name,
  query: QueryOf<Name>,
  { refetchInterval, ...place }: PagesOptions = {},
): Paged<Answer<Name>> {
  const about = JSON.stringify([place, query]);
  const [at, setAt] = useState<{ about: string; cursors: readonly string[] }>({
    about,
    cursors: [],
  });
  if (at.about !== about) setAt({ about, cursors: [] });
  const cursors = at.about === about ? at.cursors : [];
  const before = cursors.at(-1);
  const result = useApi(name, { ...place, query: { ...query, before } } as unknown as Input<Name>, {
    keepPrevious: true,
    ...(refetchInterval === undefined ? {} : { refetchInterval }),
  });
  const next = result.isPlaceholderData ? null : (result.data?.next ?? null);
  return {
    data: result.data,
    error: result.error,
    isPending: result.isPending,
    isFetching: result.isFetching,
    refetch: () => void result.refetch(),
    page: cursors.length,
    older: next === null ? undefined : () => setAt({ about, cursors: [...cursors, next] }),
    newer: cursors.length === 0 ? undefined : () => setAt({ about, cursors: cursors.slice(0, -1) }),
  };
}

/** A changing operation. When it succeeds, answers under the given paths are asked for again. */
export function useChange<Name extends ChangeName>(
  name: Name,
  options: { readonly invalidates?: readonly string[] } = {},
): UseMutationResult<Answer<Name>, ApiError, Input<Name>> {
  return useMutation({
    mutationFn: (input: Input<Name>) => api(name, ...([input] as unknown as InputArgs<Name>)),
    onSuccess: () => invalidate(...(options.invalidates ?? [])),
  });
}

/** Marks every cached answer whose path begins so as stale: `invalidate("/api/relay/keys")`. */
export function invalidate(...paths: readonly string[]): void {
  if (paths.length === 0) return;
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [own] }) =>
      typeof own === "string" && paths.some((path) => own === path || own.startsWith(`${path}/`)),
  });
}

function pathOf(name: string): string {
  return name.slice(name.indexOf(" ") + 1);
}
