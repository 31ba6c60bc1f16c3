/** Other people's gateways, when `npm run bench -- --install-peers` put them into `bench/.peers` (never tracked). */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "./children.ts";
import { Absent, CHAT_PATH, findFreePort, KEY, type Prepared, type System } from "./system.ts";

const FOLDER = join(import.meta.dir, ".peers");
const INSTALL_HINT = "not installed (npm run bench -- --install-peers)";

const PORTKEY = { package: "@portkey-ai/gateway", version: "1.15.2" };
/** With what npm picks today (1.19) Portkey answers every stream with 500; this older one is within its stated range. */
const OVERRIDES = { "@hono/node-server": "1.12.2" };
const LLM_GATEWAY = { package: "@simontan/llm-gateway", version: "0.3.0" };

export const PEERS: readonly System[] = [
  {
    name: "portkey",
    title: `Portkey gateway ${PORTKEY.version}`,
    async prepare({ upstreamPort }): Promise<Prepared> {
      const script = findInstalled(PORTKEY.package, "build/start-server.js");
      const node = Bun.which("node");
      if (node === null) throw new Absent("needs Node");
      const port = findFreePort();
      return {
        target: {
          port,
          path: CHAT_PATH,
          headers: {
            Authorization: `Bearer ${KEY}`,
            "x-portkey-provider": "openai",
            "x-portkey-custom-host": `http://127.0.0.1:${upstreamPort}/v1`,
          },
        },
        command: [node, script, `--port=${port}`, "--headless"],
        readyPath: "/",
      };
    },
  },
  {
    name: "llm-gateway",
    title: `llm-gateway ${LLM_GATEWAY.version} (Rust)`,
    async prepare({ upstreamPort, folder }): Promise<Prepared> {
      findInstalled(LLM_GATEWAY.package, "package.json");
      const build = `${process.platform}-${process.arch}`;
      const binary = join(
        FOLDER,
        "node_modules",
        LLM_GATEWAY.package,
        "npm-bin",
        build,
        "llm-gateway",
      );
      if (!existsSync(binary)) throw new Absent(`has no binary for ${build}`);
      const port = findFreePort();
      await Bun.write(join(folder, "config.yaml"), llmGatewayConfig(port, upstreamPort));
      return {
        target: {
          port,
          path: `/openai${CHAT_PATH}`,
          headers: { Authorization: `Bearer ${KEY}` },
        },
        command: [binary],
        env: { OPENAI_API_KEY: "k", GATEWAY_API_KEY: KEY, RUST_LOG: "warn" },
        cwd: folder,
        readyPath: "/health",
      };
    },
  },
];

export async function installPeers(): Promise<void> {
  const dependencies = Object.fromEntries(
    [PORTKEY, LLM_GATEWAY].map((peer) => [peer.package, peer.version]),
  );
  const manifest = { private: true, dependencies, overrides: OVERRIDES };
  await mkdir(FOLDER, { recursive: true });
  await Bun.write(join(FOLDER, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const { exitCode, stdout, stderr } = await runCommand({
    command: ["npm", "install", "--no-audit", "--no-fund"],
    env: { HOME: process.env["HOME"] ?? FOLDER },
    cwd: FOLDER,
  });
  if (exitCode !== 0) throw new Error(`npm install failed:\n${stdout}${stderr}`);
  console.log(`installed into bench/.peers: ${Object.keys(dependencies).join(", ")}`);
}

function findInstalled(name: string, file: string): string {
  const path = join(FOLDER, "node_modules", name, file);
  if (!existsSync(path)) throw new Absent(INSTALL_HINT);
  return path;
}

function llmGatewayConfig(port: number, upstreamPort: number): string {
  return `server:
  address: "127.0.0.1"
  port: ${port}
  request-timeout-seconds: 60
  limits:
    max-in-flight-requests: 100000
    max-requests-per-second: 10000000
  resilience:
    provider-max-concurrency: 10000
providers:
  openai:
    models: ["m", "m-paced"]
    base-url: "http://127.0.0.1:${upstreamPort}"
`;
}
