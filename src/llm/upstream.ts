/**
 * The HTTP call to a vendor. Nothing of the client's own request travels along: headers are those given, and a redirect
 * is a failure, because following it would hand the vendor's key to whoever it names.
 */

import { AppError } from "../base/errors.ts";
import { callBuiltin } from "./builtins.ts";

export interface UpstreamCall {
  readonly url: string;
  /** Auth and provider headers; hop-by-hop names among them are left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, or a form; absent makes the call a GET. */
  readonly body?: string | FormData;
  readonly signal?: AbortSignal;
  /** The answer will be a stream of events. */
  readonly stream: boolean;
}

/** Names that describe one connection, or that `fetch` must set itself. */
const OWN_HEADERS = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Gives the vendor's answer whatever its status. Throws AppError("upstream_error") when there is none or it redirects,
 * and the signal's own reason when the signal ended the call.
 */
export async function sendUpstream(call: UpstreamCall): Promise<Response> {
  if (call.url.startsWith("builtin:"))
    return callBuiltin(call.url, typeof call.body === "string" ? call.body : "", call.signal);
  let response: Response;
  try {
    const init: BunFetchRequestInit & { timeout: false } = {
      method: call.body === undefined ? "GET" : "POST",
      headers: headersOf(call),
      redirect: "manual",
      // Bun's own five-minute limit; ours are the caller's, through the signal.
      timeout: false,
    };
    if (call.body !== undefined) init.body = call.body;
    if (call.signal !== undefined) init.signal = call.signal;
    response = await fetch(call.url, init);
  } catch (thrown) {
    call.signal?.throwIfAborted();
    throw networkError(call.url, thrown);
  }
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw redirectError(call.url, response);
  }
  return response;
}

type Kind = "get" | "whole" | "stream" | "form";
type Prepared = Partial<Record<Kind, Headers>>;
const prepared = new WeakMap<object, Prepared>();

/** The same provider headers come with every call, so what is made of them is kept. */
function headersOf(call: UpstreamCall): Headers {
  let kept = prepared.get(call.headers);
  if (!kept) prepared.set(call.headers, (kept = {}));
  const kind = kindOf(call);
  return (kept[kind] ??= makeHeaders(call));
}

function kindOf({ body, stream }: UpstreamCall): Kind {
  if (body === undefined) return "get";
  if (typeof body !== "string") return "form";
  return stream ? "stream" : "whole";
}

function makeHeaders(call: UpstreamCall): Headers {
  const headers = new Headers({
    accept: call.stream ? "text/event-stream" : "application/json",
    "user-agent": "parley",
  });
  // A form's type names its boundary, which only `fetch` knows.
  if (typeof call.body === "string") headers.set("content-type", "application/json");
  // Compressed event streams arrive in blocks instead of events.
  if (call.stream) headers.set("accept-encoding", "identity");
  for (const name in call.headers) {
    const value = call.headers[name];
    if (value !== undefined && !OWN_HEADERS.has(name.toLowerCase())) headers.set(name, value);
  }
  return headers;
}

// ---- failures ------------------------------------------------------------------------------------------------------

/** What a failure's code means, said after "the vendor at host:port". */
const NETWORK_FAILURES: ReadonlyArray<readonly [pattern: RegExp, meaning: string]> = [
  [/refused/i, "refused the connection; is it running, and is the port right?"],
  [
    /dns|notfound|getaddrinfo|FailedToOpenSocket/i,
    "could not be found; check the host name and the network",
  ],
  [
    /cert|ssl|tls|self.?signed|leaf.?signature|altname/i,
    "has a TLS certificate that cannot be trusted",
  ],
  [/reset|closed|epipe|hang ?up/i, "closed the connection without an answer"],
  [/timeout|timedout/i, "did not accept the connection in time"],
  [/invalid.?http|malformed|decompress|zlib|brotli/i, "answered something that is not HTTP"],
];

function networkError(url: string, cause: unknown): AppError {
  const place = describeHost(url);
  const code = readCode(cause);
  const text = `${code} ${cause instanceof Error ? cause.message : ""}`;
  const meaning =
    NETWORK_FAILURES.find(([pattern]) => pattern.test(text))?.[1] ?? "could not be reached";
  const shownCode = code === "" ? "" : ` (${code})`;
  return new AppError(
    "upstream_error",
    `The vendor at ${place} ${meaning}${shownCode}.`,
    {},
    { cause },
  );
}

function readCode(cause: unknown): string {
  if (typeof cause !== "object" || cause === null || !("code" in cause)) return "";
  return typeof cause.code === "string" ? cause.code : "";
}

function redirectError(url: string, response: Response): AppError {
  const target = response.headers.get("location");
  const to = target !== null && URL.canParse(target, url) ? ` to ${new URL(target, url).host}` : "";
  return new AppError(
    "upstream_error",
    `The vendor at ${describeHost(url)} redirects (${response.status})${to}. Redirects are not followed; give the final base address.`,
  );
}

function describeHost(url: string): string {
  if (!URL.canParse(url)) return "an address that is not one";
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
}
