/** Sees through reverse proxies, but only through those the configuration trusts. */

import { type AddressList, clientAddress } from "../../base/addresses.ts";
import { AppError } from "../../base/errors.ts";
import { sentence } from "../../base/sentence.ts";
import type { Origin } from "./caller.ts";

export function readOrigin(request: Request, peer: string, proxies: AddressList): Origin {
  const { headers } = request;
  const trusted = proxies.has(peer);
  const protocol =
    (trusted && firstOf(headers.get("x-forwarded-proto"))) || new URL(request.url).protocol;
  const host = (trusted && firstOf(headers.get("x-forwarded-host"))) || headers.get("host") || "";
  return {
    address: clientAddress(peer, headers.get("x-forwarded-for"), proxies),
    secure: /^https:?$/i.test(protocol),
    host: host.toLowerCase(),
  };
}

function firstOf(header: string | null): string | undefined {
  return header?.split(",")[0]?.trim() || undefined;
}

/**
 * Refuses a request that another site made the browser send. Programs that are no browsers send neither header.
 * Throws AppError("forbidden").
 */
export function checkSameSite(request: Request, origin: Origin): void {
  const from = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const isForeign =
    from !== null && URL.parse(from)?.host.toLowerCase() !== withoutDefaultPort(origin);
  if (!isForeign && site !== "cross-site" && site !== "same-site") return;
  throw new AppError("forbidden", sentence("other_site", { site: from ?? site ?? "?" }));
}

/** `Origin` leaves out the usual port of its scheme; the Host header may name it. */
function withoutDefaultPort(origin: Origin): string {
  return origin.host.replace(origin.secure ? /:443$/ : /:80$/, "");
}
