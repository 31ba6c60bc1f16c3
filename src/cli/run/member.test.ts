import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failureOf, line, runCommand } from "../../../test/cli-fake-api.ts";

const GRACE = {
  id: "usr_2",
  name: "grace",
  role: "admin",
  created_at: "2026-01-01T00:00:00.000Z",
  invite_expires_at: null,
};
const LIST = { "GET /api/members": { members: [GRACE] } };

describe("member", () => {
  test("add shows the link once, for a viewer unless told otherwise", async () => {
    const made = { ...GRACE, role: "viewer", invite_path: "/join#name=grace&code=abc" };
    const { calls, text } = await runCommand(line("member add grace"), {
      "POST /api/members": made,
    });
    expect(calls).toEqual([
      { method: "POST", path: "/api/members", body: { name: "grace", role: "viewer" } },
    ]);
    expect(text).toContain("/join#name=grace&code=abc");
  });

  test("role and remove find the member by name", async () => {
    const changed = { ...LIST, "PATCH /api/members/usr_2": { ...GRACE, role: "owner" } };
    const { calls, text } = await runCommand(line("member role grace owner"), changed);
    expect(calls.at(1)).toEqual({
      method: "PATCH",
      path: "/api/members/usr_2",
      body: { role: "owner" },
    });
    expect(text).toBe("grace is owner now.");
    const removed = await runCommand(line("member remove grace"), LIST);
    expect(removed.calls.at(1)?.path).toBe("/api/members/usr_2");
    const error = await failureOf(runCommand(line("member remove linus"), LIST));
    expect(error.message).toContain('no member named "linus"');
  });

  test("list shows roles", async () => {
    expect((await runCommand(line("member list"), LIST)).text).toMatch(/grace +admin/);
  });
});

describe("backup", () => {
  const answers = { "POST /api/backup": { id: "b1", bytes: 6, secret_key_included: false } };

  test("writes a private file, never over another one", async () => {
    const folder = mkdtempSync(join(tmpdir(), "parley-cli-"));
    const file = join(folder, "backup.db");
    const { calls, text } = await runCommand(["backup", file], answers);
    expect(calls[0]?.body).toEqual({ include_secret_key: false });
    expect(readFileSync(file, "utf8")).toBe("a file");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(text).toContain("secret.key");
    const error = await failureOf(runCommand(["backup", file], answers));
    expect(error.message).toContain("exists already");
    expect(readFileSync(file, "utf8")).toBe("a file");
    rmSync(folder, { recursive: true });
  });
});
