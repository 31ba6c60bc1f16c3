/** The playground in a real browser, with the demo model behind it. */

import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { startFakeVendor } from "../fakes/vendor/server.ts";
import { checkAccess, checkWidth, describeBrowser, PHONE } from "./browser.ts";

/** One red pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.keyboard.press("Enter");
}

describeBrowser("the playground", (browser) => {
  test("without a key it says what to do", async () => {
    const site = await browser.start();
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/playground");
    await page.getByText("The playground needs a key").waitFor();
    await page.getByRole("link", { name: "Make a key" }).waitFor();
    await checkAccess(page);
  });

  test("Escape closes the lists, and takes away nothing that was chosen", async () => {
    const site = await browser.start();
    await site.makeKey({ name: "mine" });
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/playground");
    await page.getByRole("log", { name: "Conversation with demo" }).waitFor();
    const chip = page.getByRole("button", { name: "Remove demo" });
    await page.getByRole("combobox", { name: "Models" }).click();
    await page.getByRole("listbox").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("listbox").waitFor({ state: "hidden" });
    expect(await chip.count()).toBe(1);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    expect(await chip.count()).toBe(1);

    const key = page.getByRole("combobox", { name: "Key" });
    const named = await key.inputValue();
    expect(named).toContain("mine");
    await key.click();
    await page.getByRole("listbox").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("listbox").waitFor({ state: "hidden" });
    await page.keyboard.press("Escape");
    expect(await key.inputValue()).toBe(named);
  });

  test("the demo model streams, a tool is answered by hand, and the request is there as code", async () => {
    const site = await browser.start();
    await site.makeKey({ name: "mine" });
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/playground");
    const chat = page.getByRole("log", { name: "Conversation with demo" });
    await chat.waitFor();
    await say(page, "Hello <b>there</b>");
    await chat.getByText("You said: “Hello <b>there</b>”").waitFor();
    await chat.getByText("$0.00").waitFor();
    await chat.getByRole("link", { name: "Details" }).waitFor();

    await page.getByRole("button", { name: "Add a tool" }).click();
    const schema = page.getByRole("textbox", { name: "Parameters (JSON schema)" });
    const good = await schema.inputValue();
    await schema.fill('{"type": "object", "required": ["town"]}');
    await page.getByText("“town” is required but not among the properties.").waitFor();
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await schema.fill(good);
    await checkAccess(page);
    await page.getByRole("button", { name: "Save" }).click();

    await say(page, "How is the weather in Oslo?");
    await chat.getByText('"city": "Oslo"').waitFor();
    await chat.getByRole("textbox", { name: "Answer of get_weather" }).fill("Snow, -3 degrees");
    await checkAccess(page);
    await chat.getByRole("button", { name: "Send the answer" }).click();
    await chat.getByText(/get_weather answered: Snow, -3 degrees/).waitFor();

    await page.getByRole("button", { name: "Code" }).click();
    const code = page.getByRole("dialog", { name: "The request as code" });
    await code.getByText(`curl ${site.url}/v1/chat/completions`).waitFor();
    await code.getByText('"tool_call_id"').waitFor();
    await code.getByRole("tab", { name: "Python" }).click();
    await code.getByText("from openai import OpenAI").waitFor();
    await checkAccess(page);
  }, 30_000);

  test("two models side by side: each streams, each costs what it costs, one may fail", async () => {
    const site = await browser.start({ relay: { retries: 0 } });
    const vendor = await startFakeVendor({ faults: { chunkDelayMs: 30, chunks: 20 } });
    try {
      await site.api("POST", "/api/relay/providers", {
        name: "acme",
        protocol: "openai-completions",
        base_url: vendor.url,
        api_keys: ["vendor-key"],
        models: [{ id: "acme-chat", price_in: "1000", price_out: "2000" }],
      });
      await site.makeKey();
      const { page, allow } = await browser.open("about:blank");
      await site.signIn(page, "/playground");
      await page.getByRole("combobox", { name: "Models" }).fill("acme");
      await page.getByRole("option", { name: "acme-chat" }).click();
      const demo = page.getByRole("log", { name: "Conversation with demo" });
      const acme = page.getByRole("log", { name: "Conversation with acme-chat" });
      await say(page, "Say hello");
      await demo.getByText("You said: “Say hello”").waitFor();
      await acme.getByRole("link", { name: "Details" }).waitFor();
      expect(await acme.innerText()).toMatch(/\$0\.\d*[1-9]/);

      await page.getByRole("button", { name: "Send" }).waitFor();
      vendor.next({ stallAfterChunks: 2 });
      await say(page, "And now?");
      await page.getByRole("button", { name: "Stop" }).click();
      await acme.getByText(/^Stopped/).waitFor();

      await page.getByRole("button", { name: "Send" }).waitFor();
      allow(/50[23]/);
      vendor.setDefaults({ status: 503 });
      await say(page, "Again");
      await acme.getByRole("alert").waitFor();
      expect(await acme.getByRole("alert").innerText()).toContain("acme");
    } finally {
      await vendor.stop();
    }
  }, 30_000);

  test("an image goes with the message; dark, in Chinese, on a phone", async () => {
    const site = await browser.start();
    await site.makeKey();
    const { page } = await browser.open("about:blank", { size: PHONE, dark: true, language: "zh" });
    await site.signIn(page, "/playground");
    await page.getByRole("heading", { name: "试验场" }).waitFor();
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "red.png", mimeType: "image/png", buffer: PNG });
    await page.getByRole("img", { name: "图片 1" }).waitFor();
    await page.getByRole("textbox", { name: "消息" }).fill("这是什么？");
    await page.getByRole("button", { name: "发送" }).tap();
    await page.getByText(/I was also given 1 file/).waitFor();
    await checkWidth(page);
    await checkAccess(page);
  });
});
