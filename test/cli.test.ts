/** The command line as a person meets it: real processes, in both modes, with the server up and with it down. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../package.json";
import { makeCliReference } from "../src/cli/reference.ts";
import { COMMANDS } from "../src/cli/table/index.ts";
import { Cli } from "./cli-process.ts";

/** A vendor that lists one model and answers every call. */
function startVendor() {
  return Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) =>
      request.url.endsWith("/models")
        ? Response.json({ object: "list", data: [{ id: "up-1", object: "model" }] })
        : Response.json({
            id: "chatcmpl-1",
            object: "chat.completion",
            created: 1,
            model: "up-1",
            choices: [
              { index: 0, message: { role: "assistant", content: "pong" }, finish_reason: "stop" },
            ],
            usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
          }),
  });
}

/** The body of a relay call. */
const ASK = (model: string) => ({ model, messages: [{ role: "user", content: "ping" }] });

async function chat(url: string, key: string, model: string): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(ASK(model)),
  });
}

describe.each(["up", "down"] as const)("with the server %s", (mode) => {
  const cli = new Cli();
  let vendor: ReturnType<typeof startVendor>;
  let setupCode: string;
  const called = new Set<string>();

  beforeAll(async () => {
    vendor = startVendor();
    setupCode = /Setup code +(\S+)/.exec(await cli.start())?.[1] ?? "";
    if (mode === "down") await cli.stop();
  });
  afterAll(async () => {
    await vendor.stop(true);
    await cli.close();
  });

  const ok = (text: string, options = {}) => {
    for (const { path } of COMMANDS)
      if (`${text} `.startsWith(`${path.join(" ")} `)) called.add(path.join(" "));
    return cli.ok(text, options);
  };

  test("every relay command does its work in both forms", async () => {
    const address = `http://127.0.0.1:${vendor.port}`;
    const added = await ok(
      `relay provider add up --protocol vendorA-completions --base-url ${address} --api-key env:VENDOR_KEY --model m=up-1 --price-in 1 --price-out 2 --price-cached 0.5`,
      { env: { VENDOR_KEY: "vk-secret-0123456789-0123456789-abcd" } },
    );
    expect(added["provider"]).toMatchObject({
      name: "up",
      keys: [{ tail: "abcd" }],
      models: [{ id: "m", upstream_id: "up-1" }],
    });
    expect(JSON.stringify(added)).not.toContain("vk-secret");
    expect(await ok("relay provider list")).toMatchObject({ providers: expect.any(Array) });
    expect(await ok("relay provider show up")).toMatchObject({ provider: { name: "up" } });
    expect(await ok("relay provider test up")).toMatchObject({ checks: expect.any(Array) });
    expect(await ok(`relay check ${address}`)).toMatchObject({
      endpoints: [{ protocol: "openai-completions", model: "up-1" }],
    });
    const edited = await ok("relay provider edit up --model m --price-in 3 --price-out 4");
    expect(edited["provider"]).toMatchObject({ models: [{ price: { input_usd: "3.00" } }] });
    expect(JSON.stringify(await ok("relay model list"))).toContain('"m"');

    await ok("relay account create team");
    expect(await ok("relay account topup team 2.5 --note gift")).toMatchObject({
      account: { balance_nano: 2_500_000_000 },
    });
    expect(JSON.stringify(await ok("relay account list"))).toContain('"team"');

    const key = await ok(
      "relay key create --name ci --account team --models m --rpm 60 --tpm 1000 --concurrency 2 --limit 1 --expires 2099-01-01T00:00:00Z",
    );
    expect(key).toMatchObject({ name: "ci", account: "team", rpm: 60, limit_nano: 1_000_000_000 });
    expect(key["key"]).toStartWith(`sk-parley-${String(key["id"])}-`);
    const id = String(key["id"]);
    expect(await ok(`relay key show ${id}`)).toMatchObject({ key: { id, status: "active" } });
    expect(await ok(`relay key edit ${id} --rpm none --name other`)).toMatchObject({
      key: { rpm: null, name: "other" },
    });
    expect(await ok(`relay key disable ${id}`)).toMatchObject({ key: { status: "disabled" } });
    expect(await ok(`relay key enable ${id}`)).toMatchObject({ key: { status: "active" } });
    const rotated = await ok(`relay key rotate ${id}`);
    expect(rotated["id"]).toBe(id);
    expect(rotated["key"]).not.toBe(key["key"]);

    if (mode === "up") {
      const { url } = await ok("status");
      const answer = await chat(String(url), String(rotated["key"]), "m");
      expect(answer.status).toBe(200);
      const log = await ok("relay log --limit 5");
      const [row] = log["requests"] as Record<string, unknown>[];
      expect(row).toMatchObject({
        key: id,
        model: "m",
        provider: "up",
        status: 200,
        prompt_tokens: 10,
        cost_nano: 50_000,
      });
      expect(await ok(`relay request show ${String(row?.["id"])}`)).toMatchObject({
        request: { entries: expect.any(Array) },
      });
    } else {
      expect(await ok("relay log --limit 5")).toMatchObject({ requests: [] });
    }
    expect(JSON.stringify(await ok("relay ledger list --account team"))).toContain("gift");
    expect(await ok("relay account statement team")).toMatchObject({
      statement: { account: "team", kinds: expect.any(Array) },
    });
    expect(await ok("relay usage --by model")).toMatchObject({
      usage: { sums: { requests: mode === "up" ? 1 : 0, errors: 0 } },
    });
    const csv = await cli.run("relay ledger list --account team --csv".split(" "));
    expect(csv.stdout).toMatch(/^seq,at,account,.*\r\n(.*\r\n)*.*,gift/);
    expect(await ok("relay ledger verify")).toMatchObject({
      ok: true,
      accounts: expect.any(Number),
      mismatches: 0,
    });
    expect(await ok("relay offers", { env: { GROQ_API_KEY: "gsk-secret" } })).toMatchObject({
      offers: expect.arrayContaining([expect.objectContaining({ name: "groq", kind: "env" })]),
    });
    expect(await ok(`relay key revoke ${id}`)).toMatchObject({ key: { status: "revoked" } });
    expect(await ok("relay key list --status revoked")).toMatchObject({ keys: [{ id }] });
    expect(await ok("relay provider remove up")).toEqual({ ok: true, removed: "up" });
  }, 120_000);

  test("models are put in order, routed and priced", async () => {
    const address = `http://127.0.0.1:${vendor.port}`;
    await ok(
      `relay provider add up --protocol openai-completions --base-url ${address} --model m=up-1 --free`,
    );
    await ok("relay model place m up --priority 1 --weight 2");
    expect(await ok("relay model show m")).toMatchObject({
      model: { targets: [{ provider: "up", priority: 1, weight: 2 }] },
    });
    await ok("relay route set m --fallback demo");
    await ok("relay route set fast --alias-of m");
    expect(await ok("relay route list")).toMatchObject({
      routes: [
        { name: "fast", alias_of: "m" },
        { name: "m", fallbacks: ["demo"] },
      ],
    });
    expect(await ok("relay trace fast")).toMatchObject({
      trace: { resolved: "m", candidates: [{ provider: "up" }, { provider: "demo" }] },
    });
    await ok("relay route remove fast");
    await ok("relay route remove m");
    expect(await ok("relay provider discover up")).toMatchObject({
      models: [{ id: "up-1", served: true, price: null }],
    });
    const file = join(cli.home, "new-prices.json");
    const price = { input: 5_000_000_000, output: 6_000_000_000 };
    writeFileSync(
      file,
      JSON.stringify({ format: "parley-catalogue-1", vendors: { up: { "up-1": { price } } } }),
    );
    expect(await ok(`relay prices update ${file}`)).toMatchObject({ added: 1, models: [] });
    await ok("relay provider edit up --model m");
    expect(await ok("relay prices show m")).toMatchObject({
      model: { targets: [{ price: { input_usd: "5.00", catalogue: expect.any(String) } }] },
      entries: [{ vendor: "up", id: "up-1" }],
    });
    await ok("relay provider remove up");
  }, 120_000);

  test("a vendor key can come from stdin", async () => {
    const words =
      "relay provider add piped --protocol openai-completions --base-url http://127.0.0.1:9 --api-key - --model p --free";
    const added = await ok(words, {
      stdin: "vk-one-0123456789-0123456789-1111\nvk-two-0123456789-0123456789-2222\n",
    });
    expect(added["provider"]).toMatchObject({ keys: [{ tail: "1111" }, { tail: "2222" }] });
    await ok("relay provider remove piped");
  });

  test("tables are plain and aligned when nobody watches", async () => {
    const { stdout, stderr, exitCode } = await cli.run(["relay", "account", "list"]);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(stdout).toMatch(/^ACCOUNT +BALANCE/);
    expect(stdout).not.toContain("\u001B");
  });

  test("a failure is one JSON document, a sentence on stderr, and exit code 1", async () => {
    const { exitCode, json, stderr } = await cli.run([
      "relay",
      "account",
      "topup",
      "nobody",
      "1",
      "--json",
    ]);
    expect(exitCode).toBe(1);
    expect(json).toMatchObject({ ok: false, error: { code: "not_found" } });
    expect(stderr).toStartWith("error: ");
    const unreachable = await cli.run(
      "relay provider add dead --protocol openai-completions --base-url http://127.0.0.1:9 --model d --free".split(
        " ",
      ),
    );
    expect(unreachable.exitCode).toBe(0);
    const tested = await cli.run(["relay", "provider", "test", "dead", "--json"]);
    expect(tested.exitCode).toBe(1);
    expect(tested.json).toMatchObject({ ok: false, error: { code: "provider_test_failed" } });
  });

  test("an owner, tokens, and a forgotten password", async () => {
    const early = await cli.run(["token", "create", "--name", "t", "--json"]);
    expect(early.json).toMatchObject({ ok: false, error: { code: "conflict" } });
    const wrong = await cli.run("owner create --code AAAA-AAAA-AAAA --name ada --json".split(" "));
    expect(wrong.exitCode).toBe(1);
    const owner = await ok(`owner create --code ${setupCode} --name ada`);
    expect(owner).toMatchObject({ user: { name: "ada" }, password: expect.any(String) });

    const token = await ok("token create --name t --expires 1d");
    expect(await ok("token list")).toMatchObject({ tokens: [{ id: token["id"], name: "t" }] });
    if (mode === "up") {
      const { url } = await ok("status");
      await ok(`relay key list --server ${String(url)} --token ${String(token["token"])}`);
      const env = { PARLEY_SERVER: String(url), PARLEY_TOKEN: String(token["token"]) };
      await ok("relay key list", { env });
      const refused = await cli.run("relay key list --token wrong --json".split(" "));
      expect(refused.json).toMatchObject({ ok: false, error: { code: "unauthorized" } });
      expect(refused.stderr).toContain("check --token or PARLEY_TOKEN");
    }
    await ok(`token revoke ${String(token["id"])}`);
    expect(await ok("token list")).toMatchObject({ tokens: [] });
    const reset = await ok("owner reset-password --password -", {
      stdin: "correct horse battery\n",
    });
    expect(reset).toMatchObject({ user: { name: "ada" } });
    expect(JSON.stringify(reset)).not.toContain("horse");
  });

  test("members, a copy of the database, settings, completion", async () => {
    expect(await ok("member add bob")).toMatchObject({ name: "bob", role: "viewer" });
    expect(await ok("member role bob admin")).toMatchObject({ role: "admin" });
    expect(await ok("member list")).toMatchObject({ members: [{ name: "ada" }, { name: "bob" }] });
    expect(await ok("member remove bob")).toEqual({ ok: true, removed: "bob" });
    const file = join(cli.home, "copy.db");
    expect(await ok(`backup ${file}`)).toMatchObject({ file, bytes: expect.any(Number) });
    if (mode === "down") expect(await ok(`restore ${file}`)).toMatchObject({ key_restored: false });
    expect(await ok("config check")).toMatchObject({ home: cli.home });
    expect(await ok("config show")).toMatchObject({ config: { server: { port: 8400 } } });
    expect(await ok("completion bash")).toMatchObject({ shell: "bash" });
  });

  test("commands one after another and at the same time do not fall over each other", async () => {
    const names = ["a", "b", "c", "d"];
    await Promise.all(names.map((name) => ok(`relay account create same-time-${name}`)));
    const listed = JSON.stringify(await ok("relay account list"));
    for (const name of names) expect(listed).toContain(`same-time-${name}`);
  });

  test("status tells", async () => {
    const { exitCode, json } = await cli.run(["status", "--json"]);
    expect([exitCode, json["ok"], json["running"]]).toEqual(
      mode === "up" ? [0, true, true] : [1, false, false],
    );
  });

  test("no command was forgotten", () => {
    const elsewhere =
      mode === "up" ? ["start", "restore"] : ["start", "status", "relay request show"];
    const names = COMMANDS.map(({ path }) => path.join(" "));
    expect([...called].toSorted()).toEqual(
      names.filter((name) => !elsewhere.includes(name)).toSorted(),
    );
  });
});

