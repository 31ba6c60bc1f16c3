/** What is where on the port, and for whom. */

import { describe, expect, test } from "bun:test";
import { connect } from "node:net";
import type { ErrorBody } from "../../src/contract/error.ts";
import { findServerFile } from "../../src/server/server-file.ts";
import { start } from "./server.ts";

async function errorOf(response: Response): Promise<ErrorBody["error"]> {
  return ((await response.json()) as ErrorBody).error;
}

describe("the port", () => {
  test("gives its own paths to the relay, with the address of the client", async () => {
    const { get, relay } = await start();
    expect(await (await get("/v1/models")).json()).toEqual({ relay: "/v1/models" });
    expect(relay.peers).toEqual(["127.0.0.1"]);
  });

  test("asks for the address of the client where it can differ", async () => {
    const { get, relay } = await start({ server: { host: "0.0.0.0" } });
    await get("/v1/models");
    expect(relay.peers).toEqual(["127.0.0.1"]);
  });

  test("says what this is", async () => {
    const { get } = await start();
    const text = await get("/", { headers: { accept: "*/*" } });
    expect(text.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await text.text()).toContain("/v1/chat/completions");
  });

  test("answers unknown paths and methods in JSON", async () => {
    const { get } = await start();
    const unknown = await get("/wp-login.php");
    expect(unknown.status).toBe(404);
    expect((await errorOf(unknown)).message).toContain("Models are called under /v1");
    const wrong = await get("/healthz", { method: "POST" });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("allow")).toBe("GET, HEAD");
    expect((await get("/healthz", { method: "OPTIONS" })).status).toBe(405);
  });

  test("answers in JSON and leaks nothing when the relay breaks", async () => {
    const { get } = await start();
    const broken = await get("/v1/break");
    expect(broken.status).toBe(500);
    expect(await broken.text()).not.toContain("hunter2");
  });

  test("lets the relay judge a body, however large", async () => {
    const { get } = await start();
    const answer = await get("/v1/models", { method: "POST", body: new Uint8Array(200_000_000) });
    expect(await answer.json()).toEqual({ relay: "/v1/models" });
  });

  test("serves the management API behind its gate", async () => {
    const { get, config } = await start();
    expect((await get("/api/relay/keys")).status).toBe(401);
    const authorization = `Bearer ${findServerFile(config.home)?.token}`;
    expect((await get("/api/relay/keys", { headers: { authorization } })).status).toBe(200);
  });

  test.each(["x/healthz?", "x/api/setup?", "x/v1/models?a=", "x\\..\\healthz", "x#"])(
    "is not confused by the Host header %p",
    async (host) => {
      const { server } = await start();
      const answer = await sendRaw(
        server.port,
        `GET /api/relay/keys HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      );
      expect(answer).not.toContain("200 OK");
    },
  );
});

/** What a server answers to bytes that no proper client sends. */
function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.once("data", (data) => {
      socket.destroy();
      resolve(String(data));
    });
    socket.once("close", () => resolve(""));
    socket.once("error", reject);
  });
}

describe("health", () => {
  test("is told with the version", async () => {
    const { get } = await start();
    expect(await (await get("/healthz")).json()).toEqual({ ok: true, version: expect.any(String) });
  });

  test("readiness follows the relay", async () => {
    const { get, relay } = await start();
    expect((await get("/readyz")).status).toBe(200);
    relay.trouble = "The database does not answer.";
    const answer = await get("/readyz");
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ ok: false, reasons: ["The database does not answer."] });
  });
});

describe("/metrics", () => {
  const forwarded = { "x-forwarded-for": "203.0.113.7" };

  test("is open to this machine, but not through a proxy on it", async () => {
    const { get } = await start();
    expect(await (await get("/metrics")).text()).toBe("parley_fake 1\n");
    const refused = await get("/metrics", { headers: forwarded });
    expect(refused.status).toBe(401);
    expect((await errorOf(refused)).message).toContain("metrics.public");
  });

  test("is open to a token from anywhere", async () => {
    const { get, config } = await start();
    const authorization = `Bearer ${findServerFile(config.home)?.token}`;
    expect((await get("/metrics", { headers: { ...forwarded, authorization } })).status).toBe(200);
  });

  test("is open to all when the configuration says so", async () => {
    const { get } = await start({ metrics: { public: true } });
    expect((await get("/metrics", { headers: forwarded })).status).toBe(200);
  });
});
