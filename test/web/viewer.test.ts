/** What a viewer is shown: everything there is to read, and nothing that would be refused. */

import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { MemberInvited } from "../../src/contract/member.ts";
import { checkAccess, describeBrowser } from "./browser.ts";
import { OWNER, type TestConsole } from "./server.ts";

const PASSWORD = "another good password";

async function signInAsViewer(site: TestConsole, page: Page): Promise<void> {
  await site.api("POST", "/api/setup", { ...OWNER, code: site.server.setupCode });
  const made = await site.api<MemberInvited>("POST", "/api/members", {
    name: "vera",
    role: "viewer",
  });
  const code = new URLSearchParams(made.invite_path.split("#")[1]).get("code");
  const answer = await page.request.post(`${site.url}/api/join`, {
    data: { code, password: PASSWORD },
  });
  expect(answer.ok()).toBe(true);
}

/** Names of what can be pressed in the page itself. */
async function listActions(page: Page): Promise<string[]> {
  const buttons = await page.getByRole("main").getByRole("button").all();
  const names = await Promise.all(
    buttons.map(async (button) =>
      (await button.isDisabled())
        ? ""
        : ((await button.getAttribute("aria-label")) ?? (await button.innerText())),
    ),
  );
  return names.filter((name) => name !== "");
}

describeBrowser("a viewer", (browser) => {
  test("reads accounts and their books, and can neither open one nor pay in", async () => {
    const site = await browser.start();
    await site.api("POST", "/api/relay/accounts", { name: "idle" });
    await site.api("POST", "/api/relay/accounts/idle/topup", { usd: "5", note: "gift" });
    const { page } = await browser.open("about:blank");
    await signInAsViewer(site, page);
    await page.goto(`${site.url}/accounts`);
    await page.getByRole("link", { name: "idle" }).waitFor();
    expect(await page.getByRole("button", { name: /Top up|Open an account/ }).count()).toBe(0);
    await checkAccess(page);
    await page.getByRole("link", { name: "idle" }).click();
    await page.getByText("gift").waitFor();
    expect(await page.getByRole("button", { name: /Top up/ }).count()).toBe(0);
    await page.getByRole("tab", { name: "Keys and limits" }).click();
    await page.getByText("No key spends from this account").waitFor();
    expect(await page.getByRole("link", { name: "Make a key" }).count()).toBe(0);
    await checkAccess(page);
  });

  test("reads the log and the dashboard; empty ones offer nothing that would be refused", async () => {
    const site = await browser.start();
    const { page } = await browser.open("about:blank");
    await signInAsViewer(site, page);
    await page.goto(`${site.url}/requests`);
    await page.getByText("No calls yet").waitFor();
    const main = page.getByRole("main");
    expect(await main.getByRole("link").count()).toBe(0);
    await page.goto(site.url);
    await page.getByText("No calls in this time").waitFor();
    expect(await main.getByRole("link", { name: "Open the playground" }).count()).toBe(0);

    const { key } = await site.makeKey();
    await site.chat(key);
    await page.goto(`${site.url}/requests`);
    await page.getByRole("table").getByText("demo").first().click();
    await page.getByRole("dialog").getByText("Bookings").first().waitFor();
    await checkAccess(page);
  });

  test("is told that the playground is not for looking, and sees no way into it", async () => {
    const site = await browser.start();
    await site.makeKey();
    const { page } = await browser.open("about:blank");
    await signInAsViewer(site, page);
    await page.goto(`${site.url}/playground`);
    await page.getByText("Your role may look, but not ask").waitFor();
    expect(await listActions(page)).toEqual([]);
    expect(await page.getByRole("textbox").count()).toBe(0);
    expect(await page.getByRole("link", { name: "Playground" }).count()).toBe(0);
    await checkAccess(page);
  });
});
