/** Every knob that changes a plain answer or an error, over every dialect. */
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import type { Faults } from "./faults.ts";
import { objectOf } from "./json.ts";
import { ask, askRaw, DIALECT_NAMES } from "./probe.ts";
import { startFakeVendor } from "./server.ts";

const vendor = await startFakeVendor();
afterEach(() => vendor.clear());
afterAll(() => vendor.stop());

const ERRORS: Record<
  string,
  { faults: Faults; openai: unknown[]; anthropic: unknown[]; gemini: unknown[] }
> = {
  "a rate limit": {
    faults: { status: 429 },
    openai: [429, "requests", "rate_limit_exceeded"],
    anthropic: [429, "rate_limit_error"],
    gemini: [429, "RESOURCE_EXHAUSTED"],
  },
  "no money": {
    faults: { errorKind: "quota" },
    openai: [429, "insufficient_quota", "insufficient_quota"],
    anthropic: [400, "invalid_request_error"],
    gemini: [429, "RESOURCE_EXHAUSTED"],
  },
  overload: {
    faults: { errorKind: "overloaded" },
    openai: [503, "service_unavailable_error", "server_is_overloaded"],
    anthropic: [529, "overloaded_error"],
    gemini: [503, "UNAVAILABLE"],
  },
  "a server error": {
    faults: { status: 500 },
    openai: [500, "server_error", null],
    anthropic: [500, "api_error"],
    gemini: [500, "INTERNAL"],
  },
  "a prompt too long": {
    faults: { errorKind: "context_length" },
    openai: [400, "invalid_request_error", "context_length_exceeded"],
    anthropic: [400, "invalid_request_error"],
    gemini: [400, "INVALID_ARGUMENT"],
  },
  "a status of one's own": {
    faults: { status: 520 },
    openai: [520, "server_error", null],
    anthropic: [520, "api_error"],
    gemini: [520, "INTERNAL"],
  },
};

