import { describe, expect, test } from "bun:test";
import { AppError } from "../../../base/errors.ts";
import type { Operation } from "../../dialect.ts";
import { parseRequest } from "./validate.ts";

const user = { role: "user", content: "hi" };
const call = { id: "c1", type: "function", function: { name: "f", arguments: "{}" } };
const calling = { role: "assistant", tool_calls: [call] };
const answer = { role: "tool", tool_call_id: "c1", content: "42" };

function parse(body: unknown, operation: Operation = "chat") {
  return parseRequest(operation, JSON.stringify(body));
}

function chat(fields: Record<string, unknown>) {
  return parse({ model: "m", messages: [user], ...fields });
}

function refusal(run: () => unknown): AppError {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
  throw new Error("was accepted");
}

describe("a good request", () => {
  test("gives what the relay must know", () => {
    const inbound = chat({
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: 9,
      max_tokens: 7,
      n: 3,
    });
    expect(inbound).toMatchObject({
      operation: "chat",
      model: "m",
      stream: true,
      wantsUsage: true,
      maxOutputTokens: 9,
      choices: 3,
    });
  });

  test("null options are absent ones, unknown fields pass", () => {
    const inbound = chat({
      stream: null,
      stream_options: null,
      max_tokens: null,
      n: null,
      temperature: null,
      tools: null,
      tool_choice: null,
      response_format: null,
      next_months_field: { a: [1] },
    });
    expect(inbound).toMatchObject({ stream: false, wantsUsage: false, choices: 1 });
    expect(inbound.maxOutputTokens).toBeUndefined();
  });

  test.each([
    ["every role", [{ role: "system", content: "" }, { role: "developer", content: "x" }, user]],
    [
      "content parts",
      [{ role: "user", content: [{ type: "text", text: "" }, { type: "new_kind" }] }],
    ],
    ["a tool exchange", [user, calling, answer, { role: "assistant", content: "42" }, user]],
    [
      "parallel answers in any order",
      [
        user,
        { role: "assistant", content: null, tool_calls: [call, { ...call, id: "c2" }] },
        { ...answer, tool_call_id: "c2" },
        answer,
      ],
    ],
    ["arguments that are not JSON: not ours to judge", [user, withArguments("{oops"), answer]],
    ["empty arguments", [user, withArguments(""), answer]],
    [
      "a custom tool call",
      [
        user,
        {
          role: "assistant",
          tool_calls: [{ id: "c1", type: "custom", custom: { name: "s", input: "" } }],
        },
      ],
    ],
    ["a refusal without content", [user, { role: "assistant", refusal: "no" }]],
    [
      "an old function call",
      [user, { role: "assistant", function_call: { name: "f", arguments: "{}" } }],
    ],
    ["an old function answer", [user, { role: "function", name: "f", content: null }]],
    [
      "an empty list of calls beside content",
      [user, { role: "assistant", content: "x", tool_calls: [] }],
    ],
  ])("may hold %s", (_name, messages) => {
    expect(parse({ model: "m", messages }).model).toBe("m");
  });

  test.each([
    ["none"],
    ["auto"],
    ["required"],
    [{ type: "function", function: { name: "f" } }],
    [{ type: "allowed_tools", allowed_tools: { mode: "auto", tools: [] } }],
    [{ type: "custom", custom: { name: "f" } }],
    [{ type: "some_new_form" }],
  ])("tool_choice may be %j", (tool_choice) => {
    expect(chat({ tool_choice }).model).toBe("m");
  });
});

