/** Every page, in both languages, both themes and on a phone: readable, accessible, and without an error. */

import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { en } from "../../web/src/messages/en.ts";
import { zh } from "../../web/src/messages/zh.ts";
import { checkAccess, checkWidth, describeBrowser, PHONE } from "./browser.ts";
import { OWNER } from "./server.ts";

/** The sections of the sidebar; each page's heading is the `title` of its texts. */
const SECTIONS = [
  ["/", "dashboard"],
  ["/requests", "requests"],
  ["/keys", "keys"],
  ["/providers", "providers"],
  ["/routing", "routing"],
  ["/accounts", "accounts"],
  ["/playground", "playground"],
  ["/settings", "settings"],
] as const;
const PAGES = SECTIONS.map(([path, name]) => ({
  path,
  english: en[name].title,
  chinese: zh[name].title,
}));

function heading(page: Page, name: string) {
  return page.getByRole("heading", { level: 1, name });
}

/** What the browser computed for a colour. */
function backgroundOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

describeBrowser("every page", (browser) => {
  test.each(PAGES)("$path is accessible, light", async ({ path, english }) => {
    const site = await browser.share();
    const { page } = await browser.open("about:blank");
    await site.signIn(page, path);
    await heading(page, english).waitFor();
    await checkAccess(page);
    expect(await page.title()).toBe(`${english} · Parley`);
  });

  test.each(PAGES)(
    "$path is accessible, dark, in Chinese, on a phone",
    async ({ path, chinese }) => {
      const site = await browser.share();
      const { page } = await browser.open("about:blank", {
        size: PHONE,
        dark: true,
        language: "zh",
      });
      await site.signIn(page, path);
      await heading(page, chinese).waitFor();
      expect(await page.getAttribute("html", "lang")).toBe("zh-Hans");
      expect(await page.getAttribute("html", "data-theme")).toBe("dark");
      await checkAccess(page);
      await checkWidth(page);
    },
  );
});

describeBrowser("the shell", (browser) => {
  test("changes theme and language at once, and remembers both", async () => {
    const site = await browser.start();
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/keys");
    await heading(page, "API keys").waitFor();
    const light = await backgroundOf(page);
    await page.getByRole("button", { name: "Theme" }).click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    expect(await backgroundOf(page)).not.toBe(light);
    await page.getByRole("button", { name: "Language" }).click();
    await page.getByRole("menuitemradio", { name: "简体中文" }).click();
    await heading(page, "API 密钥").waitFor();
    await page.reload();
    await heading(page, "API 密钥").waitFor();
    expect(await page.getAttribute("html", "data-theme")).toBe("dark");
    // As the system: follows it, live.
    await page.getByRole("button", { name: "主题" }).click();
    await page.getByRole("menuitemradio", { name: "跟随系统" }).click();
    expect(await page.getAttribute("html", "data-theme")).toBe("light");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.locator("html[data-theme=dark]").waitFor();
  });

  test("leads everywhere by keyboard, past the menu if one likes", async () => {
    const site = await browser.start();
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/keys");
    await heading(page, "API keys").waitFor();
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to the content" });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
    await page.getByRole("link", { name: "Accounts" }).focus();
    await page.keyboard.press("Enter");
    await heading(page, "Accounts").waitFor();
    expect(await page.getByRole("link", { name: "Accounts" }).getAttribute("aria-current")).toBe(
      "page",
    );
  });

  test("has its menu in a drawer on a phone", async () => {
    const site = await browser.start();
    const { page } = await browser.open("about:blank", { size: PHONE });
    await site.signIn(page, "/keys");
    await page.getByRole("button", { name: "Open the menu" }).click();
    await checkAccess(page);
    await page.getByRole("link", { name: "Accounts" }).click();
    await heading(page, "Accounts").waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  test("says when there is no such page, and where to go", async () => {
    const site = await browser.start();
    const { page, allow } = await browser.open("about:blank");
    allow(/status of 404/);
    await site.signIn(page, "/nothing/here");
    await page.getByText("There is no such page").waitFor();
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await heading(page, "Dashboard").waitFor();
  });

  test("leads to the sign-in page when the session has ended, and back after it", async () => {
    const site = await browser.start();
    const { page, allow } = await browser.open("about:blank");
    await site.signIn(page, "/keys");
    await heading(page, "API keys").waitFor();
    allow(/status of 401/);
    await page.context().clearCookies();
    await page.getByRole("button", { name: "New key" }).first().click();
    await page.waitForURL("**/sign-in?back=%2Fkeys");
    await page.getByLabel("Name", { exact: true }).fill(OWNER.name);
    await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/keys");
    await heading(page, "API keys").waitFor();
  });
});
