/** Providers in a real browser: added by address with a live check, changed, tested, removed. */

import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { Provider, ProviderModelList } from "../../src/contract/provider.ts";
import { type FakeVendor, startFakeVendor } from "../fakes/vendor/server.ts";
import { checkAccess, checkWidth, describeBrowser, PHONE } from "./browser.ts";
import type { TestConsole } from "./server.ts";

const SECRET = "sk-vendor-0123456789abcdef";
let vendor: FakeVendor;

beforeAll(async () => {
  vendor = await startFakeVendor({ keys: [SECRET, `${SECRET}-two`] });
});
beforeEach(() => vendor.clear());
afterAll(() => vendor.stop());

async function openByAddress(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add a provider" }).first().click();
  await page.getByRole("button", { name: "By address" }).click();
}

function addOne(site: TestConsole, name = "acme"): Promise<Provider> {
  return site.api<Provider>("POST", "/api/relay/providers", {
    name,
    protocol: "openai-completions",
    base_url: vendor.url,
    api_keys: [SECRET],
    models: [
      { id: "gpt-4o", price_in: "2.5", price_out: "10" },
      { id: "gpt-4o-mini", price_in: "0.15", price_out: "0.6" },
    ],
  });
}

describeBrowser("the providers page", (browser) => {
  test("an empty list says what to do next", async () => {
    const site = await browser.start({ relay: { demo: false } });
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/providers");
    await page.getByText("No provider yet").waitFor();
    await checkAccess(page);
    await page.getByRole("button", { name: "Add a provider" }).last().click();
    await page.getByRole("button", { name: /^OpenAI/ }).waitFor();
    await checkAccess(page);
    await page.getByLabel("Search vendors").fill("deeps");
    await page.getByRole("button", { name: /^DeepSeek/ }).click();
    expect(await page.getByLabel("Address", { exact: true }).inputValue()).toContain("deepseek");
  });

  test("added by address after a live check, and a call goes through it", async () => {
    const site = await browser.start();
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/providers");
    await openByAddress(page);
    await page.getByLabel("Address", { exact: true }).fill(vendor.url);
    await page.getByLabel("Vendor key", { exact: true }).fill(SECRET);
    await checkAccess(page);
    await page.getByRole("button", { name: "Check it" }).click();
    await page.getByRole("button", { name: "Add it" }).waitFor();
    await checkAccess(page);
    await page.getByLabel("Name", { exact: true }).fill("acme");
    await page.getByRole("checkbox", { name: "gpt-4o", exact: true }).waitFor();
    await page.getByRole("button", { name: "Add it" }).click();
    await page.getByRole("heading", { name: "acme", exact: true }).waitFor();
    await page.getByText("…cdef").waitFor();
    expect(await page.content()).not.toContain(SECRET);
    await checkAccess(page);

    const { key } = await site.makeKey();
    expect((await site.chat(key, "gpt-4o-mini")).status).toBe(200);
    await page.goto(`${site.url}/requests`);
    await page.getByRole("table").getByText("gpt-4o-mini").first().waitFor();
    await page.getByRole("table").getByText("acme").first().waitFor();
  });

  test("a check can be broken off, and what it says of a wrong key helps", async () => {
    const site = await browser.start();
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/providers?add=true");
    await page.getByRole("button", { name: "By address" }).click();
    await page.getByLabel("Address", { exact: true }).fill(vendor.url);
    await page.getByLabel("Vendor key", { exact: true }).fill(SECRET);
    vendor.setDefaults({ latencyMs: 20_000 });
    await page.getByRole("button", { name: "Check it" }).click();
    await page.getByText("Trying…").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Cancelled.").waitFor();
    await vendor.waitForRequest(({ aborted }) => aborted);

    vendor.clear();
    await page.getByLabel("Vendor key", { exact: true }).fill("sk-wrong-0000000000");
    await page.getByRole("button", { name: "Check it" }).click();
    await page.getByText("The key was refused").waitFor();
    await checkAccess(page);
  });

  test("the server's problems stand at their fields", async () => {
    const site = await browser.start();
    await addOne(site);
    const { page, allow } = await browser.open("about:blank");
    allow(/400|409/);
    await site.signIn(page, "/providers?add=true");
    await page.getByRole("button", { name: "By address" }).click();
    await page.getByLabel("Address", { exact: true }).fill("http://127.0.0.1:9");
    await page.getByRole("button", { name: "Skip the check" }).click();
    await page.getByLabel("Name of a model").fill("mystery");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByLabel("Name", { exact: true }).fill("acme");
    await page.getByLabel("mystery: Prompt").fill("much");
    await page.getByRole("button", { name: "Add it" }).click();
    await page.getByText("must be US dollars").first().waitFor();
    await page.getByLabel("mystery: Prompt").fill("1");
    await page.getByLabel("mystery: Answer").fill("2");
    await page.getByRole("button", { name: "Add it" }).click();
    await page.getByText("exists already").waitFor();
    expect(await page.getByLabel("Name", { exact: true }).getAttribute("aria-invalid")).toBe(
      "true",
    );
  });

  test("keys, quirks, prices and models are changed; it is tested, then removed", async () => {
    const site = await browser.start();
    await addOne(site);
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/providers/acme");
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("It answers.").waitFor();
    await checkAccess(page);
    await page.getByRole("button", { name: "Close" }).last().click();

    await page.getByRole("button", { name: "Add a key" }).click();
    await page.getByLabel("Vendor key", { exact: true }).fill(`${SECRET}-two`);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("…-two").waitFor();

    await page.getByRole("button", { name: "Edit" }).last().click();
    await page.getByRole("switch", { name: "no_prefill" }).click();
    await page.getByRole("switch", { name: "takes_top_k" }).click();
    await checkAccess(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("no_prefill").waitFor();

    await page.getByRole("button", { name: "Price of gpt-4o-mini" }).click();
    await page.getByLabel("gpt-4o-mini: Answer").fill("0.75");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("$0.75").waitFor();

    await page.getByRole("button", { name: "Add models" }).click();
    await page.getByRole("checkbox", { name: "text-embedding-3-small" }).check();
    await page.getByLabel("text-embedding-3-small: Prompt").fill("0.02");
    await page.getByLabel("text-embedding-3-small: Answer").fill("0");
    await checkAccess(page);
    await page.getByRole("button", { name: "Add", exact: true }).last().click();
    await page.getByRole("link", { name: "text-embedding-3-small" }).waitFor();
    const { keys, quirks } = await site.api<Provider>("GET", "/api/relay/providers/acme");
    const { models } = await site.api<ProviderModelList>("GET", "/api/relay/providers/acme/models");
    expect(keys.map(({ tail }) => tail)).toEqual(["cdef", "-two"]);
    expect(quirks).toEqual({ no_prefill: true, takes_top_k: true });
    expect(models.find(({ id }) => id === "gpt-4o-mini")?.price.output_usd).toBe("0.75");

    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("Remove acme?").waitFor();
    await checkAccess(page);
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("acme is removed.").waitFor();
  });

  test("rare prices are folded away, set with their problems in place, and kept when others change", async () => {
    const site = await browser.start();
    await addOne(site);
    const { page, allow } = await browser.open("about:blank");
    allow(/400/);
    await site.signIn(page, "/providers/acme");
    await page.getByRole("button", { name: "Price of gpt-4o-mini" }).click();
    const fold = page.getByRole("button", { name: "gpt-4o-mini: More prices" });
    expect(await page.getByLabel("gpt-4o-mini: Audio in").count()).toBe(0);
    await fold.click();
    await page.getByLabel("gpt-4o-mini: Audio in").fill("10");
    const picture = page.getByLabel("gpt-4o-mini: Picture", { exact: true });
    await picture.fill("much");
    await checkAccess(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText("must be US dollars").waitFor();
    expect(await picture.getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByRole("alert").count()).toBe(1);
    await picture.fill("0.04");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("$0.04 per picture").waitFor();

    await page.getByRole("button", { name: "Price of gpt-4o-mini" }).click();
    expect(await page.getByLabel("gpt-4o-mini: Audio in").inputValue()).toBe("10.00");
    await page.getByLabel("gpt-4o-mini: Answer").fill("0.75");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("$0.75").waitFor();
    const { models } = await site.api<ProviderModelList>("GET", "/api/relay/providers/acme/models");
    expect(models.find(({ id }) => id === "gpt-4o-mini")?.price).toMatchObject({
      input_usd: "0.15",
      output_usd: "0.75",
      cached_usd: "0.15",
      audio_input_usd: "10.00",
      pieces: { image_usd: "0.04" },
    });

    await page.getByRole("button", { name: "Price of gpt-4o", exact: true }).click();
    await page.getByLabel("gpt-4o: Prompt").fill("");
    await page.getByLabel("gpt-4o: Answer").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").first().waitFor();
    await page.getByRole("button", { name: "gpt-4o: More prices" }).click();
    await page.getByLabel("gpt-4o: Second of sound").fill("0.0001");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("$0.0001 per second").waitFor();
  });

  test("a model is added with a price per picture", async () => {
    const site = await browser.start();
    await addOne(site);
    const { page, allow } = await browser.open("about:blank");
    allow(/400/);
    await site.signIn(page, "/providers/acme");
    await page.getByRole("button", { name: "Add models" }).click();
    await page.getByLabel("Name of a model").fill("drawer");
    await page.getByRole("button", { name: "Add", exact: true }).first().click();
    await page.getByRole("button", { name: "drawer: More prices" }).click();
    const picture = page.getByLabel("drawer: Picture", { exact: true });
    await picture.fill("9");
    await page.getByRole("button", { name: "Add", exact: true }).last().click();
    await page.getByRole("alert").getByText("must be US dollars").waitFor();
    expect(await picture.getAttribute("aria-invalid")).toBe("true");
    await picture.fill("0.07");
    await page.getByRole("button", { name: "Add", exact: true }).last().click();
    await page.getByText("$0.07 per picture").waitFor();
  });

  test("extra headers are added, changed and removed, and a secret one is kept without being shown", async () => {
    const site = await browser.start();
    await addOne(site);
    await site.api("PATCH", "/api/relay/providers/acme", {
      headers: { "x-title": "blue", "x-access": "hush-hush" },
    });
    const { page, allow } = await browser.open("about:blank");
    allow(/400/);
    await site.signIn(page, "/providers/acme");
    const card = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "Extra headers" }) });
    await card.getByText("blue").waitFor();
    await card.getByLabel("hidden").waitFor();
    await card.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Value of header 1", { exact: true }).fill("red");
    await page.getByRole("button", { name: "Add a header" }).click();
    await page.getByLabel("Header 3", { exact: true }).fill("X-Title");
    await page.getByText("Another header has this name.").waitFor();
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await page.getByLabel("Header 3", { exact: true }).fill("not a name");
    await page.getByLabel("Value of header 3", { exact: true }).fill("one");
    await checkAccess(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("is not a header name").waitFor();
    const third = page.getByLabel("Header 3", { exact: true });
    expect(await third.getAttribute("aria-invalid")).toBe("true");
    await third.fill("x-run");
    await page.getByRole("button", { name: "Save" }).click();
    await card.getByText("red").waitFor();
    expect(await page.content()).not.toContain("hush-hush");
    await site.api("POST", "/api/relay/providers/acme/test");
    const [call] = vendor.requests.slice(-1);
    expect(call?.headers).toMatchObject({
      "x-title": "red",
      "x-access": "hush-hush",
      "x-run": "one",
    });

    await card.getByRole("button", { name: "Edit" }).click();
    for (let left = 3; left > 0; left--)
      await page.getByRole("button", { name: "Remove header 1" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await card.getByText("None.").waitFor();
  });

  test("a viewer sees it all and can change nothing", async () => {
    const site = await browser.start();
    await addOne(site);
    await site.api("PATCH", "/api/relay/providers/acme", { headers: { "x-title": "blue" } });
    const { page } = await browser.open("about:blank");
    await site.signInAsViewer(page, "/providers?add=true");
    const main = page.getByRole("main");
    await page.getByRole("link", { name: "acme" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await main.getByRole("button").count()).toBe(0);
    await page.getByRole("link", { name: "acme" }).click();
    for (const text of ["…cdef", "blue", "gpt-4o-mini"]) await main.getByText(text).waitFor();
    expect(await main.getByRole("button").count()).toBe(0);
    await checkAccess(page);
  });

  test("fits a phone, in Chinese and in the dark", async () => {
    const site = await browser.start();
    await addOne(site);
    const { page } = await browser.open("about:blank", { size: PHONE, dark: true, language: "zh" });
    await site.signIn(page, "/providers");
    await page.getByRole("link", { name: "acme" }).waitFor();
    await checkAccess(page);
    await checkWidth(page);
    await page.getByRole("link", { name: "acme" }).click();
    await page.getByText("厂商密钥").first().waitFor();
    await checkAccess(page);
    await checkWidth(page);
  });
});
