/** Accounts in a real browser: money in, money spent, and the books about it. */

import { expect, test } from "bun:test";
import { checkAccess, checkWidth, describeBrowser, PHONE } from "./browser.ts";
import type { TestConsole } from "./server.ts";

/** A call that costs something, without a vendor. */
async function spend(site: TestConsole, account: string): Promise<void> {
  const { key } = await site.makeKey({ name: "spender", account });
  expect((await site.chat(key)).status).toBe(200);
}

describeBrowser("the accounts page", (browser) => {
  test("an account is opened: empty books say what to do next; it is topped up", async () => {
    const site = await browser.start({ relay: { demo: false } });
    const { page, allow } = await browser.open("about:blank");
    allow(/400|409/);
    await site.signIn(page, "/accounts");
    await page.getByRole("link", { name: "default" }).waitFor();
    await checkAccess(page);
    await page.getByRole("button", { name: "Open an account" }).click();
    await page.getByRole("button", { name: "Open an account" }).last().click();
    await page.getByText("must not be empty").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("team blue");
    await page.getByRole("button", { name: "Open an account" }).last().click();
    await page.getByRole("heading", { name: "team blue" }).waitFor();
    await page.getByText("Nothing has moved yet").waitFor();
    await checkAccess(page);

    await page.getByRole("button", { name: "Top up", exact: true }).click();
    await page.getByLabel("Amount").fill("lots");
    await page.getByRole("dialog").getByRole("button", { name: "Top up" }).click();
    await page.getByText("must be US dollars").waitFor();
    await page.getByLabel("Amount").fill("12.50");
    await page.getByLabel("Note").fill("invoice 7");
    await checkAccess(page);
    await page.getByRole("dialog").getByRole("button", { name: "Top up" }).click();
    await page.getByText("$12.50 added to team blue.").waitFor();
    const row = page.getByRole("row").filter({ hasText: "invoice 7" });
    await row.getByText("+$12.50").waitFor();
    await page.getByText("What new calls can spend").waitFor();

    await page.getByRole("tab", { name: "Keys and limits" }).click();
    await page.getByText("No key spends from this account").waitFor();
    await checkAccess(page);
    await page.getByRole("tab", { name: "Statements" }).click();
    await page.getByText("Nothing was spent in this month").waitFor();
    await checkAccess(page);
  });

  test("an empty list says what to do next, and a search without a match how to go on", async () => {
    const site = await browser.start();
    const { page } = await browser.open("about:blank");
    // There is always the first account; only a Parley that lost it has none.
    await page.route("**/api/relay/accounts?*", (route) =>
      route.fulfill({ json: { accounts: [], next: null, total: 0 } }),
    );
    await site.signIn(page, "/accounts");
    await page.getByText("No account yet").waitFor();
    await checkAccess(page);
    await page.getByRole("button", { name: "Open an account" }).last().click();
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.unroute("**/api/relay/accounts?*");
    await page.goto(`${site.url}/accounts?search=nobody`);
    await page.getByText("No account is called “nobody”").waitFor();
    await checkAccess(page);
  });

  test("the ledger is filtered, paged and exported", async () => {
    const site = await browser.start();
    await site.api("POST", "/api/relay/accounts", { name: "busy" });
    for (let count = 1; count <= 60; count++)
      await site.api("POST", "/api/relay/accounts/busy/topup", { usd: "1", note: `part ${count}` });
    await spend(site, "busy");
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/accounts/busy");
    const table = page.getByRole("table", { name: "Ledger" });
    await table.getByText("part 60").waitFor();
    await page.getByRole("button", { name: "Older" }).click();
    await table.getByText("part 1", { exact: true }).waitFor();
    await page.getByText("Rows 51 to").waitFor();

    await page.getByRole("combobox", { name: "Kind" }).click();
    await page.getByRole("option", { name: "Taken back" }).click();
    await page.getByText("No entry matches the filter").waitFor();
    expect(page.url()).toContain("kind=adjust");
    await page.getByRole("button", { name: "Clear" }).click();
    await table.getByText("part 60").waitFor();

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export CSV" }).click(),
    ]);
    const text = await Bun.file(await download.path()).text();
    expect(text.split("\r\n")[0]).toContain("seq,at,account");
    expect(text).toContain(",part 1\r\n");

    await page.getByRole("tab", { name: "Keys and limits" }).click();
    await page.getByRole("link", { name: "spender", exact: true }).waitFor();
    await page.getByRole("tab", { name: "Statements" }).click();
    await page.getByText("Closing balance").waitFor();
    await page.getByText("$60.00").first().waitFor();
    await page.getByRole("button", { name: "Month before" }).click();
    await page.getByText("Nothing was spent in this month").waitFor();
    await checkAccess(page);
  });

  test("many accounts come in pages and are found by name", async () => {
    const site = await browser.start();
    for (let count = 1; count <= 55; count++)
      await site.api("POST", "/api/relay/accounts", { name: `customer ${count}` });
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/accounts");
    await page.getByText(/Rows 1 to 50 of 5\d/).waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("link", { name: "customer 55" }).waitFor();
    await page.getByRole("searchbox").fill("mer 7");
    await page.getByRole("link", { name: "customer 7" }).waitFor();
    expect(await page.getByRole("row").count()).toBe(2);
    await page.getByRole("searchbox").fill("nobody");
    await page.getByText("No account is called “nobody”").waitFor();
  });

  test("fits a phone, in Chinese and in the dark", async () => {
    const site = await browser.start();
    await site.api("POST", "/api/relay/accounts", { name: "busy" });
    await site.api("POST", "/api/relay/accounts/busy/topup", { usd: "1000", note: "发票" });
    const { page } = await browser.open("about:blank", { size: PHONE, dark: true, language: "zh" });
    await site.signIn(page, "/accounts");
    await page.getByRole("link", { name: "busy" }).waitFor();
    await checkAccess(page);
    await checkWidth(page);
    await page.getByRole("link", { name: "busy" }).click();
    await page.getByText("+$1,000.00").waitFor();
    await checkAccess(page);
    await checkWidth(page);
  });
});
