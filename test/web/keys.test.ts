/** A key's whole life in the browser, with calls made outside of it. */

import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { ErrorBody } from "../../src/contract/error.ts";
import type { Key, KeyList } from "../../src/contract/key.ts";
import { checkAccess, checkWidth, describeBrowser, PHONE } from "./browser.ts";
import { seedKeys } from "./seeded-keys.ts";

const ROWS = 100_000;
/** Most a person should wait for a page, on a machine that runs other tests too. */
const PATIENCE_MS = 3000;
/** Most that one answer may weigh. */
const MOST_BYTES = 200_000;

function row(page: Page, name: string) {
  return page.getByRole("row").filter({ hasText: name });
}

async function choose(page: Page, key: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${key}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

async function readSecret(page: Page): Promise<string> {
  const secret = await page.getByRole("dialog").getByRole("group", { name: "API key" }).innerText();
  expect(secret).toMatch(/^sk-parley-/);
  await page.getByRole("button", { name: "Done" }).click();
  return secret;
}

async function codeOf(response: Response): Promise<string | null> {
  return ((await response.json()) as ErrorBody).error.code;
}

describeBrowser("API keys", (browser) => {
  test("make, use, limit, rotate, disable and revoke a key; refused calls included", async () => {
    const site = await browser.start();
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/keys");
    await page.getByText("No key yet").waitFor();
    await checkAccess(page);

    // Make.
    await page.getByRole("button", { name: "New key" }).first().click();
    await page.getByLabel("Name", { exact: true }).fill("support bot");
    await checkAccess(page);
    await page.getByRole("button", { name: "Make the key" }).click();
    await page.getByText("support bot is ready").waitFor();
    await checkAccess(page);
    const first = await readSecret(page);
    expect(await page.content()).not.toContain(first);

    // Use: the list follows by itself.
    expect((await site.chat(first)).status).toBe(200);
    await row(page, "support bot")
      .getByText("ago")
      .or(row(page, "support bot").getByText("now"))
      .waitFor();

    // Limit.
    await choose(page, "support bot", "Edit");
    await page.getByLabel("Requests per minute").fill("1");
    await page.getByLabel("Spend at most").fill("2.50");
    await page.getByRole("button", { name: "Save" }).click();
    await row(page, "support bot").getByText("1 rpm").waitFor();
    await row(page, "support bot").getByText("of $2.50").waitFor();
    const calls = [await site.chat(first), await site.chat(first)];
    expect(calls.map(({ status }) => status)).toContain(429);

    // Rotate.
    await choose(page, "support bot", "Edit");
    await page.getByLabel("Requests per minute").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await choose(page, "support bot", "Rotate the secret");
    await page.getByRole("button", { name: "Rotate", exact: true }).click();
    const second = await readSecret(page);
    expect(second).not.toBe(first);
    expect(await codeOf(await site.chat(first))).toBe("invalid_api_key");
    expect((await site.chat(second)).status).toBe(200);

    // Disable, and enable again.
    await choose(page, "support bot", "Disable");
    await row(page, "support bot").getByText("Disabled").waitFor();
    expect((await site.chat(second)).status).toBe(401);
    await choose(page, "support bot", "Enable");
    await row(page, "support bot").getByText("Active").waitFor();
    expect((await site.chat(second)).status).toBe(200);

    // Revoke.
    await choose(page, "support bot", "Revoke");
    await checkAccess(page);
    await page.getByRole("button", { name: "Revoke for good" }).click();
    await row(page, "support bot").getByText("Revoked").waitFor();
    const refused = await site.chat(second);
    expect(refused.status).toBe(401);
    expect(await codeOf(refused)).toBe("invalid_api_key");
    expect(await page.getByRole("button", { name: "Actions for support bot" }).count()).toBe(0);
  });

  test("sends every limit as the person gave it", async () => {
    const site = await browser.start();
    const { page, allow } = await browser.open("about:blank");
    await site.signIn(page, "/keys");
    await page.getByRole("button", { name: "New key" }).first().click();
    await page.getByLabel("Name", { exact: true }).fill("all limits");
    await page.getByRole("combobox", { name: "Models" }).fill("dem");
    await page.getByRole("option", { name: "demo", exact: true }).click();
    await page.getByLabel("Requests per minute").fill("sixty");
    await page.getByLabel("Tokens per minute").fill("100,000");
    await page.getByLabel("Calls at the same time").fill("4");
    await page.getByLabel("Spend at most").fill("12.5");
    await page.getByLabel("Expires").fill("2030-01-31T12:00");
    await page.getByLabel("Allowed addresses").fill("127.0.0.1\n10.0.0.0/8, ::1");
    allow(/status of 400/);
    await page.getByRole("button", { name: "Make the key" }).click();
    await page.getByText("must be a number").waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("rpm");
    await page.getByLabel("Requests per minute").fill("60");
    await page.getByRole("button", { name: "Make the key" }).click();
    await readSecret(page);
    const { keys } = await site.api<KeyList>("GET", "/api/relay/keys");
    expect(keys[0]).toMatchObject({
      name: "all limits",
      models: ["demo"],
      rpm: 60,
      tpm: 100_000,
      concurrency: 4,
      limit_usd: "12.50",
      ips: ["127.0.0.1", "10.0.0.0/8", "::1"],
    } satisfies Partial<Key>);
    expect(keys[0]?.expires_at).toStartWith("2030-01-31T");

    // An edit changes what was edited, nothing else.
    await choose(page, "all limits", "Edit");
    await page.getByLabel("Calls at the same time").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").waitFor();
    const after = await site.api<Key>("GET", `/api/relay/keys/${keys[0]?.id}`);
    expect(after).toEqual({ ...keys[0], concurrency: null });
  });

  test("gives working code for every kind of client", async () => {
    const site = await browser.start();
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/keys");
    await page.getByRole("button", { name: "New key" }).first().click();
    await page.getByLabel("Name", { exact: true }).fill("snippets");
    await page.getByRole("button", { name: "Make the key" }).click();
    const dialog = page.getByRole("dialog");
    const secret = await dialog.getByRole("group", { name: "API key" }).innerText();
    for (const [tab, words] of [
      ["curl", [`${site.url}/v1/chat/completions`, `Bearer ${secret}`]],
      ["OpenAI Python", [`base_url="${site.url}/v1"`, secret]],
      ["OpenAI Node", [`baseURL: "${site.url}/v1"`, secret]],
      ["Anthropic SDK", [`base_url="${site.url}"`, secret]],
      ["Gemini SDK", [`"base_url": "${site.url}"`, secret]],
    ] as const) {
      await dialog.getByRole("tab", { name: tab }).click();
      const code = await dialog.getByRole("group", { name: tab }).innerText();
      for (const word of words) expect(code).toContain(word);
    }
    await dialog.getByRole("tab", { name: "Agent gateway" }).click();
    const json = await dialog.getByRole("group", { name: "Agent gateway" }).innerText();
    expect(JSON.parse(json).models.providers.parley).toMatchObject({
      baseUrl: `${site.url}/v1`,
      auth: "api-key",
      api: "openai-completions",
      apiKey: secret,
      models: expect.arrayContaining([{ id: "demo", name: "demo" }]),
    });
    await dialog.getByRole("tab", { name: "Platform form" }).click();
    for (const address of [site.url, `${site.url}/v1`, `${site.url}/v1/chat/completions`])
      await dialog.getByText(address, { exact: true }).first().waitFor();
    await checkAccess(page);
  });

  test("finds keys among many, page by page, and keeps the filter in the address", async () => {
    const site = await browser.start();
    for (let index = 1; index <= 120; index++) await site.makeKey({ name: `key ${index}` });
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/keys");
    await page.getByText("Rows 1 to 50 of 120").waitFor();
    expect(await page.getByRole("row").nth(1).innerText()).toContain("key 120");
    await page.getByRole("button", { name: "Older" }).click();
    await page.getByText("Rows 51 to 100 of 120").waitFor();
    await page.getByRole("button", { name: "Older" }).click();
    await page.getByText("Rows 101 to 120 of 120").waitFor();
    expect(await page.getByRole("button", { name: "Older" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Newer" }).click();
    await page.getByText("Rows 51 to 100 of 120").waitFor();

    await page.getByRole("searchbox", { name: "Search by name or id" }).fill("KEY 7");
    await page.waitForURL("**/keys?search=KEY+7");
    await row(page, "key 79").waitFor();
    expect(await page.getByRole("row").count()).toBe(12);
    await page.getByRole("searchbox").fill("nothing like it");
    await page.getByText("No key matches").waitFor();
    await page.getByRole("button", { name: "Clear the filter" }).click();
    await page.getByText("Rows 1 to 50 of 120").waitFor();
    await page.getByRole("combobox", { name: "Status" }).click();
    await page.getByRole("option", { name: "Revoked" }).click();
    await page.waitForURL("**/keys?status=revoked");
    await page.getByText("No key matches").waitFor();
  });

  test("100,000 accounts and keys stay usable: paged, searched, chosen, made", async () => {
    const home = await seedKeys(ROWS);
    try {
      const site = await browser.start({ home });
      const { page } = await browser.open("about:blank");
      const heavy: string[] = [];
      page.on("response", async (response) => {
        if (!response.url().includes("/api/relay/")) return;
        const size = (await response.body().catch(() => Buffer.alloc(0))).length;
        if (size > MOST_BYTES) heavy.push(`${response.url()}: ${size}`);
      });
      await site.signIn(page, "/keys");
      await page.getByText("Rows 1 to 50 of 100000").waitFor();
      const started = performance.now();
      await page.getByRole("button", { name: "Older" }).click();
      await page.getByText("Rows 51 to 100 of 100000").waitFor();
      await page.getByRole("searchbox", { name: "Search by name or id" }).fill("key 077777");
      await row(page, "key 077777").waitFor();
      expect(performance.now() - started).toBeLessThan(PATIENCE_MS);

      await page.getByRole("button", { name: "New key" }).first().click();
      await page.getByLabel("Name", { exact: true }).fill("late");
      await page.getByRole("combobox", { name: "Account" }).fill("99999");
      await page.getByRole("option", { name: "customer 099999" }).click();
      await checkAccess(page);
      await page.getByRole("button", { name: "Make the key" }).click();
      await readSecret(page);
      const made = await site.api<KeyList>("GET", "/api/relay/keys?search=late");
      expect(made.keys.map(({ account }) => account)).toEqual(["customer 099999"]);

      await page.goto(`${site.url}/accounts`);
      await page.getByText(/Rows 1 to 50 of 10000\d/).waitFor();
      await page.getByRole("searchbox").fill("customer 077777");
      await page.getByRole("link", { name: "customer 077777" }).click();
      await page.getByRole("tab", { name: "Keys" }).click();
      await page.getByText("key 077777").waitFor();
      expect(heavy).toEqual([]);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  test("the account of a new key is found by typing, and is the default one when left empty", async () => {
    const site = await browser.start();
    await site.api("POST", "/api/relay/accounts", { name: "research" });
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/keys");
    for (const [name, account] of [
      ["first", "research"],
      ["second", ""],
    ] as const) {
      await page.getByRole("button", { name: "New key" }).first().click();
      await page.getByLabel("Name", { exact: true }).fill(name);
      const field = page.getByRole("combobox", { name: "Account" });
      expect(await field.inputValue()).toBe("default");
      await field.fill(account);
      if (account !== "") await page.getByRole("option", { name: account }).click();
      await page.getByRole("button", { name: "Make the key" }).click();
      await readSecret(page);
    }
    const { keys } = await site.api<KeyList>("GET", "/api/relay/keys");
    expect(keys.map(({ account }) => account)).toEqual(["research", "default"]);
  });

  test("shows what somebody else changed, and recovers from a lost connection", async () => {
    const home = mkdtempSync(join(tmpdir(), "parley-web-"));
    const site = await browser.start({ home });
    const key = await site.makeKey({ name: "shared" });
    const { page, allow } = await browser.open("about:blank");
    await site.signIn(page, "/keys");
    await row(page, "shared").getByText("Active").waitFor();
    await site.api("PATCH", `/api/relay/keys/${key.id}`, { name: "renamed elsewhere" });
    await row(page, "renamed elsewhere").waitFor();

    allow(/net::ERR_/);
    await site.stop();
    await page.getByText("The connection to Parley is lost").waitFor();
    const again = await browser.start({ home, port: site.server.port });
    await page.getByText("The connection to Parley is lost").waitFor({ state: "detached" });
    await again.api("PATCH", `/api/relay/keys/${key.id}`, { name: "renamed after that" });
    await row(page, "renamed after that").waitFor();
    rmSync(home, { recursive: true, force: true });
  });

  test("works by keyboard and on a phone", async () => {
    const site = await browser.start();
    await site.makeKey({ name: "pocket" });
    const { page } = await browser.open("about:blank", { size: PHONE });
    await site.signIn(page, "/keys");
    await row(page, "pocket").waitFor();
    await checkWidth(page);
    await page.getByRole("button", { name: "Actions for pocket" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Edit" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Edit pocket" }).waitFor();
    await checkWidth(page);
    await checkAccess(page);
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Edit pocket" }).waitFor({ state: "detached" });
  });
});
