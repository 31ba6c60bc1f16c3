import { describe, expect, test } from "bun:test";
import { AppError } from "../../../base/errors.ts";
import type { CanonicalRequest, CanonicalResponse, Part } from "../../canonical.ts";
import { codec } from "./codec.ts";
import { parseRequest } from "./validate.ts";

type Wire = Readonly<Record<string, unknown>>;

const readBody = (fields: Wire): CanonicalRequest =>
  codec.readRequest(parseRequest("chat", JSON.stringify({ model: "m", input: "hi", ...fields })));
const readItems = (...input: readonly Wire[]) => readBody({ input }).messages;
const fixture = (name: string) => Bun.file(new URL(`fixtures/${name}`, import.meta.url)).text();

function refusal(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("it was not refused");
}

describe("reading answers", () => {
  test.each([
    ["openai-text.json", ["text"], "stop"],
    ["openai-function-call.json", ["tool-call"], "tool-calls"],
    ["openai-web-search.json", ["opaque", "text"], "stop"],
    ["openai-reasoning.json", ["text"], "stop"],
  ] as const)("%s", async (name, types, finish) => {
    const { choices } = codec.readResponse(await fixture(name));
    expect(choices[0]?.parts.map((part) => part.type) as unknown).toEqual(types);
    expect(choices[0]?.finish).toBe(finish);
  });

  test("the reference's own call and counts", async () => {
    const response = codec.readResponse(await fixture("openai-function-call.json"));
    expect(response).toMatchObject({ model: "gpt-5.4", created: 1_741_294_021 });
    expect(response.choices[0]?.parts).toEqual([
      {
        type: "tool-call",
        id: "call_unLAR8MvFNptuiZK6K6HCy5k",
        name: "get_current_weather",
        arguments: '{"location":"Boston, MA","unit":"celsius"}',
      },
    ]);
    expect(response.usage).toEqual({ prompt: 291, cached: 0, completion: 23, reasoning: 0 });
    expect(codec.readResponse(await fixture("openai-reasoning.json")).usage?.reasoning).toBe(832);
  });

  test.each([
    ["queued", "not finished"],
    ["in_progress", "not finished"],
    ["cancelled", "cancelled"],
    ["failed", "failed"],
  ])("status %s is no answer", (status, message) => {
    const error = refusal(() => codec.readResponse(JSON.stringify({ status, output: [] })));
    expect(error.code).toBe("upstream_error");
    expect(error.message).toContain(message);
  });
});

describe("writing answers", () => {
  const answer = (parts: readonly Part[], finish: CanonicalResponse["choices"][0]["finish"]) =>
    JSON.parse(
      codec.writeResponse({
        id: "chatcmpl-1",
        model: "m",
        created: 5,
        choices: [{ parts, finish }],
      }),
    ) as Wire;

  test.each([
    ["stop", "completed", null],
    ["tool-calls", "completed", null],
    ["pause", "completed", null],
    ["length", "incomplete", { reason: "max_output_tokens" }],
    ["content-filter", "incomplete", { reason: "content_filter" }],
  ] as const)("%s is %s", (finish, status, details) => {
    const wire = answer([{ type: "text", text: "a" }], finish);
    expect(wire).toMatchObject({
      object: "response",
      status,
      incomplete_details: details,
      error: null,
    });
    expect(wire["output"]).toMatchObject([{ type: "message", status }]);
  });

  test("a call without arguments is {}, its signature comes back in its id", () => {
    const call: Part = { type: "tool-call", id: "a", name: "f", arguments: "", signature: "CiQB" };
    const [item] = answer([call], "tool-calls")["output"] as Wire[];
    expect(item).toEqual({
      id: "fc_chatcmpl-1_0",
      type: "function_call",
      status: "completed",
      call_id: "a__parley_sCiQB",
      name: "f",
      arguments: "{}",
    });
    const [message] = readItems(item ?? {});
    expect(message?.parts).toEqual([{ ...call, arguments: "{}" }]);
  });
});
