import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { AppError } from "../base/errors.ts";
import { sendUpstream } from "./upstream.ts";

let vendor: Bun.Server<undefined>;
let seen: { method: string; headers: Record<string, string>; body: string } | undefined;

beforeAll(() => {
  vendor = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      seen = {
        method: request.method,
        headers: request.headers.toJSON(),
        body: await request.text(),
      };
      if (pathname === "/redirect") return Response.redirect("https://evil.example/steal", 307);
      if (pathname === "/gzip") {
        return new Response(Bun.gzipSync(Buffer.from('{"a":1}')), {
          headers: { "content-encoding": "gzip" },
        });
      }
      if (pathname === "/slow") await Bun.sleep(5000);
      return new Response("{}", { status: pathname === "/busy" ? 503 : 200 });
    },
  });
});
afterAll(() => vendor.stop(true));

const at = (path: string) => `http://127.0.0.1:${vendor.port}${path}`;

async function failure(promise: Promise<unknown>): Promise<AppError> {
  const thrown: unknown = await promise.then(
    () => new Error("it worked"),
    (reason: unknown) => reason,
  );
  if (thrown instanceof AppError) return thrown;
  throw thrown instanceof Error ? thrown : new Error(String(thrown));
}

describe("sendUpstream", () => {
  test("posts the body with our headers only", async () => {
    const response = await sendUpstream({
      url: at("/"),
      headers: {
        Authorization: "Bearer k",
        "X-Org": "o",
        Connection: "close",
        "Transfer-Encoding": "x",
        Host: "evil",
      },
      body: '{"é":1}',
      stream: true,
    });
    expect(response.status).toBe(200);
    expect(seen?.body).toBe('{"é":1}');
    expect(seen?.method).toBe("POST");
    expect(seen?.headers).toEqual({
      accept: "text/event-stream",
      "accept-encoding": "identity",
      authorization: "Bearer k",
      connection: "keep-alive",
      "content-length": "8",
      "content-type": "application/json",
      host: `127.0.0.1:${vendor.port}`,
      "user-agent": "parley",
      "x-org": "o",
    });
  });

  test("without a body it is a GET", async () => {
    await sendUpstream({ url: at("/models"), headers: {}, stream: false });
    expect(seen?.method).toBe("GET");
  });

  test("an error status is an answer", async () => {
    expect(
      (await sendUpstream({ url: at("/busy"), headers: {}, body: "{}", stream: false })).status,
    ).toBe(503);
  });

  test("decompresses", async () => {
    const response = await sendUpstream({
      url: at("/gzip"),
      headers: {},
      body: "{}",
      stream: false,
    });
    expect(await response.json()).toEqual({ a: 1 });
  });

  test("a redirect is refused, so that keys do not follow it", async () => {
    const error = await failure(
      sendUpstream({ url: at("/redirect"), headers: {}, body: "{}", stream: false }),
    );
    expect(error.code).toBe("upstream_error");
    expect(error.message).toContain("redirects (307) to evil.example");
  });

  test.each([
    ["http://127.0.0.1:1/v1", "127.0.0.1:1 refused the connection"],
    ["https://no-such-host.invalid/v1", "no-such-host.invalid:443 could not be found"],
  ])("%s", async (url, message) => {
    const error = await failure(sendUpstream({ url, headers: {}, body: "{}", stream: false }));
    expect(error.code).toBe("upstream_error");
    expect(error.message).toContain(message);
    expect(error.cause).toBeDefined();
  });

  test("a vendor that hangs up, and one that does not speak HTTP or TLS", async () => {
    const listener = Bun.listen({
      port: 0,
      hostname: "127.0.0.1",
      socket: { data: (socket) => void socket.end(), open: () => {} },
    });
    const plain = `127.0.0.1:${listener.port}`;
    const closed = await failure(
      sendUpstream({ url: `http://${plain}/`, headers: {}, body: "{}", stream: false }),
    );
    expect(closed.message).toContain(`${plain} closed the connection`);
    const tls = await failure(
      sendUpstream({ url: `https://${plain}/`, headers: {}, body: "{}", stream: false }),
    );
    expect(tls.code).toBe("upstream_error");
    listener.stop(true);
  });

  test("an abort gives the signal's own reason, at once", async () => {
    const controller = new AbortController();
    const reason = new AppError("client_closed_request", "gone");
    setTimeout(() => controller.abort(reason), 20);
    const started = performance.now();
    const error = await failure(
      sendUpstream({
        url: at("/slow"),
        headers: {},
        body: "{}",
        stream: false,
        signal: controller.signal,
      }),
    );
    expect(error).toBe(reason);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test("an unknown built-in vendor", async () => {
    const error = await failure(
      sendUpstream({ url: "builtin:nobody/x", headers: {}, body: "", stream: false }),
    );
    expect(error.message).toContain('no built-in vendor "nobody"');
  });
});
