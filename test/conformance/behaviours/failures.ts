/** What goes wrong, as each client's own errors say it. */

import { expect } from "bun:test";
import type { Faults } from "../../fakes/vendor/server.ts";
import { type FailureKind, Watch } from "../clients/client.ts";
import { send } from "../raw.ts";
import { askBy, failureOf, WAYS } from "../setting.ts";
import type { Behaviour } from "./behaviour.ts";
import { say } from "./words.ts";

interface Refusal {
  readonly name: string;
  readonly faults: Faults;
  readonly status: number;
  readonly kind: FailureKind;
  readonly says?: RegExp;
  /** The dialects' own words for it: both of OpenAI's, Anthropic's, Google's. */
  readonly words: readonly [openai: string, anthropic: string, google: string];
}

const BAD = ["invalid_request_error", "invalid_request_error", "INVALID_ARGUMENT"] as const;
const FAILED = ["upstream_error", "api_error", "UNAVAILABLE"] as const;

const REFUSALS: readonly Refusal[] = [
  {
    name: "a vendor's 400 is the client's own bad request, in the vendor's words",
    faults: { status: 400 },
    status: 400,
    kind: "bad_request",
    says: /invalid/i,
    words: BAD,
  },
  {
    name: "a vendor's 401 is our trouble: 502, and no word of keys",
    faults: { errorKind: "invalid_key" },
    status: 502,
    kind: "server",
    says: /your own key is fine/,
    words: ["upstream_credentials_exhausted", "api_error", "UNAVAILABLE"],
  },
  {
    name: "a vendor's 429 is the client's own rate limit",
    faults: { status: 429, retryAfter: 7 },
    status: 429,
    kind: "rate_limit",
    words: ["rate_limit_exceeded", "rate_limit_error", "RESOURCE_EXHAUSTED"],
  },
  {
    name: "a vendor's 500 and 503 are the client's own server error",
    faults: { status: 503 },
    status: 502,
    kind: "server",
    words: FAILED,
  },
  {
    name: "a proxy's HTML page in the vendor's place is a server error, not markup",
    faults: { htmlError: true },
    status: 502,
    kind: "server",
    says: /502 Bad Gateway/,
    words: FAILED,
  },
  {
    name: "a prompt that is too long is a bad request that says so",
    faults: { errorKind: "context_length" },
    status: 400,
    kind: "bad_request",
    says: /context length|too long|exceeds the maximum/,
    words: ["context_length_exceeded", BAD[1], BAD[2]],
  },
];

const refusals = REFUSALS.map(({ name, faults, status, kind, words, says = /./ }): Behaviour => ({
  name,
  async run({ client, target, pair }) {
    const [openai, anthropic, google] = words;
    const { protocol } = pair.client;
    const word = protocol.startsWith("openai")
      ? openai
      : protocol === "anthropic-messages"
        ? anthropic
        : google;
    for (const way of WAYS) {
      const { model } = await target(faults);
      const failure = await failureOf(client, askBy(client, way, model, say("hi")));
      expect(failure).toMatchObject({ kind, status, word });
      expect(failure.message).toMatch(says);
      expect(failure.message).not.toContain("<html");
    }
  },
}));

export const FAILURE_BEHAVIOURS: readonly Behaviour[] = [
  ...refusals,
  {
    name: "the wait a vendor asks for is told in a header, and no client is told to wait for nothing",
    async run({ target, pair, relay, key }) {
      const { protocol } = pair.client;
      const limited = await target({ status: 429, retryAfter: 7 });
      const answer = await send(relay, key, { protocol, model: limited.model });
      expect(answer.status).toBe(429);
      expect(answer.headers.get("retry-after")).toBe("7");
      expect(answer.headers.get("x-should-retry")).toBe("true");
      const bad = await target({ status: 400 });
      const refused = await send(relay, key, { protocol, model: bad.model });
      expect(refused.headers.get("retry-after")).toBeNull();
      expect(refused.headers.get("x-should-retry")).toBe("false");
    },
  },
  {
    name: "an error in the middle of a stream is the client's own error, after the text so far",
    async run({ client, target }) {
      const { model } = await target({ errorInStream: 2, reply: "one two three four" });
      const watch = new Watch();
      const failure = await failureOf(client, client.stream(model, say("hi"), watch));
      expect(["in_stream", "server"]).toContain(failure.kind);
      expect(failure.message).not.toBe("");
      expect(watch).toMatchObject({ text: "one two", sawEnd: false });
    },
  },
  {
    name: "an error as the first event is a real status code",
    async run({ client, target }) {
      const { model } = await target({ errorAfter200First: true });
      for (const way of WAYS) {
        const failure = await failureOf(client, askBy(client, way, model, say("hi")));
        expect(failure.kind).toBe("server");
        expect(failure.status).toBeGreaterThanOrEqual(500);
      }
    },
  },
  ...(
    [
      ["a cut stream never looks finished", { cutAfterChunks: 2 }],
      [
        "a stream cut inside an event never looks finished",
        { cutAfterChunks: 2, cutMidFrame: true },
      ],
      ["a stream that is reset never looks finished", { cutAfterChunks: 2, cutReset: true }],
      ["an end mark without a finish reason never looks finished", { missingFinish: true }],
      ["an event that is no JSON never looks finished", { malformedAfterChunks: 2 }],
    ] as const
  ).map(([name, faults]): Behaviour => ({
    name,
    async run({ client, target }) {
      const { model } = await target({
        ...faults,
        chunkDelayMs: 3,
        reply: "one two three four five six",
      });
      const watch = new Watch();
      const failure = await failureOf(client, client.stream(model, say("hi"), watch));
      expect(["in_stream", "server"]).toContain(failure.kind);
      expect(watch.sawEnd).toBe(false);
      expect("one two three four five six").toStartWith(watch.text);
    },
  })),
  {
    name: "a client that leaves a stream cancels the vendor's call",
    async run({ client, target, relay }) {
      const upstream = await target({ chunkDelayMs: 20, chunks: 500 });
      const leave = new AbortController();
      const watch = new Watch();
      watch.onText = () => leave.abort();
      const asked = client.stream(upstream.model, say("hi", { signal: leave.signal }), watch);
      const outcome = await asked.then(
        () => "whole",
        (thrown: unknown) => client.readFailure(thrown).kind,
      );
      expect(outcome).not.toBe("whole");
      const [request] = upstream.requests();
      await relay.vendor.waitForRequest(({ id, aborted }) => id === request?.id && aborted);
    },
  },
  {
    name: "a client that leaves a plain call cancels the vendor's call",
    async run({ client, target, relay }) {
      const upstream = await target({ noResponse: true });
      const leave = new AbortController();
      const failed = failureOf(
        client,
        client.ask(upstream.model, say("hi", { signal: leave.signal })),
      );
      const sent = await relay.vendor.waitForRequest(({ id }) => id === upstream.requests()[0]?.id);
      leave.abort();
      expect((await failed).kind).toBe("aborted");
      await relay.vendor.waitForRequest(({ id, aborted }) => id === sent.id && aborted);
    },
  },
];
