/**
 * The yardstick: the least that a relay on Bun can be. `Bun.serve` and `fetch`, the request and the answer parsed as JSON
 * (their text travels on as it was), the caller's key looked up in a Map, streams passed through.
 *
 * With `--ledger FILE` it also does the least that a bill needs: a SHA-256 of the key, and one row per plain request,
 * group-committed to SQLite before the answer leaves. Ends when its standard input closes.
 */
import { Database } from "bun:sqlite";
import { parseArgs } from "node:util";
import { listenForParent } from "./parent.ts";

interface Row {
  key: string;
  model: string;
  promptTokens: number;
  completionTokens: number;
  committed: PromiseWithResolvers<void>;
}

type Ledger = (row: Omit<Row, "committed">) => Promise<void>;

interface ChatRequest {
  model: string;
  stream?: boolean;
}

interface ChatAnswer {
  usage?: { prompt_tokens: number; completion_tokens: number };
}

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    upstream: { type: "string" },
    key: { type: "string", default: "bench" },
    ledger: { type: "string" },
  },
});
if (values.upstream === undefined) throw new Error("--upstream URL is needed");
const upstream = `${values.upstream}/v1/chat/completions`;
const ledger = values.ledger === undefined ? undefined : openLedger(values.ledger);
const identify = ledger === undefined ? (key: string): string => key : hash;
const keys = new Map([[identify(values.key), { name: "bench" }]]);
const vendorHeaders = { "content-type": "application/json", authorization: "Bearer vendor-key" };

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(values.port),
  idleTimeout: 60,
  async fetch(request) {
    if (request.method === "GET") return new Response("ok");
    const key = keys.get(identify(request.headers.get("authorization")?.slice(7) ?? ""));
    if (key === undefined)
      return Response.json({ error: { code: "invalid_api_key" } }, { status: 401 });

    const text = await request.text();
    const asked = JSON.parse(text) as ChatRequest;
    const answer = await fetch(upstream, { method: "POST", headers: vendorHeaders, body: text });
    const headers = { "content-type": answer.headers.get("content-type") ?? "application/json" };
    if (asked.stream === true) return new Response(answer.body, { status: answer.status, headers });

    const answerText = await answer.text();
    const usage = (JSON.parse(answerText) as ChatAnswer).usage;
    await ledger?.({
      key: key.name,
      model: asked.model,
      promptTokens: usage?.prompt_tokens ?? 0,
      completionTokens: usage?.completion_tokens ?? 0,
    });
    return new Response(answerText, { status: answer.status, headers });
  },
  error(error) {
    return Response.json({ error: { message: error.message } }, { status: 502 });
  },
});

listenForParent(() => process.exit(0));
console.log(JSON.stringify({ port: server.port }));

function hash(key: string): string {
  return new Bun.CryptoHasher("sha256").update(key).digest("base64");
}

/** Rows that arrive in one turn of the event loop share one transaction. */
function openLedger(path: string): Ledger {
  const database = new Database(path, { create: true });
  database.run("PRAGMA journal_mode = WAL");
  database.run("PRAGMA synchronous = NORMAL");
  database.run(
    "CREATE TABLE IF NOT EXISTS ledger (id INTEGER PRIMARY KEY, at INTEGER, key TEXT, model TEXT, prompt INTEGER, completion INTEGER)",
  );
  const insert = database.prepare(
    "INSERT INTO ledger (at, key, model, prompt, completion) VALUES (?, ?, ?, ?, ?)",
  );
  const commit = database.transaction((rows: readonly Row[]) => {
    for (const row of rows)
      insert.run(Date.now(), row.key, row.model, row.promptTokens, row.completionTokens);
  });
  let waiting: Row[] = [];
  const flush = (): void => {
    const rows = waiting;
    waiting = [];
    commit(rows);
    for (const row of rows) row.committed.resolve();
  };
  return (row) => {
    const committed = Promise.withResolvers<void>();
    if (waiting.length === 0) setImmediate(flush);
    waiting.push({ ...row, committed });
    return committed.promise;
  };
}
