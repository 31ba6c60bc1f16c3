/** The log of calls in a real browser. */

import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { ProviderInput } from "../../src/contract/provider.ts";
import { startFakeVendor } from "../fakes/vendor/server.ts";
import { checkAccess, checkWidth, describeBrowser, PHONE } from "./browser.ts";
import { seedLog } from "./seeded-log.ts";
import type { TestConsole } from "./server.ts";

const ROWS = 50_000;
/** Most a person should wait for a page of the log, on a machine that runs other tests too. */
const PATIENCE_MS = 3000;

function addProvider(site: TestConsole, input: Partial<ProviderInput>): Promise<unknown> {
  return site.api("POST", "/api/relay/providers", {
    protocol: "openai-completions",
    api_keys: ["vendor-key"],
    ...input,
  });
}

describeBrowser("the requests page", (browser) => {
  test("an empty log says what to do next", async () => {
    const site = await browser.start();
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/requests");
    await page.getByText("No calls yet").waitFor();
    await page.getByRole("link", { name: "Open the playground" }).waitFor();
    await checkAccess(page);
  });

  test("50,000 calls stay usable: paged, filtered, opened", async () => {
    const { home, keys } = await seedLog(ROWS);
    try {
      const site = await browser.start({ home });
      const { page } = await browser.open("about:blank");
      await site.signIn(page, "/requests");
      const table = page.getByRole("table", { name: "Calls, newest first" });
      await table.getByRole("row").nth(50).waitFor();
      const started = performance.now();
      await page.getByRole("button", { name: "Older" }).click();
      await page.getByText("Rows 51 to 100").waitFor();
      await page.getByRole("button", { name: "Older" }).click();
      await page.getByText("Rows 101 to 150").waitFor();
      expect(performance.now() - started).toBeLessThan(PATIENCE_MS);

      await page.getByRole("combobox", { name: "Status" }).click();
      await page.getByRole("option", { name: "Failed" }).click();
      await page.getByText("Rows 1 to 50").waitFor();
      await table.getByText("429").first().waitFor();
      expect(await table.getByText("200", { exact: true }).count()).toBe(0);
      expect(page.url()).toContain("status=failed");

      await page.goto(`${site.url}/requests?key=${keys[1]}&model=gpt-5-mini&cost=0.001`);
      await table.getByText("web site").first().waitFor();
      expect(await table.getByText("agent gateway").count()).toBe(0);
      expect(await page.getByRole("combobox", { name: "Key" }).inputValue()).toBe("web site");

      await table
        .getByRole("button", { name: /Show request/ })
        .first()
        .click();
      const drawer = page.getByRole("dialog", { name: "Request" });
      await drawer.getByText("203.0.113.7").waitFor();
      await checkAccess(page);
      await page.keyboard.press("Escape");
      await drawer.waitFor({ state: "hidden" });
      expect(page.url()).toContain("model=gpt-5-mini");
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  }, 60_000);

  test("a call appears as it happens, and not while the tail is paused", async () => {
    const site = await browser.start();
    const key = await site.makeKey({ name: "tail" });
    const { page } = await browser.open("about:blank");
    await site.signIn(page, "/requests");
    await page.getByText("No calls yet").waitFor();
    await site.chat(key.key);
    const calls = page.getByRole("button", { name: /Show request/ });
    await calls.first().waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await site.chat(key.key);
    await page.getByText("Paused · 1 new call").waitFor();
    expect(await calls.count()).toBe(1);
    await page.getByRole("button", { name: "Resume" }).click();
    await calls.nth(1).waitFor();
    expect(await calls.count()).toBe(2);
  });

  test("the details tell a failover, the bill and the texts", async () => {
    const site = await browser.start({ relay: { retries: 0, log: { bodies: true } } });
    const bad = await startFakeVendor({ faults: { status: 503 } });
    const good = await startFakeVendor();
    try {
      const models = [{ id: "chat", price_in: "1", price_out: "2" }];
      await addProvider(site, { name: "first", base_url: bad.url, models });
      await addProvider(site, { name: "second", base_url: good.url, models });
      const key = await site.makeKey();
      const answer = await site.chat(key.key, "chat");
      expect(answer.status).toBe(200);
      const id = answer.headers.get("x-request-id") ?? "";
      const { page } = await browser.open("about:blank");
      await site.signIn(page, `/requests?open=${id}`);
      const drawer = page.getByRole("dialog", { name: "Request" });
      const tries = drawer.getByRole("listitem");
      await tries.first().waitFor();
      expect(await tries.count()).toBe(2);
      expect(await tries.nth(0).innerText()).toContain("upstream_error");
      expect(await tries.nth(0).innerText()).toContain("503 from first");
      expect(await tries.nth(1).innerText()).toContain("second");
      expect(await tries.nth(1).innerText()).toContain("Answered");
      await drawer.getByRole("cell", { name: "Paid" }).waitFor();
      await drawer.getByText('"content": "Hello"').waitFor();
      await checkAccess(page);
    } finally {
      await bad.stop();
      await good.stop();
    }
  });

  test("what was billed beside plain tokens is told, in both languages", async () => {
    const vendor = Bun.serve({
      port: 0,
      fetch: () =>
        Response.json({
          id: "c",
          choices: [
            { index: 0, message: { role: "assistant", content: "a" }, finish_reason: "stop" },
          ],
          usage: {
            prompt_tokens: 1000,
            completion_tokens: 100,
            prompt_tokens_details: { audio_tokens: 900 },
          },
          service_tier: "priority",
        }),
    });
    try {
      const site = await browser.start();
      const models = [{ id: "talker", price_in: 1, price_out: 2, price_audio_in: 10 }];
      const base_url = `http://127.0.0.1:${vendor.port}`;
      await addProvider(site, { name: "talkers", base_url, models });
      const key = await site.makeKey();
      const answer = await site.chat(key.key, "talker");
      const open = `/requests?open=${answer.headers.get("x-request-id") ?? ""}`;
      for (const [language, sound, service] of [
        ["en", "Audio tokens, input", "Class of service"],
        ["zh", "输入音频令牌", "服务等级"],
      ] as const) {
        const { page } = await browser.open("about:blank", { language });
        await site.signIn(page, open);
        const fact = (name: string) =>
          page.getByRole("dialog").locator("dl > div", { hasText: name }).getByRole("definition");
        expect(await fact(sound).innerText()).toBe("900");
        expect(await fact(service).innerText()).toBe("priority");
        const line = page.getByRole("row", { name: /900.*\$10\.00.*\$0\.009/ });
        await line.waitFor();
        await checkAccess(page);
      }
    } finally {
      await vendor.stop(true);
    }
  });

  test("dark, in Chinese, on a phone", async () => {
    const site = await browser.start();
    const key = await site.makeKey();
    await site.chat(key.key);
    await site.chat(key.key, "unknown-model");
    const { page } = await browser.open("about:blank", { size: PHONE, dark: true, language: "zh" });
    await site.signIn(page, "/requests");
    await page.getByRole("heading", { name: "请求日志" }).waitFor();
    await page.getByText("404").waitFor();
    await checkWidth(page);
    await checkAccess(page);
    await page.getByText("404").tap();
    await page.getByText("没有请求任何供应商。").waitFor();
    await checkAccess(page);
  });
});
