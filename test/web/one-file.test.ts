/** The console inside the program that `npm run compile` makes, in a real browser. */

import { afterAll, beforeAll, test } from "bun:test";
import { COMPILE_MS, compileOneFile, type OneFile } from "../e2e/one-file.ts";
import { describeBrowser } from "./browser.ts";
import { OWNER } from "./server.ts";

describeBrowser("one file in a browser", (browser) => {
  let oneFile: OneFile;
  beforeAll(async () => {
    oneFile = await compileOneFile();
  }, COMPILE_MS);
  afterAll(() => oneFile.close());

  test("leads from the setup code into the console", async () => {
    const server = await oneFile.install().start();
    const { page } = await browser.open(server.url);
    await page.waitForURL("**/welcome");
    const code = /Setup code +(\S+)/.exec(server.output())?.[1] ?? "";
    await page.getByLabel("Setup code").fill(code);
    await page.getByLabel("Your name").fill(OWNER.name);
    await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
    await page.getByRole("button", { name: "Become the owner" }).click();
    await page.waitForURL("**/first-steps");
    await page.getByRole("button", { name: "Go on with the demo" }).waitFor();
  });
});
