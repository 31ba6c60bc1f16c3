/** A relay with three endpoints: one that answers, one that waits until it is told to, one that breaks. */

import { AppError } from "../../src/base/errors.ts";
import type { Relay } from "../../src/relay/relay.ts";
import { fakeManagement } from "./fake-management.ts";

export interface FakeRelay extends Relay {
  /** Addresses that called. */
  readonly peers: string[];
  /** Graces that `close` was given. */
  readonly closings: number[];
  readonly running: number;
  /** Lets the calls to `/v1/wait` finish. */
  release(): void;
  /** Why `/readyz` should fail; undefined: it should not. */
  trouble: string | undefined;
}

export function makeFakeRelay(): FakeRelay {
  const gate = Promise.withResolvers<void>();
  let running = 0;

  async function wait(request: Request): Promise<Response> {
    running++;
    const aborted = new Promise<void>((resolve) => {
      request.signal.addEventListener("abort", () => resolve());
    });
    await Promise.race([gate.promise, aborted]);
    running--;
    return new Response("waited");
  }

  const relay: FakeRelay = {
    peers: [],
    closings: [],
    get running() {
      return running;
    },
    release: () => gate.resolve(),
    trouble: undefined,
    fetch(request, peer) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith("/v1/")) return undefined;
      relay.peers.push(peer.address);
      if (pathname === "/v1/wait") return wait(request);
      if (pathname === "/v1/break") throw new Error("hunter2");
      return Response.json({ relay: pathname });
    },
    management: fakeManagement(),
    metrics: () => "parley_fake 1\n",
    async ready() {
      if (relay.trouble !== undefined) throw new AppError("unavailable", relay.trouble);
    },
    async close(graceMs) {
      relay.closings.push(graceMs);
      const until = performance.now() + graceMs;
      while (running > 0 && performance.now() < until) await Bun.sleep(5);
    },
  };
  return relay;
}
