import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { failureOf, line, runCommand as run } from "../../../test/cli-fake-api.ts";
import { type FakeVendor, startFakeVendor } from "../../../test/fakes/vendor/server.ts";
import { quoted } from "../../base/sentence.ts";
import type { CheckReport } from "../../contract/check.ts";
import { checkEndpoint } from "../../relay/check/check-endpoint.ts";
import { parseLine } from "../parse.ts";
import { COMMANDS } from "../table/index.ts";

const PATH = "POST /api/relay/check";

const REPORT: CheckReport = {
  ok: true,
  url: "https://h.test",
  summary: quoted("It speaks openai-completions at https://h.test/v1."),
  steps: [
    {
      protocol: "openai-completions",
      name: "speaks it",
      ok: true,
      detail: quoted("at x"),
      quirks: [],
      ms: 12,
    },
    {
      protocol: "openai-completions",
      name: "developer role",
      ok: true,
      detail: quoted("refused; sent as system"),
      quirks: ["no_developer_role"],
      ms: 3,
    },
    {
      protocol: "openai-responses",
      name: "speaks it",
      ok: false,
      detail: quoted("no ".repeat(200)),
      quirks: [],
      ms: 0,
    },
  ],
  endpoints: [
    {
      protocol: "openai-completions",
      base_url: "https://h.test/v1",
      model: "m",
      context: null,
      listed: [],
      priced: false,
      provider: {
        name: "h",
        protocol: "openai-completions",
        base_url: "https://h.test/v1",
        models: [{ id: "m" }],
      },
      command: "./parley relay provider add h --price-in USD",
    },
  ],
  models: ["m"],
};

describe("relay check", () => {
  test("sends what was given and shows what works", async () => {
    const { calls, outcome, text } = await run(line("relay check h.test --key k --model m"), {
      [PATH]: REPORT,
    });
    expect(calls[0]?.body).toEqual({ url: "h.test", api_key: "k", model: "m" });
    expect(outcome.error).toBeUndefined();
    expect(outcome.json).not.toHaveProperty("ok");
    const rows = text.split("\n");
    expect(rows[1]).toMatch(/^openai-completions +speaks it +yes +12 +at x$/);
    expect(rows[2]).toMatch(
      /^ +developer role +with quirk +3 +refused; sent as system \[no_developer_role\]$/,
    );
    expect(rows[3]).toMatch(/^openai-responses +speaks it +no /);
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThan(200);
    expect(text).toContain("Add it:\n  ./parley relay provider add h");
    expect(text).toContain("The price of m is unknown");
  });

  test("fails when nothing answers, with the report in hand", async () => {
    const { outcome, text } = await run(line("relay check h.test"), {
      [PATH]: { ...REPORT, ok: false, summary: quoted("Nothing there."), endpoints: [] },
    });
    expect(outcome.error).toEqual({ code: "check_failed", message: "Nothing there." });
    expect(text).toContain("Nothing there.");
    expect(text).not.toContain("Add it");
  });

  test("reads the key from a variable that must be there", async () => {
    const failure = await failureOf(
      run(line("relay check h.test --key env:PARLEY_NO_SUCH_VARIABLE")),
    );
    expect(failure.message).toBe(
      "--key env:PARLEY_NO_SUCH_VARIABLE: the variable PARLEY_NO_SUCH_VARIABLE is not set.",
    );
  });
});

describe("the command that is offered", () => {
  let vendor: FakeVendor;
  beforeAll(async () => {
    vendor = await startFakeVendor();
  });
  afterAll(() => vendor.stop());

  test("is one that the command line understands", async () => {
    const report = await checkEndpoint({ url: vendor.url, key: "sk-any-key-at-all" });
    expect(report.endpoints.length).toBeGreaterThan(2);
    for (const { command } of report.endpoints) {
      const [program, ...words] = command.split(" ");
      expect(program).toBe("./parley");
      expect(parseLine(words, COMMANDS)).toMatchObject({
        kind: "run",
        command: { path: ["relay", "provider", "add"] },
      });
    }
  });
});
