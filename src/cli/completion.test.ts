import { describe, expect, test } from "bun:test";
import type { NameKind } from "./command.ts";
import { SCRIPTS } from "./completion-scripts.ts";
import { findCandidates } from "./run/completion.ts";
import { COMMANDS } from "./table/index.ts";

const NAMES: Partial<Record<NameKind, string[]>> = {
  provider: ["openai", "ollama"],
  model: ["a", "b"],
};

async function complete(...words: string[]): Promise<string[]> {
  const found = await findCandidates(words, COMMANDS, async (kind) => NAMES[kind] ?? []);
  return found.map(({ word }) => word);
}

describe("completion", () => {
  test("of the words of a command", async () => {
    expect(await complete("")).toEqual([
      "start",
      "status",
      "relay",
      "member",
      "backup",
      "restore",
      "token",
      "owner",
      "config",
      "completion",
    ]);
    expect(await complete("relay", "pro")).toEqual(["provider"]);
    expect(await complete("relay", "key", "r")).toEqual(["revoke", "rotate"]);
    expect(await complete("--json", "relay", "ledger", "")).toEqual(["list", "verify"]);
  });

  test("of flags, leaving out those already used unless they may repeat", async () => {
    expect(await complete("relay", "log", "--l")).toEqual(["--limit"]);
    expect(await complete("relay", "log", "--limit", "5", "--l")).toEqual([]);
    expect(await complete("relay", "provider", "add", "x", "--model", "a", "--mod")).toEqual([
      "--model",
    ]);
    expect(await complete("relay", "log", "--js")).toEqual(["--json"]);
  });

  test("of values: choices, and names the relay knows", async () => {
    expect(await complete("relay", "provider", "add", "x", "--protocol", "open")).toEqual([
      "openai-completions",
      "openai-responses",
    ]);
    expect(await complete("completion", "z")).toEqual(["zsh"]);
    expect(await complete("relay", "provider", "remove", "o")).toEqual(["openai", "ollama"]);
    expect(await complete("relay", "provider", "remove", "openai", "o")).toEqual([]);
    expect(await complete("relay", "key", "create", "--models", "a,")).toEqual(["a,a", "a,b"]);
    expect(await complete("relay", "key", "create", "--name", "")).toEqual([]);
    expect(await complete("relay", "provider", "add", "x", "--protocol=open")).toEqual([
      "--protocol=openai-completions",
      "--protocol=openai-responses",
    ]);
    expect(await complete("relay", "key", "create", "--models=a,")).toEqual([
      "--models=a,a",
      "--models=a,b",
    ]);
    expect(await complete("relay", "key", "create", "--nothing=")).toEqual([]);
  });

  test("scripts pass every word, empty ones included", () => {
    expect(Object.keys(SCRIPTS)).toEqual(["bash", "zsh", "fish"]);
    for (const script of Object.values(SCRIPTS)) expect(script).toContain("complete-words");
  });

  test("works in a real bash", async () => {
    const script = `${SCRIPTS["bash"]}
parley() { printf 'create\\tMake one\\ncreak\\tx\\n'; printf '<%s>' "$@" >&3; }
COMP_WORDS=(parley relay account ""); COMP_CWORD=3; COMP_LINE="parley relay account "
_parley
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const shell = Bun.spawn(["bash", "-c", `exec 3>&2 2>/dev/null; ${script}`], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, seen] = await Promise.all([
      new Response(shell.stdout).text(),
      new Response(shell.stderr).text(),
    ]);
    expect(out).toBe("create\ncreak\n");
    expect(seen).toBe("<complete-words><relay><account><>");
  });
});
