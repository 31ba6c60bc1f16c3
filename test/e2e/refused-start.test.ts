/** Starts that cannot work end at once, say why and what to do, and leave nothing behind that is in the way. */

import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chat } from "./client.ts";
import { Installation, type Server } from "./installation.ts";

describe("a start that cannot work", () => {
  const parley = new Installation();
  const config = join(parley.home, "parley.json");
  afterEach(() => writeFileSync(config, "{}"));
  afterAll(() => parley.close());

  test("because the port is taken says so, and the home stays usable", async () => {
    const other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("mine") });
    const { exitCode, stderr, stdout } = await parley.run(["start", "--port", `${other.port}`]);
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`127.0.0.1:${other.port} is taken by another program`);
    expect(stderr).toContain("--port N");
    await other.stop(true);

    const server = await parley.start(["--port", `${other.port}`]);
    expect(server.output()).toContain("First key");
    expect(await server.kill("SIGTERM")).toBe(0);
  });

  test("because of its settings lists every problem with its place", async () => {
    const settings = {
      server: { port: 99_999, hots: "0.0.0.0" },
      relay: { bodyLimitMb: "big", timeouts: { idleSeconds: -1 } },
      log: { format: "xml" },
      databse: {},
    };
    writeFileSync(config, JSON.stringify(settings));
    const wanted = [
      "server.port",
      "hots",
      "relay.bodyLimitMb",
      "relay.timeouts.idleSeconds",
      "log.format",
      "databse",
      "DATABASE_URL",
      config,
    ];
    const env = { DATABASE_URL: "mysql://db/parley" };
    for (const words of [["start", "--port", "0"], ["start"], ["relay", "key", "list"]]) {
      const { exitCode, stderr } = await parley.run(words, { env });
      const named = words.includes("--port") ? wanted.slice(1) : wanted;
      expect([words, exitCode, named.filter((text) => !stderr.includes(text))]).toEqual([
        words,
        1,
        [],
      ]);
      expect(stderr).not.toContain("    at ");
    }
    const { json } = await parley.run(["config", "check", "--json"], { env });
    expect(json).toMatchObject({ ok: false });
    expect(json["error"]).toMatchObject({ problems: { length: 7 } });
  });

  test.each([
    ["half a file", '{ "server": {'],
    ["a list", "[]"],
    ["an empty file", ""],
  ])("because its file is %s says which file", async (_, text) => {
    writeFileSync(config, text);
    const { exitCode, stderr } = await parley.run(["start", "--port", "0"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(config);
    expect(stderr).not.toContain("    at ");
  });
});

describe("a second server", () => {
  const parley = new Installation();
  afterAll(() => parley.close());
  const isRefused = async (first: Server): Promise<void> => {
    const { exitCode, stderr } = await parley.run(["start", "--port", "0"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`already running at ${first.url}`);
  };

  test("on the same home is refused while the first one runs, and the first one runs on", async () => {
    const first = await parley.start();
    const key = /First key +(\S+)/.exec(first.output())?.[1] ?? "";
    await isRefused(first);
    expect(await chat(first.url, key, { model: "demo" })).toMatchObject({ status: 200 });
    expect((await parley.ok("status"))["url"]).toBe(first.url);
    await first.kill("SIGKILL");
    const next = await parley.start();
    expect(await chat(next.url, key, { model: "demo" })).toMatchObject({ status: 200 });
    expect(await next.kill("SIGTERM")).toBe(0);
  });

  test("started at the same moment: one of them serves, the others leave", async () => {
    const all = [1, 2, 3].map(() => parley.spawn(["--port", "0"]));
    const fates = await Promise.all(
      all.map((server) =>
        server.wrote("Try it:").then(
          () => "serves",
          () => "left",
        ),
      ),
    );
    expect(fates.filter((fate) => fate === "serves")).toHaveLength(1);
  });
});
