/** Starting, being found, and stopping. */

import { describe, expect, test } from "bun:test";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../src/base/config.ts";
import { silentLog } from "../../src/base/log.ts";
import { openManagement } from "../../src/server/management.ts";
import { findRunningServer } from "../../src/server/server-file.ts";
import { startServer } from "../../src/server/start.ts";
import { makeFakeRelay } from "./fake-relay.ts";
import { makeConfig, start } from "./server.ts";
import { makeTestHome } from "./store.ts";

/** The message of an error; undefined when there was none. */
function failureOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => String(error),
  );
}

describe("server.json", () => {
  test("lets its reader find the server and act as the owner, and goes with it", async () => {
    const { server, config } = await start();
    const file = join(config.home, "server.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const found = await findRunningServer(config.home);
    expect(found).toEqual({
      url: server.url,
      pid: process.pid,
      token: expect.stringMatching(/^parley_local_.{43}$/),
    });
    await server.stop();
    expect(existsSync(file)).toBe(false);
    expect(await findRunningServer(config.home)).toBeUndefined();
  });

  test("that a crash left behind is no server, and is replaced by the next one", async () => {
    const home = makeTestHome();
    const file = join(home, "server.json");
    writeFileSync(file, JSON.stringify({ url: "http://127.0.0.1:1", pid: 1, token: "x" }), {
      mode: 0o644,
    });
    expect(await findRunningServer(home)).toBeUndefined();
    const { server } = await start({ home });
    expect((await findRunningServer(home))?.url).toBe(server.url);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("that is damaged is no server", async () => {
    const home = makeTestHome();
    writeFileSync(join(home, "server.json"), '{"url":');
    expect(await findRunningServer(home)).toBeUndefined();
  });
});

describe("a second server", () => {
  test("on the same port is told who has it and what to do", async () => {
    const { server } = await start();
    const options = { config: makeConfig({ server: { port: server.port } }), log: silentLog };
    const failing = startServer({ ...options, openRelay: async () => makeFakeRelay() });
    expect(await failureOf(failing)).toContain(
      `127.0.0.1:${server.port} is taken by another Parley. Stop it, or choose another port with --port N.`,
    );
  });

  test("on the same home is told where the first one is", async () => {
    const { server, config } = await start();
    const second = makeConfig({ home: config.home });
    const failing = startServer({
      config: second,
      log: silentLog,
      openRelay: async () => makeFakeRelay(),
    });
    expect(await failureOf(failing)).toContain(
      `Parley is already running at ${server.url} (process ${process.pid})`,
    );
    expect((await findRunningServer(config.home))?.url).toBe(server.url);
  });

  test("on an address of another machine is told so", async () => {
    const config = makeConfig({ server: { host: "192.0.2.1" } });
    const failing = startServer({ config, log: silentLog, openRelay: async () => makeFakeRelay() });
    expect(await failureOf(failing)).toContain("This machine has no address 192.0.2.1.");
  });
});

describe("stopping", () => {
  test("lets running calls finish and takes no new ones", async () => {
    const { server, relay, get } = await start();
    const call = get("/v1/wait");
    while (relay.running === 0) await Bun.sleep(5);
    const stopping = server.stop(5000);
    await Bun.sleep(50);
    expect(await failureOf(get("/healthz", { keepalive: false }))).not.toBeUndefined();
    relay.release();
    expect(await (await call).text()).toBe("waited");
    await stopping;
    expect(await server.stopped).toBeUndefined();
  });

  test("cuts calls that outlast the grace time", async () => {
    const { server, relay, get } = await start();
    const call = get("/v1/wait").then(
      () => "finished",
      () => "cut",
    );
    while (relay.running === 0) await Bun.sleep(5);
    await server.stop(50);
    expect(await call).toBe("cut");
    expect(relay.running).toBe(0);
    expect(relay.closings[0]).toBe(50);
  });

  test("gives the database back", async () => {
    const { server, config } = await start();
    await server.stop();
    await start({ home: config.home });
  });
});

describe("setup", () => {
  test("shows a new code at each start until there is an owner", async () => {
    const first = await start();
    const { home } = first.config;
    await first.server.stop();
    const second = await start({ home });
    expect(second.server.setupCode).toBeDefined();
    expect(second.server.setupCode).not.toBe(first.server.setupCode);
    const setup = await second.get("/api/setup", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        code: second.server.setupCode,
        name: "ada",
        password: "correct horse battery",
      }),
    });
    expect(setup.status).toBe(201);
    await second.server.stop();
    expect((await start({ home })).server.setupCode).toBeUndefined();
  });
});

describe("the management API in the command line's own process", () => {
  const open = (config: Config) =>
    openManagement(config, silentLog, { openRelay: async () => makeFakeRelay() });

  test("works without a port or a token", async () => {
    const management = await open(makeConfig());
    const answer = await management.fetch(new Request("http://localhost/api/relay/accounts"));
    expect(answer.status).toBe(200);
    await management.close();
  });

  test("is refused while a server owns the database", async () => {
    const { config, server } = await start();
    expect(await failureOf(open(config))).toContain(`Parley is already running at ${server.url}`);
  });
});
