/** The console in Chinese: what the server says is Chinese too. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type FakeVendor, startFakeVendor } from "../fakes/vendor/server.ts";
import { describeBrowser } from "./browser.ts";

const SECRET = "sk-vendor-0123456789abcdef";
let vendor: FakeVendor;

beforeAll(async () => {
  vendor = await startFakeVendor({ keys: [SECRET] });
});
afterAll(() => vendor.stop());

/** Sentences that nobody put into Chinese: several English words in a row. Names of models and addresses have none. */
async function findEnglish(page: Page, selector: string): Promise<string[]> {
  const texts = await page.locator(selector).allInnerTexts();
  return texts.filter((text) => /\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b/.test(withoutQuotes(text)));
}

/** What a model or a vendor said stays as it was said. */
function withoutQuotes(text: string): string {
  return text.replaceAll(/"[^"]*"/g, "");
}

describeBrowser("in Chinese", (browser) => {
  test("a form with wrong input says so", async () => {
    const site = await browser.start();
    const { page, allow } = await browser.open("about:blank", { language: "zh" });
    allow(/status of 40\d/);
    await site.signIn(page, "/keys");
    await page.getByRole("button", { name: "新建密钥" }).first().click();
    const form = page.getByRole("dialog");
    await form.getByLabel("每分钟请求数").fill("0");
    await form.getByLabel("最多花费").fill("much");
    await form.getByLabel("允许的地址").fill("home");
    await form.getByRole("button", { name: "创建密钥" }).click();
    await form.getByText("不能小于 1").waitFor();
    await form.getByText("必须是 0 到 1000000 之间的美元金额").waitFor();
    await form.getByText("必须是地址或 CIDR 网段").waitFor();
    await form.getByText("不能为空").waitFor();
    expect(await findEnglish(page, "[role=alert]")).toEqual([]);

    await page.goto(`${site.url}/settings`);
    await page.getByLabel("当前密码").fill("wrong");
    await page.getByLabel("新密码", { exact: true }).fill("short");
    await page.getByRole("button", { name: "更改密码" }).click();
    await page.getByText("至少 10 个字符", { exact: true }).waitFor();
    await page.getByLabel("新密码", { exact: true }).fill("long enough for it");
    await page.getByRole("button", { name: "更改密码" }).click();
    await page.getByText("当前密码不正确").waitFor();
  });

  test("a check, a test and a trace read in Chinese, and so does the audit log", async () => {
    const site = await browser.start();
    const { page } = await browser.open("about:blank", { language: "zh" });
    await site.signIn(page, "/providers");
    await page.getByRole("button", { name: "添加供应商" }).first().click();
    await page.getByRole("button", { name: "按地址" }).click();
    await page.getByLabel("地址", { exact: true }).fill(vendor.url);
    await page.getByLabel("厂商密钥", { exact: true }).fill("sk-wrong-key");
    await page.getByRole("button", { name: "开始检查" }).click();
    await page.getByText("密钥被拒绝：").waitFor();
    await page.getByLabel("厂商密钥", { exact: true }).fill(SECRET);
    await page.getByRole("button", { name: "开始检查" }).click();
    await page.getByLabel("名称", { exact: true }).waitFor();
    await page.getByRole("button", { name: "上一步" }).click();
    await page.getByText("它支持 openai-completions").waitFor();
    await page.getByText("列出").first().waitFor();
    await page.getByText("模型列表", { exact: true }).first().waitFor();
    expect(await findEnglish(page, "section[aria-label=检查结果] li")).toEqual([]);

    await site.api("POST", "/api/relay/providers", {
      name: "acme",
      protocol: "openai-completions",
      base_url: vendor.url,
      api_keys: [SECRET],
      models: [{ id: "gpt-4o", price_in: "2.5", price_out: "10" }],
    });
    const { id } = await site.makeKey({ models: ["gpt-4o"] });
    await site.api("PATCH", `/api/relay/keys/${id}`, { disabled: true });
    await page.goto(`${site.url}/routing`);
    await page.getByRole("button", { name: "会发生什么？" }).click();
    const trace = page.getByRole("dialog");
    await trace.getByRole("combobox", { name: "模型" }).fill("gpt-4o");
    await page.getByRole("option", { name: "gpt-4o" }).first().click();
    await trace.getByRole("button", { name: "开始追踪" }).click();
    await trace.getByText("优先级 0").waitFor();
    expect(await findEnglish(page, "[role=dialog] [role=status]")).toEqual([]);

    await page.goto(`${site.url}/settings?tab=audit`);
    await page.getByRole("button", { name: "更改密钥" }).first().click();
    await page.getByRole("dialog").getByText("disabled").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "添加供应商" }).first().click();
    await page.getByRole("dialog").getByText("（已隐藏 1 项）").waitFor();
    expect(await findEnglish(page, "table")).toEqual([]);
  });
});
