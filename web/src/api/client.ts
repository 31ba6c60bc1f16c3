/**
 * Calls the management API: `await api("PATCH /api/relay/keys/{id}", { params: { id }, body })`. What each operation
 * takes and gives is generated from the server's routes. Every failure is an ApiError.
 */

import { ApiError, readError } from "./error.ts";
import type { Operations } from "./operations.generated.ts";

export type OperationName = keyof Operations;
export type Answer<Name extends OperationName> = Operations[Name]["answer"];
/** Everything but the answer: `params`, `query`, `body`. */
export type Input<Name extends OperationName> = Omit<Operations[Name], "answer">;

/** The input may be left out where nothing in it is needed. */
export type InputArgs<Name extends OperationName> =
  Record<never, never> extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

/** Operations that only read. */
export type QueryName = Extract<OperationName, `GET ${string}`>;
/** Operations that change something. */
export type ChangeName = Exclude<OperationName, QueryName>;

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

let csrfToken: string | null = null;

/** Sent with every change. `GET /api/session` gives it. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

/** For a change that is sent without `api`, such as one whose answer streams. */
export function csrfHeader(): Record<string, string> {
  return csrfToken === null ? {} : { "x-csrf-token": csrfToken };
}

export async function api<Name extends OperationName>(
  name: Name,
  ...[input]: InputArgs<Name>
): Promise<Answer<Name>> {
  return send<Answer<Name>>(name, input ?? {});
}

/** As `api`, and can be broken off. */
export async function abortableApi<Name extends OperationName>(
  name: Name,
  signal: AbortSignal,
  ...[input]: InputArgs<Name>
): Promise<Answer<Name>> {
  return send<Answer<Name>>(name, input ?? {}, signal);
}

/** The answer itself, for what comes piece by piece. `accept` is the kind of stream that is wanted. */
export async function streamApi<Name extends OperationName>(
  name: Name,
  options: { readonly accept: string; readonly signal: AbortSignal },
  ...[input]: InputArgs<Name>
): Promise<Response> {
  return open(name, input ?? {}, options);
}

async function send<Result>(
  name: OperationName,
  input: AnyInput,
  signal?: AbortSignal,
): Promise<Result> {
  const response = await open(name, input, { accept: "application/json", signal });
  return (response.status === 204 ? undefined : await response.json()) as Result;
}

async function open(
  name: OperationName,
  input: AnyInput,
  { accept, signal }: { readonly accept: string; readonly signal: AbortSignal | undefined },
): Promise<Response> {
  const [method = "GET", path = ""] = name.split(" ");
  const headers: Record<string, string> = { accept };
  if (input.body !== undefined) headers["content-type"] = "application/json";
  if (method !== "GET") Object.assign(headers, csrfHeader());
  const response = await fetch(writeAddress(path, input), {
    method,
    headers,
    credentials: "same-origin",
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause;
    throw new ApiError({ status: 0, code: "network", message: "Parley does not answer.", cause });
  });
  if (!response.ok) throw await readError(response);
  return response;
}

/** `/api/relay/keys/{id}` with its parameters and query put in. */
export function writeAddress(path: string, { params = {}, query = {} }: AnyInput): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") search.set(name, String(value));
  return search.size === 0 ? filled : `${filled}?${search}`;
}
