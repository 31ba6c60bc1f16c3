/** How the fake's own tests talk to it: the smallest request of each dialect, and a raw socket that shows every read. */
import type { DialectName } from "./dialects/dialect.ts";
import type { FakeVendor } from "./server.ts";

export const DIALECT_NAMES: readonly DialectName[] = ["openai", "anthropic", "gemini"];

export interface Ask {
  model?: string;
  text?: string;
  stream?: boolean;
  key?: string;
  /** Merged into the body. */
  extra?: object;
  signal?: AbortSignal;
}

/** The smallest chat request of a dialect. */
export async function ask(
  vendor: FakeVendor,
  dialect: DialectName,
  options: Ask = {},
): Promise<Response> {
  const { path, headers, body } = requestOf(dialect, options);
  return fetch(vendor.url + path, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    ...(options.signal && { signal: options.signal }),
  });
}

export function requestOf(
  dialect: DialectName,
  options: Ask = {},
): { path: string; headers: Record<string, string>; body: object } {
  const {
    model = "some-model",
    text = "hello brave new world",
    stream = false,
    key = "key-1",
    extra,
  } = options;
  const json = { "content-type": "application/json" };
  const messages = [{ role: "user", content: text }];
  if (dialect === "openai") {
    const body = { model, stream, messages, ...extra };
    return {
      path: "/v1/chat/completions",
      headers: { ...json, authorization: `Bearer ${key}` },
      body,
    };
  }
  if (dialect === "anthropic") {
    const body = { model, stream, max_tokens: 4096, messages, ...extra };
    return {
      path: "/v1/messages",
      headers: { ...json, "x-api-key": key, "anthropic-version": "2023-06-01" },
      body,
    };
  }
  const action = stream ? "streamGenerateContent?alt=sse" : "generateContent";
  return {
    path: `/v1beta/models/${encodeURIComponent(model)}:${action}`,
    headers: { ...json, "x-goog-api-key": key },
    body: { contents: [{ role: "user", parts: [{ text }] }], ...extra },
  };
}

export interface SseEvent {
  event: string | undefined;
  data: string;
}

/** Splits a whole SSE text into events; comments are left out. */
export function eventsOf(text: string): SseEvent[] {
  return text
    .split(/\r?\n\r?\n/)
    .map((block) => block.split(/\r?\n/))
    .map((lines) => ({
      event: lines.find((line) => line.startsWith("event: "))?.slice(7),
      data: lines
        .filter((line) => line.startsWith("data: "))
        .map((line) => line.slice(6))
        .join("\n"),
    }))
    .filter(({ data }) => data !== "");
}

/** The text deltas of a stream, in any dialect. */
export function textPiecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const { data } of eventsOf(text)) {
    for (const match of data.matchAll(/"(?:content|text)":("(?:[^"\\]|\\.)*")/g)) {
      const piece = JSON.parse(match[1] ?? '""') as string;
      if (piece !== "") pieces.push(piece);
    }
  }
  return pieces;
}

export interface RawAnswer {
  /** One entry per read from the socket. */
  reads: Buffer[];
  text: string;
  /** "closed" by the vendor (FIN or RST), or "quiet": still open after the time given. */
  end: "closed" | "quiet";
}

/** Sends a request over a bare socket and reads until the vendor closes or `quietMs` pass without a byte. */
export async function askRaw(
  vendor: FakeVendor,
  dialect: DialectName,
  options: Ask = {},
  quietMs = 300,
): Promise<RawAnswer> {
  const { path, headers, body } = requestOf(dialect, options);
  const payload = JSON.stringify(body);
  const lines = Object.entries({
    host: "fake",
    ...headers,
    "content-length": String(Buffer.byteLength(payload)),
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const reads: Buffer[] = [];
  const done = Promise.withResolvers<RawAnswer["end"]>();
  let timer = setTimeout(() => done.resolve("quiet"), quietMs);
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: vendor.port,
    socket: {
      data(_, chunk) {
        reads.push(Buffer.from(chunk));
        clearTimeout(timer);
        timer = setTimeout(() => done.resolve("quiet"), quietMs);
      },
      close: () => done.resolve("closed"),
      error: () => done.resolve("closed"),
    },
  });
  socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n${payload}`);
  const end = await done.promise;
  clearTimeout(timer);
  socket.terminate();
  return { reads, text: Buffer.concat(reads).toString(), end };
}
