/** `parley start` from the outside: what it prints, and that what it prints works. */
import { afterAll, describe, expect, test } from "bun:test";
import { Cli } from "./cli-process.ts";

const ANSI = "\u001B";

describe("parley start", () => {
  const cli = new Cli();
  afterAll(() => cli.close());

  test("prints where it is, the setup code, the first key, and a curl line that works when pasted", async () => {
    const text = await cli.start([], { OPENAI_API_KEY: "sk-vendor-secret" });
    expect(text).toMatch(/Parley \d+\.\d+\.\d+ is running\. Ctrl-C stops it\./);
    expect(text).toMatch(/Relay +http:\/\/127\.0\.0\.1:\d+\/v1\n/);
    expect(text).toMatch(/Management +http:\S+\/api\n/);
    expect(text).toMatch(/Home +\S+ \(SQLite\)/);
    expect(text).toMatch(/Setup code +\S+/);
    expect(text).toMatch(/First key +sk-parley-\w+-\w+ /);
    expect(text).not.toContain(ANSI);
    expect(text).not.toContain("sk-vendor-secret");

    const line = /curl .*/.exec(text)?.[0] ?? "";
    const curl = Bun.spawn(["sh", "-c", `${line} --silent`], { stdio: ["ignore", "pipe", "pipe"] });
    const answer = (await new Response(curl.stdout).json()) as Record<string, unknown>;
    expect(answer).toMatchObject({
      object: "chat.completion",
      choices: [{ finish_reason: "stop" }],
    });
  });

  test("the account that pays has its starting credit", async () => {
    const { accounts } = await cli.ok("relay account list");
    expect(accounts).toMatchObject([{ name: "default", balance_nano: 10_000_000_000 }]);
  });

  test("offers what it finds, with a command that holds no secret", async () => {
    const text = await cli.read("relay provider add openai");
    expect(text).toContain(
      "./parley relay provider add openai --api-key env:OPENAI_API_KEY --model",
    );
    expect(text).not.toContain("sk-vendor-secret");
    expect(JSON.stringify(await cli.ok("relay provider list"))).not.toContain("openai.com");
  });

  test("a second one says where the first runs and ends with exit code 1", async () => {
    const { exitCode, stderr } = await cli.run(["start", "--port", "0"]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/already running at http:\/\/127\.0\.0\.1:\d+/);
  });

  test("stops cleanly when asked, and its commands work on without it", async () => {
    expect(await cli.stop()).toBe(0);
    expect((await cli.run(["status"])).exitCode).toBe(1);
    expect(await cli.ok("relay key list")).toMatchObject({ keys: [{ name: "first" }] });
  });

  test("later starts show no secret, and how to make a key", async () => {
    const text = await cli.start();
    expect(text).not.toContain("First key");
    expect(text).toContain('"Authorization: Bearer $PARLEY_API_KEY"');
    expect(await cli.stop()).toBe(0);
  });

  test("with --json stdout is one document and the log is on stderr", async () => {
    const text = await cli.start(["relay", "--json"]);
    const ready = JSON.parse(text) as { url: string };
    expect(ready).toMatchObject({ ok: true, database: "SQLite", first_key: null });
    const key = await cli.ok("relay key create --name after");
    const response = await fetch(`${ready.url}/v1/chat/completions`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${String(key["key"])}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ model: "demo", messages: [{ role: "user", content: "hi" }] }),
    });
    expect(response.status).toBe(200);
    await response.text();
    const [exitCode, rest, log] = await Promise.all([
      cli.stop(),
      cli.read(),
      new Response(cli.server.stderr).text(),
    ]);
    expect([exitCode, rest]).toEqual([0, ""]);
    expect(log).toContain(String(key["id"]));
    expect(log).not.toContain(String(key["key"]));
  });
});

test("a server goes on when the reader of its log has left", async () => {
  const cli = new Cli();
  const text = await cli.start();
  const url = /http:\S+(?=\/v1)/.exec(text)?.[0] ?? "";
  await cli.server.stdout.cancel();
  for (let call = 0; call < 3; call++) {
    const response = await fetch(`${url}/v1/models`);
    expect(response.status).toBe(401);
  }
  const key = await cli.ok("relay key create --name k");
  const models = await fetch(`${url}/v1/models`, {
    headers: { authorization: `Bearer ${String(key["key"])}` },
  });
  expect(models.status).toBe(200);
  await models.text();
  expect(await cli.stop()).toBe(0);
  await cli.close();
});
