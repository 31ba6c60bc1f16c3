/** The settings page, for each role. */

import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import type { MemberInvited } from "../../src/contract/member.ts";
import { checkAccess, checkWidth, describeBrowser, PHONE } from "./browser.ts";
import { OWNER, type TestConsole } from "./server.ts";

/** Whole walks through the page, on a busy machine. */
setDefaultTimeout(120_000);

const PASSWORD = "another good password";

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name }).click();
}

/** Makes a member and signs the page in as them; the owner must have signed in before. */
async function signInAs(site: TestConsole, page: Page, role: string, path: string): Promise<void> {
  const name = `a-${role}`;
  const made = await site.api<MemberInvited>("POST", "/api/members", { name, role });
  await page.goto(site.url + made.invite_path);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set the password and sign in" }).click();
  await page.getByRole("navigation").waitFor();
  await page.goto(site.url + path);
}

describeBrowser("settings", (browser) => {
  test("name, password, language and theme", async () => {
    const site = await browser.start();
    const { page, allow } = await browser.open("about:blank");
    allow(/403/);
    await site.signIn(page, "/settings");
    await page.getByLabel("Name", { exact: true }).fill("grace");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Your account: grace" }).waitFor();
    await checkAccess(page);

    await page.getByLabel("Current password").fill("wrong");
    await page.getByLabel("New password").fill(PASSWORD);
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("The current password is wrong").waitFor();
    await page.getByLabel("Current password").fill(OWNER.password);
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("The password is changed").first().waitFor();

    // The new session goes on working, its changes included.
    await openTab(page, "Access tokens");
    await page.getByRole("button", { name: "New token" }).click();
    await page.getByLabel("Name", { exact: true }).fill("deploy script");
    await page.getByRole("button", { name: "Make the token" }).click();
    const dialog = page.getByRole("dialog");
    const token = await dialog.getByRole("group", { name: "Access token" }).innerText();
    await checkAccess(page);
    await page.getByRole("button", { name: "Done" }).click();
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${site.url}/api/settings`, { headers })).status).toBe(200);
    await page.getByRole("button", { name: "Revoke deploy script" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("No access token yet").waitFor();
    expect((await fetch(`${site.url}/api/settings`, { headers })).status).toBe(401);

    await openTab(page, "Language & theme");
    await page.getByRole("main").getByRole("combobox", { name: "Theme" }).click();
    await page.getByRole("option", { name: "Dark" }).click();
    await page.locator("html[data-theme=dark]").waitFor();
    await checkAccess(page);
    await page.getByRole("main").getByRole("combobox", { name: "Language" }).click();
    await page.getByRole("option", { name: "简体中文" }).click();
    await page.getByRole("tab", { name: "审计日志" }).waitFor();
  });

  test("members, the audit log, retention and a backup", async () => {
    const site = await browser.start();
    const { page, allow } = await browser.open("about:blank");
    allow(/409/);
    await site.signIn(page, "/settings?tab=members");
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByLabel("Name", { exact: true }).fill("linus");
    await checkAccess(page);
    await page.getByRole("button", { name: "Make the link" }).click();
    const link = await page.getByRole("group", { name: "Invitation link" }).innerText();
    expect(link).toStartWith(`${site.url}/join#name=linus&code=`);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("Link not used yet").waitFor();
    await checkAccess(page);

    await page.getByRole("combobox", { name: "Role of linus" }).click();
    await page.getByRole("option", { name: "Admin" }).click();
    await page.getByText("linus: Admin").first().waitFor();
    await page.getByRole("button", { name: "Actions for ada" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("ada is the last owner").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();

    await openTab(page, "Audit log");
    await page.getByRole("button", { name: "Change a member's name or role" }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("row").filter({ hasText: "viewer" }).getByText("admin").waitFor();
    await checkAccess(page);
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Area" }).click();
    await page.getByRole("option", { name: "Backups" }).click();
    await page.getByText("Nothing here").waitFor();

    await openTab(page, "Retention");
    await page.getByRole("switch", { name: "Store prompts and answers" }).waitFor();
    await checkAccess(page);

    await openTab(page, "Backup");
    await checkAccess(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Make and download a backup" }).click(),
    ]);
    const file = await Bun.file(await download.path()).text();
    expect(file).toStartWith("SQLite format 3");
  });

  test("what is kept is changed, refused with a reason, and taken back", async () => {
    const site = await browser.start();
    const { page, allow } = await browser.open("about:blank");
    allow(/status of 400/);
    await site.signIn(page, "/settings?tab=retention");
    const days = page.getByLabel("Request log", { exact: true });
    expect(await days.inputValue()).toBe("30");
    await days.fill("0");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("must be at least 1").waitFor();
    await days.fill("7");
    await page.getByRole("switch", { name: "Store prompts and answers" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("parley.json says 30.").waitFor();
    await checkAccess(page);
    expect(await site.api<object>("GET", "/api/settings/retention")).toMatchObject({
      requests_days: 7,
      bodies: true,
      audit_days: 365,
    });
    await page.getByRole("button", { name: "As parley.json says" }).click();
    await page.getByRole("button", { name: "As parley.json says" }).waitFor({ state: "hidden" });
    expect(await days.inputValue()).toBe("30");
    await openTab(page, "Audit log");
    await page
      .getByRole("button", { name: "Change what is kept, and for how long" })
      .first()
      .waitFor();
  });

  test("an admin changes what is kept, except for how long the audit log is", async () => {
    const site = await browser.start();
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/");
    await site.api("PATCH", "/api/settings/retention", { requests_days: 7, audit_days: 90 });
    await page.goto("about:blank");
    await page.context().clearCookies();
    await signInAs(site, page, "admin", "/settings?tab=retention");
    const audit = page.getByLabel("Audit log", { exact: true }).and(page.getByRole("textbox"));
    expect([await audit.inputValue(), await audit.isDisabled()]).toEqual(["90", true]);
    await page.getByText("Only an owner changes it").waitFor();
    await checkAccess(page);
    await page.getByRole("button", { name: "As parley.json says" }).click();
    await page.getByRole("button", { name: "As parley.json says" }).waitFor({ state: "hidden" });
    expect(await site.api<object>("GET", "/api/settings/retention")).toMatchObject({
      requests_days: 30,
      audit_days: 90,
      changed: ["audit_days"],
    });
  });

  test("a viewer looks, and has nothing to press", async () => {
    const site = await browser.start();
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/");
    await site.makeKey({ name: "somebody's" });
    await page.goto("about:blank");
    await page.context().clearCookies();
    await signInAs(site, page, "viewer", "/settings?tab=members");
    await page.getByRole("cell", { name: "ada" }).waitFor();
    const main = page.getByRole("main");
    expect(await main.getByRole("button").count()).toBe(0);
    expect(await main.getByRole("combobox").count()).toBe(0);
    await openTab(page, "Retention");
    await page.getByText("365 days").waitFor();
    expect(await main.getByRole("switch").count()).toBe(0);
    expect(await main.getByRole("textbox").count()).toBe(0);
    expect(await page.getByRole("tab", { name: "Backup" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Playground" }).count()).toBe(0);
    await openTab(page, "Audit log");
    await page.getByRole("button", { name: "Invite a member" }).waitFor();

    await page.goto(`${site.url}/keys`);
    await page.getByText("somebody's").waitFor();
    expect(await main.getByRole("button").count()).toBe(0);
    await checkAccess(page);
  });

  test("fits on a phone", async () => {
    const site = await browser.start();
    const { page } = await browser.open("about:blank", { size: PHONE });
    await site.signIn(page, "/settings");
    for (const tab of ["Profile", "Members", "Retention", "Backup", "Audit log"]) {
      await openTab(page, tab);
      await page.getByRole("tabpanel").waitFor();
      await checkWidth(page);
    }
  });
});