for (const dialect of DIALECT_NAMES) {
  const send = async (faults: Faults, stream = false): Promise<Response> => {
    vendor.next(faults);
    return ask(vendor, dialect, { stream });
  };
  const raw = async (faults: Faults): ReturnType<typeof askRaw> => {
    vendor.next(faults);
    return askRaw(vendor, dialect);
  };

  describe(dialect, () => {
    for (const [name, row] of Object.entries(ERRORS)) {
      test(`${name} comes in the vendor's own shape, streaming or not`, async () => {
        for (const stream of [false, true]) {
          const response = await send(row.faults, stream);
          const body = (await response.json()) as Record<string, unknown>;
          const error = objectOf(body["error"]);
          expect(error["message"]).toBeString();
          if (dialect === "openai") {
            expect([response.status, error["type"], error["code"]]).toEqual(row.openai);
            expect(error).toContainKeys(["message", "type", "param", "code"]);
            expect(response.headers.get("x-request-id")).toStartWith("req_");
          } else if (dialect === "anthropic") {
            expect([response.status, error["type"]]).toEqual(row.anthropic);
            expect(body["type"]).toBe("error");
            expect(body["request_id"]).toBe(response.headers.get("request-id"));
          } else {
            expect([response.status, error["status"]]).toEqual(row.gemini);
            expect(error["code"]).toBe(response.status);
          }
        }
      });
    }

    test("retryAfter: the vendor's way of saying when", async () => {
      const response = await send({ retryAfter: 7 });
      expect(response.status).toBe(429);
      const text = await response.text();
      expect(response.headers.get("retry-after")).toBe(dialect === "gemini" ? null : "7");
      expect(text.includes('"retryDelay": "7s"')).toBe(dialect === "gemini");
    });

    test("errorBody and headers: mine instead", async () => {
      const response = await send({
        status: 418,
        errorBody: { teapot: true },
        headers: { "x-should-retry": "false" },
      });
      expect(response.status).toBe(418);
      expect(response.headers.get("x-should-retry")).toBe("false");
      expect(await response.json()).toEqual({ teapot: true });
      expect(await (await send({ errorBody: "not json" })).text()).toBe("not json");
    });

    test("gzipError: compressed on the wire, readable by a client that honours the header", async () => {
      const response = await send({ status: 500, gzipError: true });
      expect(response.headers.get("content-encoding")).toBe("gzip");
      expect(objectOf(await response.json())["error"]).toBeObject();
      const { reads } = await raw({ status: 500, gzipError: true });
      const bytes = Buffer.concat(reads);
      const body = bytes.subarray(bytes.indexOf("\r\n\r\n") + 4);
      expect([body[0], body[1]]).toEqual([0x1f, 0x8b]);
    });

    test("htmlError and emptyBody", async () => {
      const html = await send({ htmlError: true });
      expect([html.status, html.headers.get("content-type")]).toEqual([502, "text/html"]);
      expect(await html.text()).toContain("<h1>502 Bad Gateway</h1>");
      const empty = await send({ emptyBody: true }, true);
      expect([empty.status, await empty.text()]).toEqual([200, ""]);
      expect((await send({ emptyBody: true, status: 503 })).status).toBe(503);
    });

    test("noResponse and resetConnection: not a byte, then silence or a reset", async () => {
      expect(await raw({ noResponse: true })).toMatchObject({ text: "", end: "quiet" });
      expect(await raw({ resetConnection: true })).toMatchObject({ text: "", end: "closed" });
      expect(send({ resetConnection: true })).rejects.toThrow();
    });

    test("cut, stall and malformed on a plain answer stop half-way through the body", async () => {
      const cut = await raw({ cutAfterChunks: 1 });
      expect(cut).toMatchObject({ end: "closed" });
      expect(cut.text).toMatch(/^HTTP\/1.1 200[^]*content-length: \d+\r\n\r\n\{/);
      expect(cut.text).not.toEndWith("}");
      expect((await raw({ stallAfterChunks: 1 })).end).toBe("quiet");
      const malformed = await send({ malformedAfterChunks: 1 });
      expect(malformed.json()).rejects.toThrow();
    });

    test("errorAfter200First on a plain answer: 200 with an error body", async () => {
      const response = await send({ errorAfter200First: true });
      expect(response.status).toBe(200);
      expect(objectOf(await response.json())["error"]).toBeObject();
    });

    test("usage: the counts I set, where the vendor puts them", async () => {
      const faults = {
        usage: {
          prompt: 100,
          completion: 40,
          cached: 30,
          reasoning: 15,
          cacheWrite: dialect === "gemini" ? 0 : 10,
        },
      };
      const body = (await (await send(faults)).json()) as Record<string, unknown>;
      const expected = {
        openai: {
          prompt_tokens: 100,
          completion_tokens: 40,
          total_tokens: 140,
          prompt_tokens_details: { cached_tokens: 30, cache_write_tokens: 10 },
          completion_tokens_details: { reasoning_tokens: 15 },
        },
        anthropic: {
          input_tokens: 60,
          output_tokens: 40,
          cache_read_input_tokens: 30,
          cache_creation_input_tokens: 10,
        },
        gemini: {
          promptTokenCount: 100,
          candidatesTokenCount: 25,
          thoughtsTokenCount: 15,
          cachedContentTokenCount: 30,
          totalTokenCount: 140,
        },
      };
      expect(body["usage"] ?? body["usageMetadata"]).toMatchObject(expected[dialect]);
    });

    test("missingUsage and missingFinish on a plain answer", async () => {
      expect(await (await send({ missingUsage: true })).text()).not.toContain('"usage');
      expect(await (await send({ missingFinish: true })).text()).not.toMatch(
        /end_turn|STOP|_reason":"/,
      );
    });

    test("finish: length and content_filter in the vendor's words", async () => {
      const words = {
        openai: ["length", "content_filter"],
        anthropic: ["max_tokens", "refusal"],
        gemini: ["MAX_TOKENS", "SAFETY"],
      };
      expect(await (await send({ finish: "length" })).text()).toContain(`"${words[dialect][0]}"`);
      expect(await (await send({ finish: "content_filter" })).text()).toContain(
        `"${words[dialect][1]}"`,
      );
    });

    test("rejectFields: a 400 that names the field, and none without it", async () => {
      const field = dialect === "gemini" ? "generationConfig" : "temperature";
      vendor.setDefaults({ rejectFields: [field] });
      const refused = await ask(vendor, dialect, {
        extra: dialect === "gemini" ? { generationConfig: {} } : { temperature: 1 },
      });
      const text = await refused.text();
      expect([refused.status, text.includes(field)]).toEqual([400, true]);
      if (dialect === "openai") {
        expect(objectOf(JSON.parse(text))["error"]).toMatchObject({
          param: field,
          code: "unsupported_parameter",
        });
      }
      expect((await ask(vendor, dialect)).status).toBe(200);
    });

    test("keys: others get the vendor's own refusal", async () => {
      const locked = await startFakeVendor({ keys: ["good"] });
      expect((await ask(locked, dialect, { key: "good" })).status).toBe(200);
      const refused = await ask(locked, dialect, { key: "wrong-key-123" });
      const text = await refused.text();
      const marks = {
        openai: "invalid_api_key",
        anthropic: "authentication_error",
        gemini: "API_KEY_INVALID",
      };
      expect(refused.status).toBe(dialect === "gemini" ? 400 : 401);
      expect(text).toContain(marks[dialect]);
      expect(text).not.toContain("wrong-key-123");
      expect((await ask(locked, dialect, { key: "" })).status).toBe(
        dialect === "gemini" ? 403 : 401,
      );
      locked.setKeys(["wrong-key-123"]);
      expect((await ask(locked, dialect, { key: "wrong-key-123" })).status).toBe(200);
      await locked.stop();
    });
  });
}

test("gemini: a blocked prompt is a 200 with feedback and no candidates", async () => {
  for (const stream of [false, true]) {
    vendor.next({ errorKind: "content_filter" });
    const response = await ask(vendor, "gemini", { stream });
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toMatch(/"blockReason": ?"PROHIBITED_CONTENT"/);
    expect(text).not.toContain("candidates");
  }
});

test("a path no vendor has", async () => {
  const response = await fetch(`${vendor.url}/v1/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: "Bearer k" },
    body: "{}",
  });
  expect(response.status).toBe(404);
  expect(await response.text()).toContain("Invalid URL (POST /v1/v1/chat/completions)");
  expect(
    (await fetch(`${vendor.url}/chat/completions`, { headers: { authorization: "Bearer k" } }))
      .status,
  ).toBe(404);
});
