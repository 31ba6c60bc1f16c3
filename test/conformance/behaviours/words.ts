/** Questions and checks that several behaviours share. */

import { expect } from "bun:test";
import { isRecord } from "../../../src/base/json.ts";
import type { Answer, Ask, ToolSpec, Turn } from "../clients/client.ts";
import type { Target } from "../setting.ts";

export const CITY = {
  type: "object",
  properties: { city: { type: "string", description: "a city" } },
  required: ["city"],
} as const;

export const weather: ToolSpec = { name: "weather", schema: CITY };
export const time: ToolSpec = { name: "time", schema: CITY };
/** Takes nothing. */
export const ping: ToolSpec = { name: "ping" };

export function user(text: string): Turn {
  return { role: "user", text };
}

export function say(text: string, more: Omit<Ask, "turns"> = {}): Ask {
  return { turns: [user(text)], ...more };
}

/** Results of every call of an answer, `text` of each from its arguments. */
export function results(answer: Answer, text: (city: string) => string, isError?: true): Turn {
  return {
    role: "results",
    results: answer.calls.map((call) => ({
      call,
      text: text(cityOf(call.arguments)),
      ...(isError && { isError }),
    })),
  };
}

export function cityOf(args: string): string {
  if (args === "") return "";
  const value: unknown = JSON.parse(args);
  return isRecord(value) && typeof value["city"] === "string" ? value["city"] : "";
}

/** Names and arguments of the calls, whatever their ids and spacing. */
export function callsOf(answer: Pick<Answer, "calls">): [string, unknown][] {
  return answer.calls.map((call) => [call.name, JSON.parse(call.arguments)]);
}

export function expectDistinctIds(answer: Answer): void {
  const ids = answer.calls.map(({ id }) => id).filter((id) => id !== "");
  expect(new Set(ids).size).toBe(ids.length);
}

/** What the vendor was sent last. */
export function sentBody(target: Target): Record<string, unknown> {
  const body = target.requests().at(-1)?.body;
  if (!isRecord(body)) throw new Error("the vendor was sent nothing");
  return body;
}

export function sentText(target: Target): string {
  return target.requests().at(-1)?.bodyText ?? "";
}
