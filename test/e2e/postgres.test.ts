/** The first minute with `DATABASE_URL`: the same, and nothing of it in the home but the key file. */

import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import postgres from "postgres";
import { type FakeVendor, startFakeVendor } from "../fakes/vendor/server.ts";
import { makeDatabase } from "../postgres-server.ts";
import { chat } from "./client.ts";
import { Installation } from "./installation.ts";

const VENDOR_KEY = "vendor-secret-0123456789abcdef";
const PASSWORD = "a-password-that-nobody-checks";

describe.skipIf(process.env["PARLEY_TEST_NO_POSTGRES"] === "1")("with DATABASE_URL", () => {
  let vendor: FakeVendor | undefined;
  const installations: Installation[] = [];
  afterAll(async () => {
    await Promise.all(installations.map((installation) => installation.close()));
    await vendor?.stop();
  });
  const install = (url: string): Installation => {
    const installation = new Installation({ DATABASE_URL: url });
    installations.push(installation);
    return installation;
  };

  test("everything is in PostgreSQL, and no secret among it", async () => {
    const database = await makeDatabase();
    vendor = await startFakeVendor({ keys: [VENDOR_KEY] });
    const parley = install(database.replace("parley@", `parley:${PASSWORD}@`));
    const server = await parley.start();
    expect(server.output()).toContain("(PostgreSQL)");
    const firstKey = /First key +(\S+)/.exec(server.output())?.[1] ?? "";
    const line = /^ *(curl .*)$/m.exec(server.output())?.[1] ?? "";
    const shell = Bun.spawn(["sh", "-c", line], { stdio: ["ignore", "pipe", "ignore"] });
    expect(await new Response(shell.stdout).json()).toMatchObject({ object: "chat.completion" });

    const address = `${vendor.url}/v1/chat/completions`;
    await parley.ok(
      `relay provider add fake --protocol openai-completions --base-url ${address} --api-key ${VENDOR_KEY} --model m=gpt-4o --price-in 1 --price-out 2`,
    );
    expect(await chat(server.url, firstKey, { model: "m" })).toMatchObject({ status: 200 });
    expect(await server.kill("SIGTERM")).toBe(0);
    expect(server.output()).not.toContain(PASSWORD);

    const made = await parley.ok("relay key create --name down");
    const again = await parley.start();
    expect(again.output()).not.toContain("sk-parley-");
    for (const key of [firstKey, String(made["key"])])
      expect(await chat(again.url, key, { model: "m" })).toMatchObject({ status: 200 });
    expect(await parley.ok("relay ledger verify")).toMatchObject({ mismatches: 0 });

    expect(readdirSync(parley.home).toSorted()).toEqual(["secret.key", "server.json"]);
    const rows = await readEverything(database);
    expect(rows).toContain(firstKey.split("-")[2] ?? "");
    for (const key of [firstKey, String(made["key"])])
      expect(rows).not.toContain(key.split("-")[3] ?? key);
    expect(rows).not.toContain(VENDOR_KEY);
    expect(await again.kill("SIGTERM")).toBe(0);
  });

  test("a second server with another home is refused while the first one runs", async () => {
    const database = await makeDatabase();
    const first = await install(database).start();
    const { exitCode, stderr } = await install(database).run(["start", "--port", "0"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Another Parley process owns this database");
    expect(await first.kill("SIGTERM")).toBe(0);
  });

  test("a database that does not answer is named, without its password", async () => {
    const parley = install(`postgres://me:${PASSWORD}@127.0.0.1:9/parley`);
    for (const words of [
      ["start", "--port", "0"],
      ["relay", "key", "list"],
    ]) {
      const { exitCode, stderr } = await parley.run(words);
      expect(exitCode).toBe(1);
      expect(stderr).toContain("127.0.0.1:9/parley");
      expect(stderr).not.toContain(PASSWORD);
      expect(stderr).not.toContain("    at ");
    }
  });
});

/** Every row of every table, as text. */
async function readEverything(url: string): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`;
  let text = "";
  for (const { name } of tables) {
    const rows = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t`;
    text += rows.map(({ row }) => row).join("\n");
  }
  await sql.end();
  return text;
}
