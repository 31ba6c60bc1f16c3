/** Models and routing in a real browser: order, aliases, fallbacks, and what a call does with them. */

import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { Model } from "../../src/contract/model.ts";
import { type FakeVendor, startFakeVendor } from "../fakes/vendor/server.ts";
import { checkAccess, checkWidth, describeBrowser, PHONE } from "./browser.ts";
import { LARGE, seedModels } from "./seeded-models.ts";
import type { TestConsole } from "./server.ts";

const ROWS = 100_000;
/** Most a person should wait for a page, on a machine that runs other tests too. */
const PATIENCE_MS = 3000;
/** Most that one answer may weigh. */
const MOST_BYTES = 200_000;

let first: FakeVendor;
let second: FakeVendor;

beforeAll(async () => {
  [first, second] = await Promise.all([startFakeVendor(), startFakeVendor()]);
});
beforeEach(() => {
  first.clear();
  second.clear();
});
afterAll(async () => {
  await first.stop();
  await second.stop();
});

async function addBoth(site: TestConsole): Promise<void> {
  const add = (name: string, vendor: FakeVendor, models: readonly string[]) =>
    site.api("POST", "/api/relay/providers", {
      name,
      protocol: "openai-completions",
      base_url: vendor.url,
      api_keys: ["sk-vendor-key-1234"],
      models: models.map((id) => ({ id, free: true })),
    });
  await add("first", first, ["chat-large", "shared"]);
  await add("second", second, ["chat-spare", "shared"]);
}

