/**
 * The few headers of a client that a vendor of the same dialect must see: they change what the body means. Everything
 * else of the client's request stays here.
 */

export interface PassedHeader {
  /** In lower case. */
  readonly name: string;
  /** A list: what the provider's own headers name is sent too. Otherwise the provider's own word counts. */
  readonly list?: true;
}

type Fields = Readonly<Record<string, string>>;

export interface PassedHeadersOptions {
  /** What the vendor gets anyway: its key, and the provider's own headers. */
  readonly headers: Fields;
  /** The provider's own among them: what a person has set is not a client's to change. */
  readonly own: Fields;
  readonly passed: readonly PassedHeader[];
}

/** Clients send the same few values over and over; more than these are somebody's experiment. */
const MOST_KEPT = 200;
const MOST_CHARS = 2000;

/** `options.headers` itself where the client sends none of them; otherwise the same object for the same values. */
export function makePassedHeaders(options: PassedHeadersOptions): (client: Headers) => Fields {
  const { headers, passed } = options;
  const kept = new Map<string, Fields>();
  return (client) => {
    let name = "";
    for (const { name: header } of passed) name += `${client.get(header) ?? ""}\n`;
    if (name.length === passed.length || name.length > MOST_CHARS) return headers;
    let merged = kept.get(name);
    if (merged === undefined) {
      if (kept.size >= MOST_KEPT) kept.clear();
      merged = merge(options, client);
      kept.set(name, merged);
    }
    return merged;
  };
}

function merge({ headers, own, passed }: PassedHeadersOptions, client: Headers): Fields {
  const merged: Record<string, string> = { ...headers };
  for (const { name, list } of passed) {
    const value = client.get(name)?.trim() ?? "";
    if (value === "") continue;
    const set = findField(own, name);
    if (set !== undefined && !list) continue;
    for (const field in merged) if (field.toLowerCase() === name) delete merged[field];
    merged[name] = list ? join(set, value) : value;
  }
  return merged;
}

function findField(fields: Fields, name: string): string | undefined {
  for (const field in fields) if (field.toLowerCase() === name) return fields[field];
  return undefined;
}

/** Each word once, the provider's first. */
function join(...lists: readonly (string | undefined)[]): string {
  const words = lists.flatMap((list) => list?.split(",") ?? []).map((word) => word.trim());
  return [...new Set(words)].filter((word) => word !== "").join(",");
}
