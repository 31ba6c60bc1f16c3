/** Bytes recorded from real vendors, replayed: every client reads the same answer from them. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { listRecordings } from "../fakes/vendor/recordings.ts";
import { lastRequest } from "../relay/harness.ts";
import { callsOf, say } from "./behaviours/words.ts";
import type { Answer } from "./clients/client.ts";
import { askBy, Stage, type Way } from "./setting.ts";
import { CLIENTS, UPSTREAMS } from "./sides.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.stop());

/** Pieces of arguments the official client of their own dialect gives on as they are. */
const IN_PIECES = "google-stream-tool-call-arguments";

/** Facts of the recordings, read by eye; the rest is held to be the same for every client. */
const FACTS: Readonly<Record<string, { text?: RegExp; calls?: readonly string[] }>> = {
  "xai-text": { text: /./ },
  "xai-tool-call": { calls: ["weather"] },
  "anthropic-text": { text: /./ },
  "anthropic-tool-no-args": { text: /./, calls: ["updateIssueList"] },
  "anthropic-json-tool.1": { calls: ["json"] },
  "anthropic-json-tool.2": { text: /I'll invoke/ },
  "google-text": { text: /strawberry/ },
  "google-tool-call": { calls: ["weather"] },
  "google-tool-call-gemini3": { calls: ["weather"] },
  [IN_PIECES]: { calls: ["getWeather", "getWeather"] },
};

const RECORDED = UPSTREAMS.filter(({ protocol }) => protocol !== "openai-responses").flatMap(
  (upstream) =>
    listRecordings(upstream.fake).map((file) => ({
      upstream,
      file,
      recording: file.replace(/(?:\.chunks\.txt|\.json)$/, ""),
      way: wayOf(file),
    })),
);

describe.each(RECORDED)("$upstream.protocol: $file", ({ upstream, recording, way }) => {
  let first: ReturnType<typeof essence> | undefined;
  let billed: object | undefined;

  for (const side of CLIENTS) {
    const isNative = side.protocol === upstream.protocol;
    if (recording === IN_PIECES && isNative) continue;

    test(`read by ${side.name}`, async () => {
      const { model } = await stage.target(upstream, { recording });
      const { client, key } = stage.of(side);
      const { tokens, ...answer } = await askBy(client, way, model, say("hi"));
      const read = essence(answer, recording);
      first ??= read;
      expect(read).toEqual(first);
      const { text, calls } = FACTS[recording] ?? {};
      if (text) expect(read.text).toMatch(text);
      if (calls) expect(read.calls.map(([name]) => name)).toEqual([...calls]);
      const { prompt_tokens, completion_tokens, cached_tokens, cost_nano, estimated } =
        await lastRequest(stage.relay, key);
      const bill = { prompt_tokens, completion_tokens, cached_tokens, cost_nano, estimated };
      billed ??= bill;
      expect<object>(bill).toEqual(billed);
      expect(estimated).toBe(false);
      // A client of the vendor's own dialect reads the vendor's own spelling of its counts.
      if (!isNative) expect(tokens?.completion).toBe(completion_tokens ?? NaN);
    });
  }
});

function wayOf(file: string): Way {
  return file.endsWith(".json") ? "plain" : "stream";
}

/** Clients show the words of a refusal in places of their own. */
const REFUSED = "anthropic-refusal";

function essence({ text, reasoning, finish, calls }: Omit<Answer, "tokens">, recording: string) {
  const said = recording === REFUSED ? "" : text;
  return { text: said, reasoning, finish, calls: callsOf({ calls }) };
}
