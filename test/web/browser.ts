/**
 * A real Chromium for the tests of the console: a page that fails the test on any error in its console, an accessibility
 * check, and the helpers every page's test needs. On a machine without Chromium the suites are skipped, with one line.
 */

import { afterAll, afterEach, describe, expect, setDefaultTimeout } from "bun:test";
import { existsSync } from "node:fs";
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { type ConsoleOptions, openConsole, type TestConsole } from "./server.ts";

const PLACES = [
  process.env["PARLEY_TEST_CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const executablePath = PLACES.find((path) => path !== undefined && existsSync(path));

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];

/** How long a page may take to show something, on a busy machine. */
const WAIT_MS = 10_000;

/** A whole flow, on a busy machine. */
const TEST_MS = 120_000;

export const PHONE = { width: 390, height: 844 } as const;
export const DESKTOP = { width: 1280, height: 800 } as const;

export interface PageOptions {
  readonly size?: { readonly width: number; readonly height: number };
  readonly dark?: boolean;
  readonly language?: "en" | "zh";
  /** Where its clock is. Absent: as the machine's. */
  readonly zone?: string;
  /** Signed-in pages share what the browser remembers; absent: a fresh one. */
  readonly context?: BrowserContext;
}

export interface TestPage {
  readonly page: Page;
  /** A line of the console that is part of the test, such as a call that is refused on purpose. */
  readonly allow: (error: RegExp) => void;
}

export interface TestBrowser {
  /** A Parley that is stopped after the test. */
  start(options?: ConsoleOptions): Promise<TestConsole>;
  /** One Parley for all tests of the suite that only look at it; it has a key that was used once. */
  share(): Promise<TestConsole>;
  open(url: string, options?: PageOptions): Promise<TestPage>;
}

interface Opened {
  readonly context: BrowserContext;
  readonly errors: string[];
  readonly allowed: RegExp[];
}

let hasSaidSo = false;

/** Describes tests that need a browser. */
export function describeBrowser(name: string, suite: (browser: TestBrowser) => void): void {
  if (executablePath === undefined && !hasSaidSo) {
    hasSaidSo = true;
    console.log(
      "No Chromium on this machine: the browser tests are skipped (Debian: apt-get install chromium).",
    );
  }
  describe.skipIf(executablePath === undefined)(name, () => {
    setDefaultTimeout(TEST_MS);
    const opened: Opened[] = [];
    const running: TestConsole[] = [];
    let browser: Promise<Browser> | undefined;
    let shared: Promise<TestConsole> | undefined;
    afterEach(async () => {
      const pages = opened.splice(0);
      for (const { context } of pages) await context.close();
      for (const site of running.splice(0)) await site.stop();
      const errors = pages.flatMap(({ errors: lines, allowed }) =>
        lines.filter((line) => !allowed.some((pattern) => pattern.test(line))),
      );
      expect(errors).toEqual([]);
    });
    afterAll(async () => {
      await (await browser)?.close();
      await (await shared)?.stop();
    });
    suite({
      async start(options) {
        const site = await openConsole(options);
        running.push(site);
        return site;
      },
      share: () => (shared ??= startUsed()),
      async open(url, options) {
        browser ??= launch();
        return openPage(await browser, opened, url, options);
      },
    });
  });
}

async function startUsed(): Promise<TestConsole> {
  const site = await openConsole();
  const key = await site.makeKey();
  await site.chat(key.key);
  return site;
}

/** Each launch has a fresh profile. */
export async function launch(): Promise<Browser> {
  if (executablePath === undefined) throw new Error("There is no Chromium on this machine.");
  return chromium.launch({ executablePath, args: FLAGS });
}

/** A context as a person would have it, with theme and language chosen beforehand. */
export async function makeContext(
  browser: Browser,
  { size = DESKTOP, dark = false, language = "en", zone }: PageOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { ...size },
    colorScheme: dark ? "dark" : "light",
    locale: language === "zh" ? "zh-CN" : "en-US",
    ...(zone === undefined ? {} : { timezoneId: zone }),
    reducedMotion: "reduce",
    hasTouch: size.width < 600,
    isMobile: size.width < 600,
  });
  context.setDefaultTimeout(WAIT_MS);
  return context;
}

async function openPage(
  browser: Browser,
  opened: Opened[],
  url: string,
  options: PageOptions = {},
): Promise<TestPage> {
  const context = options.context ?? (await makeContext(browser, options));
  const page = await context.newPage();
  const errors: string[] = [];
  const allowed: RegExp[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      errors.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => errors.push(`thrown: ${error.message}`));
  opened.push({ context, errors, allowed });
  await page.goto(url);
  return { page, allow: (pattern) => void allowed.push(pattern) };
}

/** No finding of axe-core that is serious or worse. */
export async function checkAccess(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const findings = await page.evaluate(async () => {
    const runner = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations } = await runner.run(document, { resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, help, nodes }) => ({ id, help, at: nodes.slice(0, 5).map((node) => node.html) }));
  });
  expect(findings).toEqual([]);
}

/** Nothing reaches beyond the screen, so nothing must be scrolled sideways to be read. */
export async function checkWidth(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess).toBe(0);
}
