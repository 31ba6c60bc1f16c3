/**
 * Reads HTTP/1.1 requests off one connection, byte by byte if need be.
 *
 * Hand-written because the fake must own its socket (to reset it, cut it mid-frame, write one byte at a time), which
 * `Bun.serve` does not allow, and `node:http` on Bun is three times slower.
 */

export interface HttpRequest {
  readonly method: string;
  /** Request target without the query, still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names; repeated headers are joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, exactly as sent. */
  readonly bodyText: string;
  /** The client asked for, or only understands, one request per connection. */
  readonly closeAfter: boolean;
}

interface Head {
  readonly method: string;
  readonly target: string;
  readonly headers: Record<string, string>;
  readonly closeAfter: boolean;
  /** Byte length of the body, or "chunked". */
  readonly length: number | "chunked";
}

const HEAD_END = Buffer.from("\r\n\r\n");
const NO_QUERY = new URLSearchParams();

export class RequestReader {
  #parts: Buffer[] = [];
  #size = 0;
  #head: Head | undefined;
  #continueWanted = false;

  push(chunk: Buffer): void {
    this.#parts.push(chunk);
    this.#size += chunk.length;
  }

  /** True once per request that waits for `100 Continue` before sending its body. */
  takeContinue(): boolean {
    const wanted = this.#continueWanted;
    this.#continueWanted = false;
    return wanted;
  }

  /** The next whole request, or undefined while bytes are missing. Throws on bytes that are not HTTP. */
  take(): HttpRequest | undefined {
    if (this.#size === 0) return undefined;
    this.#head ??= this.#takeHead();
    const head = this.#head;
    if (head === undefined) return undefined;
    const bodyText =
      head.length === "chunked" ? this.#takeChunked() : this.#takeLength(head.length);
    if (bodyText === undefined) return undefined;
    this.#head = undefined;
    this.#continueWanted = false;
    const mark = head.target.indexOf("?");
    return {
      method: head.method,
      path: mark < 0 ? head.target : head.target.slice(0, mark),
      query: mark < 0 ? NO_QUERY : new URLSearchParams(head.target.slice(mark + 1)),
      headers: head.headers,
      bodyText,
      closeAfter: head.closeAfter,
    };
  }

  #takeHead(): Head | undefined {
    const all = this.#joined();
    const end = all.indexOf(HEAD_END);
    if (end < 0) return undefined;
    const head = parseHead(all.toString("latin1", 0, end));
    this.#keep(all.subarray(end + HEAD_END.length));
    if (head.headers["expect"]?.toLowerCase() === "100-continue") this.#continueWanted = true;
    return head;
  }

  #takeLength(length: number): string | undefined {
    if (length === 0) return "";
    if (this.#size < length) return undefined;
    const all = this.#joined();
    this.#keep(all.subarray(length));
    return all.toString("utf8", 0, length);
  }

  #takeChunked(): string | undefined {
    const last = this.#parts.at(-1);
    const mayBeWhole =
      last !== undefined && (last.length < 5 || last.subarray(-4).equals(HEAD_END));
    if (!mayBeWhole) return undefined;
    const all = this.#joined();
    const body: Buffer[] = [];
    let at = 0;
    for (;;) {
      const lineEnd = all.indexOf("\r\n", at);
      if (lineEnd < 0) return undefined;
      const size = Number.parseInt(all.toString("latin1", at, lineEnd), 16);
      if (Number.isNaN(size)) throw new Error("bad chunk size");
      const start = lineEnd + 2;
      if (all.length < start + size + 2) return undefined;
      at = start + size + 2;
      if (size === 0) break;
      body.push(all.subarray(start, start + size));
    }
    this.#keep(all.subarray(at));
    return Buffer.concat(body).toString("utf8");
  }

  #joined(): Buffer {
    const only = this.#parts[0];
    if (this.#parts.length === 1 && only !== undefined) return only;
    const all = Buffer.concat(this.#parts);
    this.#parts = [all];
    return all;
  }

  #keep(rest: Buffer): void {
    this.#parts = rest.length === 0 ? [] : [rest];
    this.#size = rest.length;
  }
}

function parseHead(text: string): Head {
  const lines = text.split("\r\n");
  const [method, target, version] = (lines[0] ?? "").split(" ");
  if (!method || !target?.startsWith("/") || !version?.startsWith("HTTP/1."))
    throw new Error("not an HTTP/1.1 request");
  const headers: Record<string, string> = {};
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i] ?? "";
    const colon = line.indexOf(":");
    if (colon <= 0) throw new Error("bad header line");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const length = Number(headers["content-length"] ?? 0);
  if (!Number.isSafeInteger(length) || length < 0) throw new Error("bad content-length");
  const connection = headers["connection"]?.toLowerCase();
  return {
    method,
    target,
    headers,
    closeAfter: connection === "close" || (version === "HTTP/1.0" && connection !== "keep-alive"),
    length:
      headers["transfer-encoding"]?.toLowerCase().includes("chunked") === true ? "chunked" : length,
  };
}
