/** The relay under test: a real `./parley` with a home of its own, everything on that is on for a user. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { MODELS } from "./behaviours.ts";
import { runCommand } from "./children.ts";
import { Absent, CHAT_PATH, findFreePort, type Place, type Prepared } from "./system.ts";

const ROOT = join(import.meta.dir, "..");
const PARLEY = join(ROOT, "parley");

/** Limits that are checked on every request and never reached. */
const KEY_LIMITS = "--rpm 100000000 --tpm 1000000000 --concurrency 10000 --limit 100000";
const PRICES = "--price-in 1 --price-out 2";

/** Provider, account, money and key, made through the command line while the server is down. Throws `Absent`. */
export async function prepareParley(
  { upstreamPort, folder }: Place,
  protocol = "openai-completions",
): Promise<Prepared> {
  if (!existsSync(join(ROOT, "src/cli/main.ts"))) throw new Absent("src/cli/main.ts is not there");
  const env = parleyEnv(folder);
  const vendor = `--protocol ${protocol} --base-url http://127.0.0.1:${upstreamPort} --api-key k`;
  const models = MODELS.map((model) => `--model ${model}`).join(" ");
  await configure(folder, `relay provider add bench ${vendor} ${models} ${PRICES}`);
  await configure(folder, "relay account create bench");
  await configure(folder, "relay account topup bench 100000");
  const made = await configure(
    folder,
    `relay key create --name bench --account bench ${KEY_LIMITS}`,
  );
  if (!isKeyAnswer(made)) throw new Absent("`relay key create --json` gave no key");

  const port = findFreePort();
  return {
    target: { port, path: CHAT_PATH, headers: { Authorization: `Bearer ${made.key}` } },
    command: [PARLEY, "start", "--port", String(port)],
    env,
    cwd: ROOT,
    readyPath: "/healthz",
  };
}

/** Runs a command against the relay whose home is in this folder; gives what it printed with `--json`. */
export async function askParley(folder: string, line: string): Promise<unknown> {
  const { exitCode, stdout, stderr } = await runCommand({
    command: [PARLEY, ...line.split(" "), "--json"],
    env: parleyEnv(folder),
    cwd: ROOT,
  });
  if (exitCode !== 0)
    throw new Error(`./parley ${line.split(" --")[0]}: ${findMessage(stdout) ?? stderr}`.trim());
  return JSON.parse(stdout);
}

async function configure(folder: string, line: string): Promise<unknown> {
  try {
    return await askParley(folder, line);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Absent(message.replaceAll(`${ROOT}/`, ""), { cause: error });
  }
}

function parleyEnv(folder: string): Record<string, string> {
  return { HOME: folder, PARLEY_HOME: join(folder, "home") };
}

/** Of `{"ok":false,"error":{"message":…}}`. */
function findMessage(stdout: string): string | undefined {
  return /"message":\s*"((?:[^"\\]|\\.)*)"/.exec(stdout)?.[1];
}

function isKeyAnswer(value: unknown): value is { key: string } {
  return (
    typeof value === "object" && value !== null && "key" in value && typeof value.key === "string"
  );
}
