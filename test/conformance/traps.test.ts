/** Traps that users of other relays fell into, where no unit test is the right place. Numbers are those of relay.md §3.6. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startRelay } from "../relay/harness.ts";
import { say } from "./behaviours/words.ts";
import { Watch } from "./clients/client.ts";
import { bodyOf, send } from "./raw.ts";
import { askBy, Stage, WAYS } from "./setting.ts";
import { CLIENTS, PAIRS, UPSTREAMS } from "./sides.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.stop());

const names = PAIRS.map((pair) => ({
  name: `${pair.client.name} to ${pair.upstream.protocol}`,
  ...pair,
}));

describe("trap 23: numbers of tool arguments", () => {
  test.each(names)("stay as the model wrote them: $name", async ({ client: side, upstream }) => {
    const args = '{"id":9007199254740993,"big":1e400,"small":1.10}';
    const { model } = await stage.target(upstream, {
      calls: [{ name: "weather", arguments: args }],
    });
    for (const stream of [false, true]) {
      const { protocol } = side;
      const answer = await send(stage.relay, stage.of(side).key, { protocol, model, stream });
      const text = (await answer.text()).replaceAll("\\", "");
      // Streamed in pieces, a number may be cut; whole answers and whole objects hold it.
      if (!stream)
        for (const number of ["9007199254740993", "1e400", "1.10"]) expect(text).toContain(number);
      else expect(joinDigits(text)).toContain("9007199254740993");
    }
  });
});

/** The pieces of streamed arguments, put together. */
function joinDigits(text: string): string {
  const pieces = [...text.matchAll(/"(?:arguments|partial_json|delta)":"(.*?)"(?=[,}])/g)].map(
    ([, piece]) => piece,
  );
  return pieces.join("") + text;
}

describe("trap 14: what a proxy in between must be told", () => {
  test.each([...CLIENTS])("no buffering, no caching of a stream: $name", async (side) => {
    for (const upstream of UPSTREAMS) {
      const { model } = await stage.target(upstream);
      const { protocol } = side;
      const answer = await send(stage.relay, stage.of(side).key, { protocol, model, stream: true });
      expect(answer.headers.get("x-accel-buffering")).toBe("no");
      expect(answer.headers.get("cache-control")).toBe("no-cache");
      expect(answer.headers.get("content-type")).toStartWith("text/event-stream");
      await answer.text();
    }
  });
});

describe("trap 22: streams that are compressed come late", () => {
  test.each([...UPSTREAMS])("a stream of $protocol is asked for uncompressed", async (upstream) => {
    const target = await stage.target(upstream);
    for (const side of CLIENTS) await stage.of(side).client.stream(target.model, say("hi"));
    const asked = target.requests().map(({ headers }) => headers["accept-encoding"]);
    expect(asked).toEqual(CLIENTS.map(() => "identity"));
  });
});

describe("trap 24: the same field twice", () => {
  const twice = CLIENTS.filter(({ protocol }) => protocol !== "google-generative-ai");
  test.each(twice)("`model` twice is refused: $name", async (side) => {
    const target = await stage.target(UPSTREAMS[0] as (typeof UPSTREAMS)[number]);
    const { protocol } = side;
    const text = JSON.stringify(bodyOf(protocol, target.model)).replace("{", '{"model":"other",');
    const answer = await send(stage.relay, stage.of(side).key, { protocol, model: "", text });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("model");
    expect(target.requests()).toHaveLength(0);
  });
});

describe("§3.4: a prompt that Gemini blocks", () => {
  const gemini = UPSTREAMS.filter(({ fake }) => fake === "gemini");
  test.each([...CLIENTS])("is an answer ended by the filter: $name", async (side) => {
    for (const upstream of gemini) {
      const { model } = await stage.target(upstream, { errorKind: "content_filter" });
      const { client } = stage.of(side);
      for (const way of WAYS) {
        const answer = await askBy(client, way, model, say("hi"));
        expect(answer).toMatchObject({ text: "", calls: [], finish: "content_filter" });
      }
    }
  });
});

describe("trap 20: a retry after the first byte", () => {
  test("never happens: the text is not said twice", async () => {
    const relay = await startRelay({ settings: { retries: 2 } });
    try {
      const key = await relay.key();
      const before = relay.vendor.counts.started;
      relay.vendor.setDefaults({ errorInStream: 3, reply: "a b c d e f" });
      for (const side of CLIENTS) {
        const watch = new Watch();
        const client = side.open({ url: relay.url, key: key.key });
        const model = await relay.model();
        await client.stream(model, say("hi"), watch).catch(() => undefined);
        expect(watch.text).toBe("a b c");
      }
      expect(relay.vendor.counts.started - before).toBe(CLIENTS.length);
    } finally {
      await relay.stop();
    }
  });
});

describe("trap 13: silence of the vendor", () => {
  test("is filled with comments that every client skips", async () => {
    const relay = await startRelay({ settings: { keepAliveSeconds: 0.05 } });
    try {
      const key = await relay.key();
      relay.vendor.setDefaults({ chunkDelayMs: 400, reply: "slow but whole" });
      const texts = await Promise.all(
        CLIENTS.map(async (side) => {
          const client = side.open({ url: relay.url, key: key.key });
          return (await client.stream(await relay.model(), say("hi"))).text;
        }),
      );
      expect(texts).toEqual(CLIENTS.map(() => "slow but whole"));
    } finally {
      await relay.stop();
    }
  });
});
