/** What the playground builds without a browser: the request, its code, and the judgement of a tool's schema. */

import { describe, expect, test } from "bun:test";
import { writeCode } from "../../web/src/pages/playground/code.ts";
import { NO_SETTINGS, writeBody } from "../../web/src/pages/playground/request.ts";
import { findToolProblem, SAMPLE_TOOL } from "../../web/src/pages/playground/tool-draft.ts";
import { matches } from "../../web/src/pages/requests/log-query.ts";
import { request } from "../management/fake-management.ts";

const TEXT = `It's "quoted" \\ and\n$(odd) 'PARLEY' 🙂`;

describe("the request as code", () => {
  const settings = {
    ...NO_SETTINGS,
    system: "Be brief",
    temperature: "0.5",
    extra: '{"seed": 7, "logprobs": true}',
    tools: [SAMPLE_TOOL],
  };
  const body = writeBody(settings, "demo", [{ role: "user", text: TEXT, images: [] }]);
  const code = writeCode(body, "http://127.0.0.1:8400", ["seed", "logprobs"]);

  test("the request has what was set and nothing else", () => {
    expect(body).toMatchObject({ model: "demo", temperature: 0.5, seed: 7, stream: true });
    expect(body).not.toHaveProperty("top_p");
    expect(writeBody(NO_SETTINGS, "demo", [])).toEqual({
      model: "demo",
      messages: [],
      stream: true,
    });
  });

  test("the shell gets the very same JSON", () => {
    const [, json = ""] = code.curl.split(/<<'PARLEY_REQUEST'\n|\nPARLEY_REQUEST/);
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(body)));
  });

  test("Python has its own words for true and nothing, and unknown fields apart", () => {
    expect(code.python).toContain("stream=True,");
    expect(code.python).toContain(
      'extra_body={\n        "seed": 7,\n        "logprobs": True,\n    },',
    );
    expect(code.python).not.toMatch(/\btrue\b|\bnull\b/);
  });
});

test.each([
  [{ name: "two words" }, "name"],
  [{ parameters: "{" }, "json"],
  [{ parameters: "[]" }, "notObject"],
  [{ parameters: '{"type": "string"}' }, "rootType"],
  [{ parameters: '{"type": "object", "properties": []}' }, "properties"],
  [{ parameters: '{"type": "object", "required": ["a"]}' }, "unknownRequired"],
  [{ parameters: '{"type": "object", "properties": {"a": {"type": "text"}}}' }, "type"],
  [{ parameters: "" }, undefined],
  [{}, undefined],
] as const)("a tool is judged: %j", (patch, kind) => {
  expect(findToolProblem({ ...SAMPLE_TOOL, ...patch }, [])?.kind).toBe(kind as never);
});

test("a live call passes the filters that the server would apply", () => {
  const row = { ...request, status: 429, cost_nano: 5_000_000 };
  expect(matches(row, {})).toBe(true);
  expect(matches(row, { errors: true, min_cost_usd: "0.005" })).toBe(true);
  expect(matches(row, { min_cost_usd: "0.0051" })).toBe(false);
  expect(matches(row, { errors: false })).toBe(false);
  expect(matches(row, { model: "other" })).toBe(false);
  expect(matches(row, { until: row.at })).toBe(false);
});
