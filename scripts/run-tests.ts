/**
 * `npm test`: the static checks, then every test; the last line is `N passed, N failed[, N skipped]`.
 *
 * With arguments (`npm test -- src/llm -t "split UTF-8"`) only `bun test` runs, on what they name; with `--static` only
 * the static checks run (`npm run check`). A failing step never hides the ones after it.
 */

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const STATIC_CHECKS: ReadonlyArray<readonly [name: string, ...command: string[]]> = [
  ["format", "oxfmt", "--check"],
  ["lint", "oxlint", "--type-aware", "--deny-warnings", "--report-unused-disable-directives"],
  ["types", "tsc", "--noEmit"],
  ["types of the console", "tsc", "--noEmit", "-p", "web"],
];
const TEST_TIMEOUT_MS = 30_000;

const args = process.argv.slice(2);
const staticOnly = args.includes("--static");
const narrowed = args.length > 0 && !staticOnly;

const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const failedSteps: string[] = [];
if (!narrowed) {
  for (const [name, ...command] of STATIC_CHECKS) add(name, await runCheck(name, command));
}
if (!staticOnly) add("test", await runTests(narrowed ? args : ["./src", "./test", "./bench"]));

console.log(failedSteps.length > 0 ? `\nFailed: ${failedSteps.join(", ")}` : "");
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed > 0 ? 1 : 0);

function add(step: string, counts: Counts): void {
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  if (counts.failed > 0) failedSteps.push(step);
}

async function runCheck(name: string, command: string[]): Promise<Counts> {
  console.log(`\n== ${name}: ${command.join(" ")}`);
  const exitCode = await Bun.spawn(command, { stdio: ["ignore", "inherit", "inherit"] }).exited;
  return exitCode === 0 ? counts(1, 0) : counts(0, 1);
}

async function runTests(selection: string[]): Promise<Counts> {
  const command = ["bun", "test", `--timeout=${TEST_TIMEOUT_MS}`, ...selection];
  console.log(`\n== test: ${command.join(" ")}`);
  const child = Bun.spawn(command, {
    stdio: ["ignore", "pipe", "pipe"],
    env: process.stderr.isTTY ? { ...process.env, FORCE_COLOR: "1" } : process.env,
  });
  const [, report, exitCode] = await Promise.all([
    copy(child.stdout, process.stdout),
    copy(child.stderr, process.stderr),
    child.exited,
  ]);
  const found = readSummary(report);
  if (found === undefined) console.log(`bun test ended without a summary (exit code ${exitCode})`);
  const result = found ?? counts(0, 1);
  if (exitCode !== 0 && result.failed === 0) result.failed = 1;
  return result;
}

async function copy(from: ReadableStream<Uint8Array>, to: NodeJS.WriteStream): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of from) {
    to.write(chunk);
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

/**
 * Reads the block ` 12 pass / 1 skip / 2 fail / Ran 15 tests across 3 files.` that ends bun's report. Its JUnit report
 * leaves out files that could not be loaded, so it is no substitute. Absent when bun died, or a test called `exit`.
 */
function readSummary(report: string): Counts | undefined {
  const plain = Bun.stripANSI(report);
  const summary = /((?:^ *\d+ [a-z() ]+\n)+)Ran \d+ tests? across \d+ files?\.[^\n]*\s*$/m.exec(
    plain,
  );
  const block = summary?.[1];
  if (block === undefined) return undefined;
  const count = (word: string): number =>
    Number(new RegExp(`^ *(\\d+) ${word}$`, "m").exec(block)?.[1] ?? 0);
  return counts(count("pass"), count("fail"), count("skip") + count("todo"));
}

function counts(passed: number, failed: number, skipped = 0): Counts {
  return { passed, failed, skipped };
}
