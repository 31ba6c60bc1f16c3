/**
 * `npm run screenshots`: writes a picture of every main page to docs/screenshots, from a Parley with plausible traffic.
 * To add a page, add a line to the list.
 */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { DESKTOP, launch, makeContext, type PageOptions, PHONE } from "./browser.ts";
import { openConsole, type TestConsole } from "./server.ts";

const FOLDER = join(import.meta.dir, "../../docs/screenshots");

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly options?: PageOptions;
  /** Brings the page into the state to be shown. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const PHONE_DARK: PageOptions = { size: PHONE, dark: true };

const SHOTS: readonly Shot[] = [
  { name: "dashboard", path: "/" },
  { name: "dashboard-dark", path: "/", options: { dark: true } },
  { name: "requests", path: "/requests" },
  { name: "keys", path: "/keys" },
  { name: "keys-phone", path: "/keys", options: PHONE_DARK },
  {
    name: "keys-new",
    path: "/keys",
    prepare: (page) => page.getByRole("button", { name: "New key" }).first().click(),
  },
  { name: "keys-zh", path: "/keys", options: { language: "zh" } },
  { name: "providers", path: "/providers" },
  { name: "routing", path: "/routing" },
  { name: "accounts", path: "/accounts" },
  { name: "playground", path: "/playground" },
  { name: "settings", path: "/settings" },
  { name: "first-steps", path: "/first-steps" },
];

/** Lets charts and lists arrive. */
const SETTLE_MS = 1200;

async function seed(site: TestConsole): Promise<void> {
  const bot = await site.makeKey({ name: "support bot", rpm: 600, limit_usd: "25" });
  const notebook = await site.makeKey({ name: "research notebook", tpm: 200_000 });
  const ci = await site.makeKey({ name: "ci", concurrency: 4, models: ["demo"] });
  const old = await site.makeKey({ name: "old laptop" });
  await site.makeKey({ name: "mobile app", expires_at: "2031-01-01" });
  const plan: readonly (readonly [key: string, calls: number])[] = [
    [bot.key, 24],
    [notebook.key, 9],
    [ci.key, 5],
    ["sk-parley-unknown-key", 2],
  ];
  for (const [key, calls] of plan)
    for (let call = 0; call < calls; call++) await site.chat(key).then((answer) => answer.text());
  await site.chat(ci.key, "no-such-model").then((answer) => answer.text());
  await site.api("PATCH", `/api/relay/keys/${notebook.id}`, { disabled: true });
  await site.api("DELETE", `/api/relay/keys/${old.id}`);
  await site.api("POST", "/api/relay/accounts", { name: "research" });
  await site.api("POST", "/api/relay/accounts/research/topup", { usd: "50", note: "budget" });
}

async function take(browser: Browser, site: TestConsole, shot: Shot): Promise<void> {
  const context = await makeContext(browser, { size: DESKTOP, ...shot.options });
  const page = await context.newPage();
  await site.signIn(page, shot.path);
  await page.waitForTimeout(SETTLE_MS);
  await shot.prepare?.(page);
  await page.waitForTimeout(SETTLE_MS / 4);
  await page.screenshot({ path: join(FOLDER, `${shot.name}.png`) });
  await context.close();
  console.log(`wrote docs/screenshots/${shot.name}.png`);
}

const wanted = process.argv.slice(2);
await mkdir(FOLDER, { recursive: true });
const site = await openConsole();
const browser = await launch();
try {
  await seed(site);
  for (const shot of SHOTS)
    if (wanted.length === 0 || wanted.includes(shot.name)) await take(browser, site, shot);
} finally {
  await browser.close();
  await site.stop();
}
process.exit(0);
