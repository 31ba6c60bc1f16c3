/** What the relay does with a wish that a vendor's dialect has no word for, and how a test proves it. */

import { expect } from "bun:test";
import { isRecord } from "../../src/base/json.ts";
import { send } from "./raw.ts";
import type { Stage, Target } from "./setting.ts";
import { type ClientSide, CLIENTS, type Upstream, UPSTREAMS } from "./sides.ts";

export type Protocol = ClientSide["protocol"];
export type Fields = Readonly<Record<string, unknown>>;

export interface Difference {
  readonly what: string;
  readonly from: Protocol;
  readonly to: readonly Protocol[];
  readonly does: "refused with a 400" | "left out" | "changed";
  readonly why: string;
  readonly run: (stage: Stage, to: Upstream) => Promise<void>;
}

export const CHAT = "openai-completions";
export const RESPONSES = "openai-responses";
export const MESSAGES = "anthropic-messages";
export const GEMINI = "google-generative-ai";

const ALL: readonly Protocol[] = [CHAT, RESPONSES, MESSAGES, GEMINI];

export function but(...left: readonly Protocol[]): readonly Protocol[] {
  return ALL.filter((protocol) => !left.includes(protocol));
}

export function upstreamOf(protocol: Protocol): Upstream {
  const found = UPSTREAMS.find((upstream) => upstream.protocol === protocol);
  if (!found) throw new Error(`no upstream ${protocol}`);
  return found;
}

/** Sends the fields and gives the answer with what the vendor got. */
export async function ask(
  stage: Stage,
  from: Protocol,
  to: Upstream,
  fields: Fields,
): Promise<{ status: number; text: string; target: Target; sent: Fields }> {
  const side = CLIENTS.find(({ protocol }) => protocol === from);
  if (!side) throw new Error(`no client of ${from}`);
  const target = await stage.target(to);
  const { key } = stage.of(side);
  const answer = await send(stage.relay, key, { protocol: from, model: target.model, fields });
  const body = target.requests().at(-1)?.body;
  return {
    status: answer.status,
    text: await answer.text(),
    target,
    sent: isRecord(body) ? body : {},
  };
}

export function refuses(from: Protocol, fields: Fields, says: RegExp): Difference["run"] {
  return async (stage, to) => {
    const { status, text, target } = await ask(stage, from, to, fields);
    expect(status).toBe(400);
    expect(text).toMatch(says);
    expect(target.requests()).toHaveLength(0);
  };
}

export function leavesOut(from: Protocol, fields: Fields, absent: RegExp): Difference["run"] {
  return async (stage, to) => {
    const { status, target } = await ask(stage, from, to, fields);
    expect(status).toBe(200);
    expect(target.requests().at(-1)?.bodyText).not.toMatch(absent);
  };
}
