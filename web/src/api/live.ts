/**
 * One stream of live events for the whole console. It reconnects by itself; while it is lost, `useLiveState` says so,
 * and after it is back everything on the page is asked for again, because events were missed.
 */

import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { api } from "./client.ts";
import type { LiveEvents } from "./contract.ts";
import { invalidate, noteSignedOut, queryClient } from "./query.ts";

/** `lost`: was open before, or did not open for a while. */
export type LiveState = "off" | "connecting" | "open" | "lost";
type LiveName = keyof LiveEvents;

const FIRST_WAIT_MS = 500;
const MOST_WAIT_MS = 10_000;
const REFRESH_MS = 1000;

/** Which cached answers an event makes stale. */
const STALE: Readonly<Record<LiveName, readonly string[]>> = {
  // The log shows the calls themselves as they are told, and totals are asked for now and then; what a key has spent and
  // what an account has left follows each call.
  request: ["/api/relay/keys", "/api/relay/accounts"],
  key: ["/api/relay/keys"],
  provider: ["/api/relay/providers", "/api/relay/models", "/api/relay/routes"],
  account: ["/api/relay/accounts", "/api/relay/ledger"],
};

const listeners = new Map<LiveName, Set<(data: never) => void>>();
const stateListeners = new Set<() => void>();
let state: LiveState = "off";
let source: EventSource | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let wait = FIRST_WAIT_MS;
const stale = new Set<string>();
let refresh: ReturnType<typeof setTimeout> | undefined;

function setState(next: LiveState): void {
  if (next === state) return;
  state = next;
  for (const listener of stateListeners) listener();
}

export function startLive(): void {
  if (source !== undefined || timer !== undefined) return;
  setState("connecting");
  open();
}

export function stopLive(): void {
  clearTimeout(timer);
  timer = undefined;
  source?.close();
  source = undefined;
  wait = FIRST_WAIT_MS;
  setState("off");
}

function open(): void {
  timer = undefined;
  const stream = new EventSource("/api/events");
  source = stream;
  stream.addEventListener("open", () => {
    const wasLost = state === "lost";
    wait = FIRST_WAIT_MS;
    setState("open");
    if (wasLost) void queryClient.invalidateQueries();
  });
  stream.addEventListener("error", () => {
    if (source !== stream) return;
    stream.close();
    source = undefined;
    setState("lost");
    retryLater();
  });
  for (const name of Object.keys(STALE) as LiveName[])
    stream.addEventListener(name, (event) => receive(name, (event as MessageEvent<string>).data));
}

function retryLater(): void {
  timer = setTimeout(() => void retry(), wait);
  wait = Math.min(wait * 2, MOST_WAIT_MS);
}

/** A stream does not say why it failed: asks whether Parley is there, and whether it still knows this browser. */
async function retry(): Promise<void> {
  const state = await api("GET /api/setup").catch(() => undefined);
  if (timer === undefined) return;
  if (state === undefined) retryLater();
  else if (state.signed_in) open();
  else noteSignedOut();
}

function receive(name: LiveName, text: string): void {
  const data = JSON.parse(text) as never;
  for (const listener of listeners.get(name) ?? []) listener(data);
  for (const path of STALE[name]) stale.add(path);
  // A busy relay finishes hundreds of calls a second; the page follows at its own pace.
  refresh ??= setTimeout(() => {
    refresh = undefined;
    invalidate(...stale);
    stale.clear();
  }, REFRESH_MS);
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    () => state,
  );
}

/** Calls the handler with each event of this name while the component is shown. */
export function useLive<Name extends LiveName>(
  name: Name,
  handler: (data: LiveEvents[Name]) => void,
): void {
  const handle = useEffectEvent(handler);
  useEffect(() => {
    const own = listeners.get(name) ?? new Set();
    listeners.set(name, own);
    const listener = (data: never): void => handle(data);
    own.add(listener);
    return () => void own.delete(listener);
  }, [name]);
}
