/** What has nothing to do with the vendor: keys, limits, lists, mistakes of the client's own. */

import { expect } from "bun:test";
import type { Client } from "../clients/client.ts";
import { failureOf, type Stage } from "../setting.ts";
import { type ClientSide, type Upstream, UPSTREAMS } from "../sides.ts";
import { say } from "./words.ts";

export interface ClientSetting {
  readonly side: ClientSide;
  readonly client: Client;
  readonly stage: Stage;
}

export interface ClientBehaviour {
  readonly name: string;
  readonly run: (setting: ClientSetting) => Promise<void>;
}

const [FIRST] = UPSTREAMS as readonly [Upstream];

export const CLIENT_BEHAVIOURS: readonly ClientBehaviour[] = [
  {
    name: "a wrong key is the client's own authentication error",
    async run({ side, stage }) {
      const { model } = await stage.target(FIRST);
      for (const key of ["sk-parley-0123456789-nonsense", "sk-something-else"]) {
        const stranger = side.open({ url: stage.relay.url, key });
        const failure = await failureOf(stranger, stranger.ask(model, say("hi")));
        expect(failure).toMatchObject({ kind: "authentication", status: 401 });
      }
    },
  },
  {
    name: "an unknown model is the client's own not-found error",
    async run({ client }) {
      const failure = await failureOf(client, client.ask("no-such-model", say("hi")));
      expect(failure).toMatchObject({ kind: "not_found", status: 404 });
      expect(failure.message).toContain("no-such-model");
    },
  },
  {
    name: "a bad field is the client's own bad request, with the field's name",
    async run({ client, stage }) {
      const target = await stage.target(FIRST);
      const failure = await failureOf(
        client,
        client.ask(target.model, say("hi", { maxTokens: -1 })),
      );
      expect(failure).toMatchObject({ kind: "bad_request", status: 400 });
      expect(failure.message).toMatch(/max_(?:completion_|output_)?tokens|maxOutputTokens/);
      expect(target.requests()).toHaveLength(0);
    },
  },
  {
    name: "a limit of the key is the client's own rate limit",
    async run({ side, stage }) {
      const { model } = await stage.target(FIRST);
      const key = await stage.relay.key({ rpm: 1 });
      const limited = side.open({ url: stage.relay.url, key: key.key });
      await limited.ask(model, say("hi"));
      const failure = await failureOf(limited, limited.ask(model, say("hi")));
      expect(failure).toMatchObject({ kind: "rate_limit", status: 429 });
    },
  },
  {
    name: "an empty account is told so, and not asked to try again",
    async run({ side, stage }) {
      const { model } = await stage.target(FIRST);
      const key = await stage.relay.key({ usd: "0" });
      const poor = side.open({ url: stage.relay.url, key: key.key });
      const failure = await failureOf(poor, poor.ask(model, say("hi")));
      expect(failure).toMatchObject({ kind: "rate_limit", status: 429 });
      expect(failure.message).toMatch(/money|balance|credit|quota/i);
    },
  },
  {
    name: "the list of models has the client's own shape",
    async run({ client, stage }) {
      const { model } = await stage.target(FIRST);
      expect(await client.listModels()).toContain(model);
    },
  },
];
