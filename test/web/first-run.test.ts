/** From a fresh start to a served call, as a person sees it. */

import { expect, test } from "bun:test";
import { checkAccess, describeBrowser } from "./browser.ts";
import { OWNER } from "./server.ts";

describeBrowser("the first run", (browser) => {
  test("leads from the setup code to a call that arrives live", async () => {
    const site = await browser.start();
    const { page, allow } = await browser.open(site.url);
    await page.waitForURL("**/welcome");
    await checkAccess(page);

    await page.getByLabel("Setup code").fill("AAAA-BBBB-CCCC");
    await page.getByLabel("Your name").fill(OWNER.name);
    await page.getByLabel("Password", { exact: true }).fill("short");
    allow(/status of 400/);
    await page.getByRole("button", { name: "Become the owner" }).click();
    await page.getByText("must have at least 10 characters").waitFor();

    allow(/status of 403/);
    await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
    await page.getByRole("button", { name: "Become the owner" }).click();
    await page.getByText("This setup code is not right.", { exact: false }).waitFor();

    await page.getByLabel("Setup code").fill(site.server.setupCode?.toLowerCase() ?? "");
    await page.getByRole("button", { name: "Become the owner" }).click();
    await page.waitForURL("**/first-steps");
    await page.getByRole("button", { name: "Go on with the demo" }).click();
    await page.getByRole("button", { name: "Make the key" }).click();
    const secret = await page.getByRole("group", { name: "API key" }).innerText();
    expect(secret).toStartWith("sk-parley-");
    const line = await page.getByRole("group", { name: "curl" }).innerText();
    expect(line).toContain(secret);
    await checkAccess(page);

    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByText("Waiting for the first call").waitFor();
    const answer = await runInShell(line);
    expect(JSON.parse(answer).object).toBe("chat.completion");
    await page.getByText("It works.").waitFor();
    await checkAccess(page);
    await page.getByRole("button", { name: "Finish" }).click();
    await page.waitForURL(`${site.url}/`);
  });

  test("adds a provider by address, with the server's problems beside the fields", async () => {
    const site = await browser.start();
    const { page, allow } = await browser.open("about:blank");
    await site.signIn(page, "/first-steps");
    await page.getByText("By address").click();
    await page.getByLabel("Name", { exact: true }).fill("acme");
    await page.getByLabel("Address", { exact: true }).fill("not an address");
    await page.getByLabel("A model to begin with").fill("small");
    allow(/status of 400/);
    await page.getByRole("button", { name: "Add the provider" }).click();
    await page.getByText("must be an http:// or https:// address", { exact: false }).waitFor();

    await page.getByLabel("Address", { exact: true }).fill("http://127.0.0.1:9/v1");
    await page.getByRole("switch", { name: "It costs nothing" }).click();
    await page.getByRole("button", { name: "Add the provider" }).click();
    await page.getByRole("button", { name: "Make the key" }).waitFor();
  });

  test("sends a stranger to the sign-in page and back to where they wanted to go", async () => {
    const site = await browser.start();
    const first = await browser.open("about:blank");
    await site.signIn(first.page);
    const { page, allow } = await browser.open(`${site.url}/keys?status=active`);
    await page.waitForURL("**/sign-in?**");
    await checkAccess(page);
    await page.getByLabel("Name", { exact: true }).fill(OWNER.name);
    await page.getByLabel("Password", { exact: true }).fill("wrong password");
    allow(/status of 401/);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Name or password is wrong.").waitFor();
    await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/keys?status=active");
    await page.getByRole("heading", { name: "API keys" }).waitFor();

    await page.getByRole("button", { name: /Your account/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("**/sign-in");
    await page.goBack();
    await page.waitForURL("**/sign-in?**");
  });

  test("tells somebody who guesses how long to wait", async () => {
    const site = await browser.start();
    const first = await browser.open("about:blank");
    await site.signIn(first.page);
    const { page, allow } = await browser.open(`${site.url}/sign-in`);
    allow(/status of (401|429)/);
    await page.getByLabel("Name", { exact: true }).fill(OWNER.name);
    await page.getByLabel("Password", { exact: true }).fill("wrong password");
    const locked = page.getByText(/Wait \d+ seconds/);
    for (let attempt = 0; attempt < 8 && !(await locked.isVisible()); attempt++) {
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("alert").waitFor();
      await page.waitForTimeout(50);
    }
    await locked.waitFor();
  });
});

/** What the person's terminal does with a copied line. */
async function runInShell(line: string): Promise<string> {
  const child = Bun.spawn(["sh", "-c", `${line} --silent --show-error --fail-with-body`], {
    stdout: "pipe",
  });
  const text = await new Response(child.stdout).text();
  expect(await child.exited).toBe(0);
  return text;
}