describe("a bad request", () => {
  test.each([
    ["", "it is empty"],
    ["{", "not JSON"],
    ["[1]", "must be a JSON object, found an array"],
    ["null", "must be a JSON object, found null"],
  ])("body %j is refused", (text, message) => {
    const error = refusal(() => parseRequest("chat", text));
    expect(error.message).toContain(message);
    expect(error.status).toBe(400);
  });

  test.each([
    ["model", { messages: [user] }, "found nothing"],
    ["model", { model: "", messages: [user] }, 'found the text ""'],
    ["model", { model: 3, messages: [user] }, "found 3"],
    ["messages", { model: "m" }, "found nothing"],
    ["messages", { model: "m", messages: [] }, "at least one"],
    ["messages", { model: "m", messages: { role: "user" } }, "found an object"],
    ["max_tokens", { max_tokens: 0 }, "at least 1"],
    ["max_tokens", { max_tokens: 1.5 }, "integer"],
    ["max_completion_tokens", { max_completion_tokens: "10" }, 'found the text "10"'],
    ["n", { n: 0 }, "from 1 to 128"],
    ["n", { n: 129 }, "from 1 to 128"],
    ["temperature", { temperature: "hot" }, "from 0 to 2"],
    ["temperature", { temperature: 2.1 }, "from 0 to 2"],
    ["stream", { stream: "yes" }, "true or false"],
    ["stream_options", { stream_options: {} }, "only allowed together"],
    ["stream_options", { stream: true, stream_options: [] }, "must be an object"],
    [
      "stream_options.include_usage",
      { stream: true, stream_options: { include_usage: 1 } },
      "true or false",
    ],
    ["tools", { tools: {} }, "must be an array"],
    [
      "tools[1]",
      { tools: [{ type: "function", function: { name: "f" } }, "f"] },
      "must be an object",
    ],
    ["tools[0].type", { tools: [{ function: { name: "f" } }] }, "found nothing"],
    ["tools[0].function.name", { tools: [{ type: "function", function: {} }] }, "found nothing"],
    ["tool_choice", { tool_choice: "maybe" }, 'found the text "maybe"'],
    ["tool_choice.function", { tool_choice: { type: "function", name: "f" } }, "with a `name`"],
    ["response_format", { response_format: "json" }, "must be an object"],
    ["response_format.json_schema", { response_format: { type: "json_schema" } }, "found nothing"],
  ])("%s: %j", (param, fields, message) => {
    const body =
      "messages" in fields || "model" in fields
        ? fields
        : { model: "m", messages: [user], ...fields };
    const error = refusal(() => parse(body));
    expect(error).toMatchObject({ code: "invalid_request", status: 400, detail: { param } });
    expect(error.message).toContain(message);
  });

  test.each([
    ["messages[0]", ["hi"], "must be an object"],
    ["messages[0].role", [{ content: "x" }], "found nothing"],
    ["messages[0].role", [{ role: "bot", content: "x" }], 'found the text "bot"'],
    ["messages[0].content", [{ role: "user" }], "found nothing"],
    ["messages[0].content", [{ role: "user", content: null }], "found null"],
    ["messages[0].content[0]", [{ role: "user", content: ["x"] }], "with a text `type`"],
    [
      "messages[0].content[0].text",
      [{ role: "user", content: [{ type: "text" }] }],
      "found nothing",
    ],
    [
      "messages[1].content",
      [user, { role: "assistant" }],
      "only an assistant message with `tool_calls`",
    ],
    [
      "messages[1].content",
      [user, { role: "assistant", content: null, tool_calls: [] }],
      "found null",
    ],
    [
      "messages[1].tool_calls[0].id",
      [user, { role: "assistant", tool_calls: [{ ...call, id: undefined }] }],
      "id",
    ],
    [
      "messages[1].tool_calls[0].function",
      [user, { role: "assistant", tool_calls: [{ id: "c" }] }],
      "`arguments`",
    ],
    [
      "messages[1].tool_calls[0].function.arguments",
      [user, withArguments({ a: 1 })],
      "JSON text, found an object",
    ],
    ["messages[2].content", [user, calling, { role: "tool", tool_call_id: "c1" }], "found nothing"],
    ["messages[2].tool_call_id", [user, calling, { role: "tool", content: "" }], "found nothing"],
    ["messages[1].tool_call_id", [user, answer], "no assistant message with `tool_calls`"],
    [
      "messages[2].tool_call_id",
      [user, calling, { ...answer, tool_call_id: "zz" }],
      'made the calls "c1"',
    ],
    ["messages[3].tool_call_id", [user, calling, user, answer], "stands right before"],
  ])("%s", (param, messages, message) => {
    const error = refusal(() => parse({ model: "m", messages }));
    expect(error.detail.param).toBe(param);
    expect(error.message).toContain(message);
  });

  test("lists every problem, the first one first", () => {
    const error = refusal(() => parse({ messages: [{ role: "user" }], n: "x" }));
    expect(error.detail.problems?.map((problem) => problem.path)).toEqual([
      "model",
      "messages[0].content",
      "n",
    ]);
    expect(error.message).toEndWith("(and 2 more problems)");
  });

  test.each([
    ['{"model":"cheap","messages":[{"role":"user","content":"x"}],"model":"dear"}', "model"],
    ['{"model":"cheap","messages":[{"role":"user","content":"x"}],"mod\\u0065l":"dear"}', "model"],
    ['{"model":"m","messages":[{"role":"user","content":"x"}],"n":1,"n":100}', "n"],
    [
      '{"model":"m","messages":[{"role":"user","content":"x"}],"stream":true,"stream":false}',
      "stream",
    ],
  ])("a doubled policy field: %s", (text, param) => {
    const error = refusal(() => parseRequest("chat", text));
    expect(error.detail.param).toBe(param);
    expect(error.message).toContain("more than once");
  });

  test("the same words deeper down are no doubles", () => {
    const tools = [
      {
        type: "function",
        function: { name: "f", parameters: { properties: { model: {}, n: {} } } },
      },
    ];
    expect(chat({ n: 1, tools }).choices).toBe(1);
    expect(chat({ note: "café \u0001" }).model).toBe("m");
  });
});

describe("completions and embeddings", () => {
  test("several prompts are as many answers each", () => {
    expect(parse({ model: "m", prompt: ["a", "b"], n: 2 }, "completions").choices).toBe(4);
    expect(parse({ model: "m", prompt: [1, 2, 3] }, "completions").choices).toBe(1);
    expect(parse({ model: "m", prompt: "" }, "completions").choices).toBe(1);
  });

  test.each([[undefined], [[]], [{}]])("prompt %j is refused", (prompt) => {
    expect(refusal(() => parse({ model: "m", prompt }, "completions")).detail.param).toBe("prompt");
  });

  test.each([["a"], [["a", "b"]], [[1, 2]], [[[1], [2, 3]]]])("input %j is fine", (input) => {
    expect(parse({ model: "m", input }, "embeddings")).toMatchObject({
      stream: false,
      maxOutputTokens: 0,
    });
  });

  test.each([[undefined], [""], [[]], [["a", ""]], [[[]]], [[1.5]], [{}]])(
    "input %j is refused",
    (input) => {
      expect(refusal(() => parse({ model: "m", input }, "embeddings")).detail.param).toBe("input");
    },
  );
});

function withArguments(value: unknown) {
  return {
    role: "assistant",
    tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: value } }],
  };
}