describeBrowser("models and routing", (browser) => {
  test("without a provider it says what to do next", async () => {
    const site = await browser.start({ relay: { demo: false } });
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/routing");
    await page.getByText("No model yet").waitFor();
    await checkAccess(page);
    await page.getByRole("link", { name: "Add a provider" }).click();
    await page.getByRole("dialog", { name: "Add a provider" }).waitFor();
  });

  test("a fallback chain answers when the first provider breaks, and the log tells it", async () => {
    const site = await browser.start();
    await addBoth(site);
    const { key } = await site.makeKey();
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/routing");
    await page.getByRole("button", { name: "chat-large" }).click();
    await page.getByLabel("Add a fallback").click();
    await page.getByRole("option", { name: "chat-spare" }).click();
    await page.getByLabel("Add a fallback").click();
    await page.getByRole("option", { name: "demo", exact: true }).click();
    await checkAccess(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();

    first.setDefaults({ status: 500 });
    const answer = await site.chat(key, "chat-large");
    expect(answer.status).toBe(200);
    expect(second.requests.length).toBeGreaterThan(0);
    await page.goto(`${site.url}/requests`);
    await page
      .getByRole("button", { name: /Show request/ })
      .first()
      .click();
    const drawer = page.getByRole("dialog", { name: "Request" });
    await drawer.getByText("first").first().waitFor();
    await drawer.getByText("second").first().waitFor();
  });

  test("targets are put in order by keyboard and by drag, and shared by weight", async () => {
    const site = await browser.start();
    await addBoth(site);
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/routing?model=shared");
    const rows = page.getByRole("list", { name: "Served by" }).getByRole("listitem");
    const names = async (): Promise<(string | null)[]> =>
      rows.getByRole("link").evaluateAll((links) => links.map((link) => link.textContent));
    await rows.nth(1).waitFor();
    expect(await names()).toEqual(["first", "second"]);
    await page.getByRole("button", { name: "Move second up" }).focus();
    await page.keyboard.press("Enter");
    expect(await names()).toEqual(["second", "first"]);
    await rows.nth(1).getByRole("checkbox").uncheck();
    await page.getByLabel("Weight of second").fill("3");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    const { targets } = await site.api<Model>("GET", "/api/relay/models/shared");
    expect(targets.map(({ provider, priority, weight }) => [provider, priority, weight])).toEqual([
      ["second", 0, 3],
      ["first", 1, 1],
    ]);

    await rows.nth(1).locator("[draggable=true]").dragTo(rows.nth(0));
    expect(await names()).toEqual(["first", "second"]);
    await checkAccess(page);
  });

  test("the built-in demo keeps its place, and the page says so", async () => {
    const site = await browser.start();
    await site.api("POST", "/api/relay/providers", {
      name: "first",
      protocol: "openai-completions",
      base_url: first.url,
      models: [{ id: "demo", free: true }],
    });
    const { page, allow } = await browser.open("about:blank");
    allow(/409/);
    await site.signIn(page, "/routing?model=demo");
    const rows = page.getByRole("list", { name: "Served by" }).getByRole("listitem");
    await rows.nth(1).waitFor();
    await page.getByRole("button", { name: "Move first up" }).click();
    await rows.nth(1).getByRole("checkbox").uncheck();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("is part of Parley and keeps its place").waitFor();
    await checkAccess(page);
    await page.getByRole("button", { name: "Move demo up" }).click();
    await rows.nth(1).getByRole("checkbox").uncheck();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
  });

  test("an alias is made, traced for a key, and removed", async () => {
    const site = await browser.start();
    await addBoth(site);
    const { key } = await site.makeKey({ name: "laptop" });
    const { page, allow } = await browser.open("about:blank");
    allow(/400|404/);
    await site.signIn(page, "/routing");
    await page.getByRole("button", { name: "Add an alias" }).click();
    await page.getByLabel("Name", { exact: true }).fill("shared");
    await page.getByLabel("Stands for").click();
    await page.getByRole("option", { name: "chat-large" }).click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("is a model of a provider").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("best");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("best now stands for chat-large.").waitFor();
    expect((await site.chat(key, "best")).status).toBe(200);

    await page.getByRole("button", { name: "What would happen?" }).last().click();
    await page.getByLabel("Key", { exact: true }).click();
    await page.getByRole("option", { name: /^laptop/ }).click();
    await page.getByRole("button", { name: "Trace it" }).click();
    await page.getByText("The call would be let in.").waitFor();
    await page.getByText("The name leads to chat-large.").waitFor();
    await checkAccess(page);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Remove the alias" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("best is removed.").waitFor();
    expect((await site.chat(key, "best")).status).toBe(404);
  });

  test("a viewer sees and traces it all and can change nothing", async () => {
    const site = await browser.start();
    await addBoth(site);
    await site.api("PUT", "/api/relay/routes/shared", { fallbacks: ["chat-large"] });
    await site.api("PUT", "/api/relay/routes/best", { alias_of: "chat-spare" });
    const { page } = await browser.open("about:blank");
    await site.signInAsViewer(page, "/routing?model=shared");
    const drawer = page.getByRole("dialog", { name: "shared" });
    await drawer.getByRole("link", { name: "second" }).waitFor();
    await drawer.getByRole("listitem").filter({ hasText: "chat-large" }).waitFor();
    const names = async (): Promise<string[]> =>
      drawer.getByRole("button").evaluateAll((all) => all.map((one) => one.textContent.trim()));
    expect((await names()).filter((name) => name !== "")).toEqual(["What would happen?"]);
    for (const role of ["combobox", "checkbox", "spinbutton", "textbox"] as const)
      expect(await drawer.getByRole(role).count()).toBe(0);
    await checkAccess(page);
    await drawer.getByRole("button", { name: "What would happen?" }).click();
    await page.getByRole("button", { name: "Trace it" }).click();
    await page.getByText("The call would be let in.").waitFor();

    await page.goto(`${site.url}/routing?model=best`);
    await page.getByRole("dialog", { name: "best" }).getByText("second").waitFor();
    expect(await page.getByRole("button", { name: "Remove the alias" }).count()).toBe(0);
    // What is broken is told, but the way to mend it is not for them.
    await site.api("DELETE", "/api/relay/providers/second");
    await page.goto(`${site.url}/routing`);
    await page.getByText("“best” leads to chat-spare").waitFor();
    expect(await page.getByRole("button", { name: "Mend it" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Add an alias" }).count()).toBe(0);
  });

  test("fits a phone, in Chinese and in the dark", async () => {
    const site = await browser.start();
    await addBoth(site);
    const { page } = await browser.open("about:blank", { size: PHONE, dark: true, language: "zh" });
    await site.signIn(page, "/routing");
    await page.getByRole("button", { name: "shared" }).waitFor();
    await checkAccess(page);
    await checkWidth(page);
    await page.getByRole("button", { name: "shared" }).click();
    await page.getByText("添加备用模型").waitFor();
    await checkAccess(page);
    await checkWidth(page);
  });

  test("100,000 models, aliases and providers stay usable: paged, searched, chosen, opened", async () => {
    const home = await seedModels(ROWS);
    try {
      const site = await browser.start({ home });
      const { page } = await browser.open("about:blank");
      const heavy: string[] = [];
      page.on("response", async (response) => {
        if (!response.url().includes("/api/relay/")) return;
        const size = (await response.body().catch(() => Buffer.alloc(0))).length;
        if (size > MOST_BYTES) heavy.push(`${response.url()}: ${size}`);
      });
      await site.signIn(page, "/routing");
      const table = page.getByRole("table", { name: "Models" });
      await table.getByRole("row").nth(50).waitFor();
      // What is derived from all of them is there now; from here on a person would notice.
      const started = performance.now();
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText("Rows 51 to 100 of 200002").waitFor();
      await page.getByLabel("Search models").fill("model-077777");
      await table.getByRole("button", { name: "model-077777" }).waitFor();
      expect(performance.now() - started).toBeLessThan(PATIENCE_MS);
      expect(await table.getByRole("row").count()).toBe(2);

      await table.getByRole("button", { name: "model-077777" }).click();
      await page.getByLabel("Add a fallback").fill("99999");
      await page.getByRole("option", { name: "model-099999" }).click();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved.").waitFor();
      await checkAccess(page);
      await page.goto(`${site.url}/routing?model=model-000000`);
      await page.getByText("and 99980 other names").waitFor();

      await page.goto(`${site.url}/providers?search=${LARGE}`);
      await page.getByRole("link", { name: LARGE }).waitFor();
      await page.getByRole("cell", { name: "100,000" }).waitFor();
      await page.getByRole("link", { name: LARGE }).click();
      await page.getByText("Rows 1 to 25 of 100000").waitFor();
      await page.getByLabel("Search models").fill("upstream-000500");
      await page.getByRole("button", { name: "Remove model-000500" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
      await page.getByText("Nothing is called “upstream-000500”").waitFor();
      await page.getByText("Models (99999)").waitFor();
      await checkAccess(page);
      await page.goto(`${site.url}/providers`);
      await page.getByText("Rows 1 to 50 of 100002").waitFor();
      expect(heavy).toEqual([]);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  }, 120_000);
});