describe("without a home", () => {
  const cli = new Cli();
  afterAll(() => cli.close());

  test("--version and --help answer, in JSON too", async () => {
    expect((await cli.run(["--version"])).stdout).toBe(`${manifest.version}\n`);
    expect((await cli.run(["--version", "--json"])).json).toEqual({
      ok: true,
      version: manifest.version,
    });
    const { stdout: help } = await cli.run([]);
    expect(help).toContain("Usage: parley COMMAND");
    for (const { path } of COMMANDS) expect(help).toContain(`\n  ${path.join(" ")}`);
    expect((await cli.run(["relay", "--help"])).stdout).toContain("relay key create");
    expect((await cli.run(["relay", "key", "--help", "--json"])).json).toMatchObject({ ok: true });
  });

  test("a wrong command line is exit code 2 and says what would be right", async () => {
    const wrong = await cli.run(["relay", "provder", "list", "--json"]);
    expect(wrong.exitCode).toBe(2);
    expect(wrong.json).toMatchObject({ ok: false, error: { code: "usage" } });
    expect(wrong.stderr).toContain('Did you mean "relay provider"?');
  });

  test("every configuration problem is listed", async () => {
    writeFileSync(
      join(cli.home, "parley.json"),
      '{ "server": { "port": "x" }, "relay": { "colour": 1 } }',
    );
    for (const words of [["config", "check"], ["start"]]) {
      const { exitCode, stderr } = await cli.run(words, { env: { PARLEY_LOG_LEVEL: "loud" } });
      expect(exitCode).toBe(1);
      for (const problem of ["server.port", "PARLEY_LOG_LEVEL", "relay"])
        expect(stderr).toContain(problem);
    }
    rmSync(join(cli.home, "parley.json"));
    expect((await cli.run(["config", "check", "--json"])).json).toMatchObject({
      ok: true,
      found: false,
    });
  });

  test("config show keeps secrets to itself", async () => {
    const env = {
      DATABASE_URL: "postgres://me:hunter2@db/parley",
      PARLEY_SECRET_KEY: "k".repeat(44),
    };
    const { stdout } = await cli.run(["config", "show"], { env });
    expect(stdout).toContain("postgres://me:…@db/parley");
    expect(stdout).not.toContain("hunter2");
    expect(stdout).not.toContain("kkkk");
  });

  test("a reader that leaves early is no failure", async () => {
    const shell = Bun.spawn(["sh", "-c", "./parley --help | head -n 1"], {
      cwd: join(import.meta.dir, ".."),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, error] = await Promise.all([
      new Response(shell.stdout).text(),
      new Response(shell.stderr).text(),
    ]);
    expect(out).toContain("Parley");
    expect(error).toBe("");
  });

  test("an address where nobody answers, or nobody who knows the token, is explained", async () => {
    const refused = await cli.run(
      "relay key list --server http://127.0.0.1:9 --token t --json".split(" "),
    );
    expect(refused.exitCode).toBe(1);
    expect(refused.json).toMatchObject({ error: { code: "unavailable" } });
    expect(refused.stderr).toContain("Is Parley running there?");
    const tokenless = await cli.run("relay key list --server http://127.0.0.1:9".split(" "));
    expect(tokenless.stderr).toContain("PARLEY_TOKEN");
    const status = await cli.run("status --server http://127.0.0.1:9".split(" "));
    expect(status.exitCode).toBe(1);
  });
});

describe("completion in a shell", () => {
  const cli = new Cli();
  afterAll(() => cli.close());

  test("the script loads and the words come from the table", async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      const { stdout, exitCode } = await cli.run(["completion", shell]);
      expect(exitCode).toBe(0);
      expect(stdout).toContain("complete-words");
    }
    const { stdout } = await cli.run(["complete-words", "relay", "key", "ro"]);
    expect(stdout).toStartWith("rotate\t");
    expect(
      (await cli.run(["complete-words", "relay", "provider", "add", "ol"])).stdout,
    ).toStartWith("ollama\t");
    expect((await cli.run(["complete-words", "relay", "provider", "show", ""])).stdout).toBe("");
  });
});

test("the program can be called from anywhere, and says how to call it again", async () => {
  const cli = new Cli();
  const elsewhere = mkdtempSync(join(tmpdir(), "parley-elsewhere-"));
  const { stderr } = await cli.run(["relay", "nope"], { cwd: elsewhere });
  expect(stderr).toMatch(/Try "\S+\/parley relay --help"/);
  rmSync(elsewhere, { recursive: true });
  await cli.close();
});

test("docs/reference/cli.md can be made and names every command", () => {
  const page = makeCliReference();
  for (const { path } of COMMANDS) expect(page).toContain(`## parley ${path.join(" ")}\n`);
});
