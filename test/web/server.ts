/** A whole Parley with the console, its demo provider and, where wanted, an owner who is signed in. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { configSchema } from "../../src/base/config.ts";
import { silentLog } from "../../src/base/log.ts";
import type { KeyCreated, KeyInput } from "../../src/contract/key.ts";
import type { MemberInvited } from "../../src/contract/member.ts";
import { findServerFile } from "../../src/server/server-file.ts";
import { type RunningServer, startServer } from "../../src/server/start.ts";

export const OWNER = { name: "ada", password: "correct horse battery" } as const;

const VIEWER = { name: "vera", role: "viewer" } as const;

export interface TestConsole {
  readonly url: string;
  readonly server: RunningServer;
  /** Calls the management API as the owner of the machine. */
  api<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  makeKey(input?: Partial<KeyInput>): Promise<KeyCreated>;
  /** A chat call with a key, as any client would make it. */
  chat(key: string, model?: string): Promise<Response>;
  /** Makes the owner, unless there is one, and signs the page in; ends on the page at `path`. */
  signIn(page: Page, path?: string): Promise<void>;
  /** Makes a member who may only look, and signs the page in as them, in place of whoever is; ends at `path`. */
  signInAsViewer(page: Page, path: string): Promise<void>;
  stop(): Promise<void>;
}

export interface ConsoleOptions {
  /** Absent: a fresh one, removed with the server. */
  readonly home?: string;
  readonly port?: number;
  /** Changes to the default settings of `relay`. */
  readonly relay?: object;
}

/** The caller stops it; in tests, `describeBrowser` gives a `start` that does so by itself. */
export async function openConsole(options: ConsoleOptions = {}): Promise<TestConsole> {
  const home = options.home ?? mkdtempSync(join(tmpdir(), "parley-web-"));
  const settings = configSchema.parse({
    server: { port: options.port ?? 0 },
    relay: options.relay ?? {},
  });
  const config = { ...settings, home, secretKey: undefined };
  const server = await startServer({ config, log: silentLog });
  await server.prepareConsole();
  const token = findServerFile(home)?.token ?? "";
  const { url } = server;

  async function api<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as Answer;
  }

  let isOwned = server.setupCode === undefined;
  async function signIn(page: Page, path = "/"): Promise<void> {
    const [at, body] = isOwned
      ? ["/api/session", OWNER]
      : ["/api/setup", { ...OWNER, code: server.setupCode }];
    isOwned = true;
    const answer = await page.request.post(url + at, { data: body });
    if (!answer.ok()) throw new Error(await answer.text());
    await page.goto(url + path);
  }

  return {
    url,
    server,
    api,
    makeKey: (input = {}) => api<KeyCreated>("POST", "/api/relay/keys", { name: "test", ...input }),
    chat: (key, model = "demo") =>
      fetch(`${url}/v1/chat/completions`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ model, messages: [{ role: "user", content: "Hello" }] }),
      }),
    signIn,
    async signInAsViewer(page, path) {
      // The first person is the owner.
      if (!isOwned) await signIn(page);
      await page.goto("about:blank");
      await page.context().clearCookies();
      const made = await api<MemberInvited>("POST", "/api/members", VIEWER);
      const code = new URLSearchParams(made.invite_path.split("#")[1]).get("code");
      const data = { code, password: OWNER.password };
      const answer = await page.request.post(`${url}/api/join`, { data });
      if (!answer.ok()) throw new Error(await answer.text());
      await page.goto(url + path);
    },
    async stop() {
      await server.stop(0);
      if (options.home === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}
