/** The check against servers that are no fake vendor: small, strict, wrong, or not there. */
import { afterEach, describe, expect, test } from "bun:test";
import type { CheckReport } from "../../contract/check.ts";
import { answerDemo } from "../../llm/demo/index.ts";
import { checkEndpoint } from "./check-endpoint.ts";

type Body = Readonly<Record<string, unknown>>;
interface Turn {
  readonly role: string;
  readonly content: unknown;
}

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

function serve(fetch: (request: Request) => Response | Promise<Response>): string {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch });
  stops.push(() => server.stop(true));
  return `http://127.0.0.1:${server.port}`;
}

/** The demo below `base`; `refuse` gives the message of a 400 instead. */
function serveDemo(
  base: string,
  refuse: (body: Body) => string | undefined = () => undefined,
): string {
  return serve(async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(`${base}/`)) return new Response("Not Found", { status: 404 });
    const body = await request.text();
    const message = body === "" ? undefined : refuse(JSON.parse(body) as Body);
    if (message !== undefined) return Response.json({ error: { message } }, { status: 400 });
    return answerDemo({ path: pathname.slice(base.length), body, signal: request.signal });
  });
}

const turnsOf = (body: Body): Turn[] => (body["messages"] as Turn[] | undefined) ?? [];
const quirksOf = (report: CheckReport): unknown => report.endpoints[0]?.provider.quirks;

describe("the demo behind a server", () => {
  test("works, and is free without a key", async () => {
    const report = await checkEndpoint({ url: serveDemo("/v1") });
    expect(report.endpoints).toHaveLength(1);
    expect(report.endpoints[0]).toMatchObject({
      protocol: "openai-completions",
      model: "demo",
      provider: { models: [{ id: "demo", free: true }] },
    });
    expect(
      report.steps.filter(({ ok, protocol }) => !ok && protocol === "openai-completions"),
    ).toMatchObject([{ name: "context size" }]);
    expect(report.models).toEqual(["demo", "demo-embedding"]);
  });

  test("is found whatever form of its address was pasted", async () => {
    const forms = [
      { base: "/v1", pasted: "/v1/chat/completions", stored: "/v1" },
      { base: "/v1", pasted: "", stored: "/v1" },
      { base: "/v1", pasted: "/v1/models", stored: "/v1" },
      { base: "", pasted: "", stored: "/chat/completions" },
      { base: "/api/v1", pasted: "", stored: "/api/v1" },
      { base: "/deep/v4", pasted: "/deep/v4/", stored: "/deep/v4" },
      { base: "/v1", pasted: "/v1beta", stored: "/v1" },
      { base: "/openai/v1", pasted: "/v1", stored: "/openai/v1" },
    ];
    await Promise.all(
      forms.map(async ({ base, pasted, stored }) => {
        const url = serveDemo(base);
        const report = await checkEndpoint({ url: url + pasted });
        expect(report.endpoints[0]?.base_url).toBe(url + stored);
      }),
    );
  });
});

