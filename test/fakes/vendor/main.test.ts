import { expect, test } from "bun:test";
import { join } from "node:path";

const MAIN = join(import.meta.dir, "main.ts");

test("the command serves, and every curl line it prints works when pasted", async () => {
  const child = Bun.spawn([process.execPath, MAIN, "--port", "0", "--fault", "usage.prompt=5"], {
    stdout: "pipe",
  });
  try {
    const reader = child.stdout.getReader();
    let printed = "";
    while (!printed.includes("--help"))
      printed += new TextDecoder().decode((await reader.read()).value);
    const lines = printed.replaceAll(/\\\n\s*/g, " ").match(/curl .*?(?= {3,}\S|$)/gm) ?? [];
    expect(lines).toHaveLength(7);
    for (const line of lines) {
      const ran = Bun.spawnSync(["sh", "-c", line]);
      expect([line, ran.exitCode]).toEqual([line, 0]);
      expect(ran.stdout.toString()).toMatch(/data: |tool_calls|RetryInfo|"ok":true|"requests"/);
    }
  } finally {
    child.kill();
  }
  expect(await child.exited).toBe(0);
});

test("--help lists the faults and the recordings; a wrong fault is an error", () => {
  const help = Bun.spawnSync([process.execPath, MAIN, "--help"]).stdout.toString();
  expect(help).toContain("cutAfterChunks");
  expect(help).toContain("anthropic-text");
  const wrong = Bun.spawnSync([process.execPath, MAIN, "--fault", "nope=1"]);
  expect(wrong.exitCode).toBe(2);
  expect(wrong.stderr.toString()).toContain('no fault is called "nope"');
});
