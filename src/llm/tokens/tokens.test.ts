import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { countTokens, makeTokenCounter } from "./count.ts";
import { estimateTokens, guessTokens } from "./estimate.ts";
import { countSlices } from "./slices.ts";

/** Loading the tokenizer takes half a second on an idle machine. */
setDefaultTimeout(30_000);

function workerFile(source: string): URL {
  const path = join(mkdtempSync(join(tmpdir(), "parley-worker-")), "worker.ts");
  writeFileSync(path, source);
  return pathToFileURL(path);
}

describe("countTokens", () => {
  test.each([
    ["", 0],
    ["hello world", 2],
    ["<|endoftext|>", 7],
    ["日本語のテキスト", 6],
  ])("%j has %i", async (text, tokens) => {
    expect(await countTokens(text)).toBe(tokens);
  });

  test("calls at once are answered each with their own number", async () => {
    const counts = await Promise.all(["a", "a b", "a b c", ""].map((text) => countTokens(text)));
    expect(counts).toEqual([1, 2, 3, 0]);
  });

  test("text that the tokenizer is slow on does not take long, nor hold the main thread", async () => {
    // Runs of letters without a break, all different: nothing is remembered from one to the next.
    const letters = Array.from({ length: 60_000 }, (_, i) =>
      String.fromCharCode(97 + (((i * i * 7919 + i) % 8191) % 26)),
    );
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    const started = performance.now();
    const tokens = await countTokens(letters.join(""));
    clearInterval(timer);
    expect(performance.now() - started).toBeLessThan(8000);
    expect(tokens).toBeGreaterThan(15_000);
    expect(tokens).toBeLessThan(60_000);
    expect(ticks).toBeGreaterThan(3);
  });

  test("a thread that crashes is guessed for, and the next count works", async () => {
    const worker = workerFile(`
      self.onmessage = ({ data }) => {
        if (data.text === "crash") throw new Error("planted");
        if (data.text === "exit") process.exit(1);
        self.postMessage({ id: data.id, tokens: 42 });
      };`);
    const counter = makeTokenCounter({ worker });
    expect(await counter.count("fine")).toBe(42);
    expect(await counter.count("crash")).toBe(guessTokens("crash"));
    expect(await counter.count("fine")).toBe(42);
    expect(await counter.count("exit")).toBe(guessTokens("exit"));
    expect(await counter.count("fine")).toBe(42);
    counter.stop();
  });

  test("a thread that cannot even start, or never answers, is guessed for", async () => {
    const missing = makeTokenCounter({ worker: new URL("./no-such-worker.ts", import.meta.url) });
    expect(await missing.count("some words")).toBe(guessTokens("some words"));
    missing.stop();
    const silent = makeTokenCounter({
      worker: workerFile("self.onmessage = () => {};"),
      timeoutMs: 30,
    });
    expect(await silent.count("some words")).toBe(guessTokens("some words"));
    silent.stop();
  });

  test("ends when idle, starts again, and does not keep the process alive", async () => {
    const source = `
      import { makeTokenCounter } from ${JSON.stringify(import.meta.resolve("./count.ts"))};
      const counter = makeTokenCounter({ idleMs: 50 });
      const first = await counter.count("hello world");
      await Bun.sleep(150);
      console.log(first, await counter.count("hello world"));`;
    const child = Bun.spawn([process.execPath, workerFile(source).pathname], {
      stdout: "pipe",
      stderr: "pipe",
    });
    const started = performance.now();
    expect(await new Response(child.stdout).text()).toBe("2 2\n");
    expect(await child.exited).toBe(0);
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});

describe("countSlices", () => {
  test("the slices are the text", () => {
    for (const text of [
      "",
      "word ".repeat(5000),
      "x".repeat(2500),
      " ".repeat(2500),
      "😀".repeat(3000),
      "a😀".repeat(9000),
    ]) {
      let seen = "";
      countSlices(text, (slice) => {
        seen += slice;
        expect(slice.isWellFormed()).toBe(true);
        return 0;
      });
      expect(seen).toBe(text);
    }
  });

  test("out of time, the rest is taken to be like what was counted", () => {
    let clock = 0;
    const tokens = countSlices(
      "word ".repeat(100_000),
      (slice) => slice.length,
      () => (clock += 500),
    );
    expect(tokens).toBe(500_000);
    expect(clock).toBeLessThan(5000);
  });
});

describe("estimateTokens", () => {
  test.each([
    ["English", "The quick brown fox jumps over the lazy dog. ".repeat(50)],
    ["Chinese", "敏捷的棕色狐狸跳过了懒狗。".repeat(50)],
    ["code", "export function add(a: number, b: number): number { return a + b; }\n".repeat(50)],
  ])("is rather too high, but not wildly: %s", async (_name, text) => {
    const real = await countTokens(text);
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(real);
    expect(estimateTokens(text)).toBeLessThan(real * 2.2);
    expect(estimateTokens(Buffer.byteLength(text))).toBe(estimateTokens(text));
    expect(Math.abs(guessTokens(text) / real - 1)).toBeLessThan(0.6);
  });

  test("a picture is not counted by its bytes", () => {
    const url = `data:image/png;base64,${"A".repeat(1_000_000)}`;
    const body = JSON.stringify({
      messages: [{ content: [{ image_url: { url } }, { image_url: { url } }] }],
    });
    expect(estimateTokens(body)).toBeLessThan(3200);
    expect(estimateTokens(body)).toBeGreaterThan(3000);
  });
});