describe("a strict server of chat-completions", () => {
  test("that takes only strings as content", async () => {
    const url = serveDemo("/v1", (body) =>
      turnsOf(body).some(({ content }) => Array.isArray(content))
        ? "messages[0]: invalid type: sequence, expected a string at line 1 column 30"
        : undefined,
    );
    const report = await checkEndpoint({ url });
    expect(quirksOf(report)).toEqual({ string_content: true, no_vision: true });
    expect(report.steps.find(({ name }) => name === "content in parts")).toMatchObject({
      ok: true,
      quirks: ["string_content"],
      detail: { message: "refused; joined to one string", sentence: "parts_joined", params: {} },
    });
    expect(report.steps.find(({ name }) => name === "vision")?.ok).toBe(false);
  });

  test("that knows neither the developer role nor the newer limit", async () => {
    const url = serveDemo("/v1", (body) => {
      if (turnsOf(body).some(({ role }) => role === "developer"))
        return "developer is not one of ['system', 'assistant', 'user', 'tool', 'function'] - 'messages.['0].role'";
      return "max_completion_tokens" in body
        ? "Unrecognized request argument supplied: max_completion_tokens"
        : undefined;
    });
    expect(quirksOf(await checkEndpoint({ url }))).toEqual({
      no_developer_role: true,
      max_tokens_field: "max_tokens",
    });
  });

  test("that has neither tools nor schemas", async () => {
    const url = serveDemo("/v1", (body) => {
      if (Array.isArray(body["tools"])) return "demo does not support tools";
      return JSON.stringify(body["response_format"] ?? "").includes("json_schema")
        ? "This response_format type is unavailable now"
        : undefined;
    });
    const report = await checkEndpoint({ url });
    expect(quirksOf(report)).toMatchObject({ no_tools: true, no_response_schema: true });
    expect(report.steps.map(({ name }) => name)).not.toContain("parallel tools");
  });

  test("that ignores the newer limit", async () => {
    const url = serve(async (request) => {
      if (request.method === "GET") return Response.json({ data: [{ id: "small" }] });
      const body = (await request.json()) as Body;
      const words = typeof body["max_tokens"] === "number" ? body["max_tokens"] : 180;
      return Response.json({
        choices: [
          {
            index: 0,
            message: { role: "assistant", content: "x ".repeat(words) },
            finish_reason: words < 180 ? "length" : "stop",
          },
        ],
        usage: { prompt_tokens: 3, completion_tokens: words },
      });
    });
    const report = await checkEndpoint({ url: `${url}/v1` });
    expect(quirksOf(report)).toMatchObject({ max_tokens_field: "max_tokens" });
    expect(report.steps.find(({ name }) => name === "output limit")?.detail.message).toContain(
      "is ignored",
    );
  });
});

describe("an address with nothing to use", () => {
  test("where a page is", async () => {
    const url = serve(
      () =>
        new Response("<html><title>Welcome</title></html>", {
          headers: { "content-type": "text/html" },
        }),
    );
    const report = await checkEndpoint({ url });
    expect(report).toMatchObject({ ok: false, endpoints: [] });
    expect(report.summary.message).toContain("speaks no protocol that Parley knows");
  });

  test("where nothing listens", async () => {
    const report = await checkEndpoint({ url: "http://127.0.0.1:9" });
    expect(report.summary.message).toContain("refused the connection");
    expect(report.steps).toHaveLength(4);
  });

  test("where the path is wrong", async () => {
    const report = await checkEndpoint({ url: serve(() => new Response("nope", { status: 404 })) });
    expect(report.summary.message).toContain("Is the address right?");
  });

  test("that redirects is not followed, for the key's sake", async () => {
    const seen: string[] = [];
    const url = serve((request) => {
      seen.push(new URL(request.url).hostname);
      return Response.redirect("https://elsewhere.invalid/v1", 302);
    });
    const report = await checkEndpoint({ url, key: "sk-secret-123456" });
    expect(report.summary.message).toContain("redirects (302) to elsewhere.invalid");
    expect(new Set(seen)).toEqual(new Set(["127.0.0.1"]));
  });

  test("without the model that was named", async () => {
    const report = await checkEndpoint({ url: serveDemo("/v1"), model: "huge" });
    expect(report.summary.message).toContain("name one with --model");
  });

  test.each(["", "ftp://x", "http://u:p@x", "https://x?api_key=1", "https://x/#f", "http://a b"])(
    "that is none: %p",
    async (url) => {
      const thrown = await checkEndpoint({ url }).catch((error: unknown) => error);
      expect(thrown).toMatchObject({ code: "invalid_request", detail: { param: "url" } });
    },
  );
});

test("a vendor that repeats the key in its own words does not get it into the report", async () => {
  const key = "not-like-a-key";
  const url = serve((request) =>
    Response.json(
      { error: { message: `Who is ${request.headers.get("authorization") ?? "?"}` } },
      { status: 401 },
    ),
  );
  const report = await checkEndpoint({ url, key });
  expect(report.ok).toBe(false);
  expect(JSON.stringify(report)).not.toContain(key);
});
