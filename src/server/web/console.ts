/**
 * Serves the web console: the build that came along, or else one of `web/`, made by a process of its own the first time
 * somebody wants it and again after its sources have changed; meanwhile a small page waits and reloads itself. Nothing
 * here delays the relay.
 */

import { join } from "node:path";
import type { Log } from "../../base/log.ts";
import { makeFailedPage, makeWaitingPage } from "./interim-page.ts";
import {
  BUILD_SCRIPT,
  findBuildFolder,
  hashWebSources,
  MANIFEST_FILE,
  SHIPPED_BUILD,
  type WebFile,
  type WebManifest,
} from "./manifest.ts";

/** Only what we serve ourselves, no script or style in the page, in no frame. React sets styles by script, which is allowed. */
const SECURITY = {
  "content-security-policy":
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
} as const;

/** How long an answer "the sources have not changed" is believed. */
const FRESH_MS = 2000;

export interface Console {
  /** The application; the browser's address says which page. */
  page(request: Request, status: number): Promise<Response>;
  /** A file of it by its path, `/assets/…`; undefined: there is none. */
  asset(request: Request, path: string): Promise<Response | undefined>;
  /** Builds it if need be. Never rejects. */
  prepare(): Promise<void>;
}

interface Build {
  readonly folder: string;
  readonly manifest: WebManifest;
}

export interface ConsoleOptions {
  readonly home: string;
  readonly log: Log;
  /** Where a build is that came along, if one did. Absent: inside the compiled program. */
  readonly shipped?: string;
  /** Where builds are kept. Absent: in the checkout, or in the home folder when that is not writable. */
  readonly folder?: string;
  /** Absent: runs scripts/build-web.ts. */
  readonly runBuild?: (folder: string) => Promise<void>;
}

export function makeConsole(options: ConsoleOptions): Console {
  const { home, log, shipped = SHIPPED_BUILD, runBuild = runBuildScript } = options;
  let build: Build | undefined;
  let failure: Error | undefined;
  let building: Promise<void> | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function check(): Promise<void> {
    if (build?.folder === shipped) return;
    const complete = await findManifest(shipped);
    if (complete === undefined) return checkSources();
    build = { folder: shipped, manifest: complete };
  }

  async function checkSources(): Promise<void> {
    const key = await hashWebSources();
    if (build?.manifest.key === key) return;
    const into = options.folder ?? (await findBuildFolder(home));
    const folder = join(into, key);
    let manifest = await findManifest(folder);
    if (manifest === undefined) {
      await runBuild(into);
      manifest = await findManifest(folder);
    }
    if (manifest === undefined) throw new Error(`the build left nothing in ${folder}`);
    build = { folder, manifest };
  }

  function prepare(): Promise<void> {
    if (performance.now() - checkedAt < FRESH_MS) return building ?? Promise.resolve();
    building ??= check()
      .then(
        () => {
          failure = undefined;
        },
        (error: unknown) => {
          failure = error instanceof Error ? error : new Error(String(error));
          log.error("the console could not be built", { error: failure });
        },
      )
      .finally(() => {
        building = undefined;
        checkedAt = performance.now();
      });
    return building;
  }

  return {
    prepare,
    async page(request, status) {
      // Looking takes a few milliseconds and building a few hundred; whoever comes during the latter sees a page that waits.
      await Promise.race([prepare(), Bun.sleep(build === undefined ? 100 : 1000)]);
      if (failure !== undefined) return makeFailedPage(failure.message);
      const file = build?.manifest.files["index.html"];
      if (build === undefined || file === undefined) return makeWaitingPage();
      return serve(request, join(build.folder, "index.html"), file, {
        status,
        headers: { ...SECURITY, "cache-control": "no-cache", etag: file.etag },
      });
    },
    async asset(request, path) {
      if (build === undefined) await prepare();
      const name = path.slice(1);
      const file =
        build !== undefined && Object.hasOwn(build.manifest.files, name)
          ? build.manifest.files[name]
          : undefined;
      if (build === undefined || file === undefined) return undefined;
      return serve(request, join(build.folder, name), file, {
        status: 200,
        headers: {
          "x-content-type-options": "nosniff",
          // Its name changes with its content.
          "cache-control": "public, max-age=31536000, immutable",
        },
      });
    },
  };
}

function serve(
  request: Request,
  path: string,
  file: WebFile,
  { status, headers }: { readonly status: number; readonly headers: Record<string, string> },
): Response {
  if (headers["etag"] !== undefined && request.headers.get("if-none-match") === file.etag)
    return new Response(null, { status: 304, headers });
  const isPacked =
    file.gzipSize !== null && (request.headers.get("accept-encoding") ?? "").includes("gzip");
  return new Response(Bun.file(isPacked ? `${path}.gz` : path), {
    status,
    headers: {
      ...headers,
      "content-type": file.type,
      vary: "accept-encoding",
      ...(isPacked ? { "content-encoding": "gzip" } : {}),
    },
  });
}

async function findManifest(folder: string): Promise<WebManifest | undefined> {
  const file = Bun.file(join(folder, MANIFEST_FILE));
  return (await file.exists()) ? ((await file.json()) as WebManifest) : undefined;
}

/** In a process of its own: the bundler's memory is gone with it, and the relay keeps its processor. */
async function runBuildScript(folder: string): Promise<void> {
  const child = Bun.spawn(
    [process.execPath, "--config=/dev/null", "--no-env-file", "--no-install", BUILD_SCRIPT, folder],
    { stdin: "ignore", stdout: "ignore", stderr: "pipe" },
  );
  const problems = await new Response(child.stderr).text();
  if ((await child.exited) !== 0)
    throw new Error(problems.trim() || `scripts/build-web.ts ended with ${child.exitCode}`);
}
