/** The road to the management API, whether a server runs or not. */

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Api {
  /** Address of the server that answers; undefined when the database is opened in this process. */
  readonly url: string | undefined;
  /** Gives the parsed answer; undefined where there is none. Throws ApiError for everything but success. */
  call<Answer>(method: Method, path: string, body?: unknown): Promise<Answer>;
  /** The answer itself, for what is no JSON. Throws ApiError for everything but success. */
  download(path: string): Promise<Response>;
  close(): Promise<void>;
}

/** `?a=1&b=2`, leaving out what is absent or false. Empty when nothing is left. */
export function queryText(
  values: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== false) query.set(name, String(value));
  }
  return query.size === 0 ? "" : `?${query.toString()}`;
}

/** One part of a path, whatever characters a name holds. */
export function part(name: string): string {
  return encodeURIComponent(name);
}
