import { describe, expect, test } from "bun:test";
import { CHAT, drops, refuse } from "../../../test/llm/refused-requests.ts";
import type { UpstreamFailure } from "../dialect.ts";
import { applyQuirks, type Quirks } from "../quirks.ts";

type Row = readonly [message: string, learned: Quirks, rest?: Partial<UpstreamFailure>];

describe("a chat-completions vendor that says", () => {
  const rows: readonly Row[] = [
    [
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { max_tokens_field: "max_completion_tokens" },
      { param: "max_tokens", code: "unsupported_parameter" },
    ],
    [
      "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
      drops("temperature"),
      { param: "temperature", code: "unsupported_value" },
    ],
    ["Unknown parameter: 'seed'.", drops("seed"), { param: "seed", code: "unknown_parameter" }],
    ["Unrecognized request argument supplied: stream_options", { no_stream_usage: true }],
    ["property 'store' is unsupported, did you mean 'stop'?", drops("store")],
    [
      "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]",
      drops("messages[].reasoning_content"),
    ],
    [
      "messages.2.assistant.reasoning_content: property 'messages.2.assistant.reasoning_content' is unsupported",
      drops("messages[].reasoning_content"),
    ],
    [
      '{"detail":[{"type":"extra_forbidden","loc":["body","frequency_penalty"],"msg":"Extra inputs are not permitted","input":0.0}]}',
      drops("frequency_penalty"),
      { status: 422 },
    ],
    [
      "[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options', 'include_usage'), 'msg': 'Extra inputs are not permitted', 'input': True}]",
      { no_stream_usage: true },
    ],
    [
      "{'detail': [{'type': 'extra_forbidden', 'loc': ['body', 'messages', 2, 'assistant', 'tool_calls', 0, 'index'], 'msg': 'Extra inputs are not permitted'}]}",
      drops("messages[].tool_calls[].index"),
      { status: 422 },
    ],
    ['json: unknown field "reasoning_effort"', drops("reasoning_effort")],
    ["unknown field `user`, expected one of `model`, `messages`", drops("user")],
    ["Additional properties are not allowed ('seed' was unexpected)", drops("seed")],
    ["create() got an unexpected keyword argument 'seed'", drops("seed")],
    ["temperature is not supported by this model", drops("temperature")],
    ["`temperature` is deprecated for this model.", drops("temperature")],
    ["invalid temperature: only 1 is allowed for this model", drops("temperature")],
    ["`temperature` and `top_p` cannot both be specified for this model.", drops("top_p")],
    [
      "This model does not support the parallel_tool_calls parameter.",
      drops("parallel_tool_calls"),
    ],
    ["tools.0.function.strict: Extra inputs are not permitted", drops("tools[].function.strict")],
    [
      "Extra inputs are not permitted, field: 'messages[1].name'",
      drops("messages[].name"),
      { param: "messages[1].name", code: "extra_forbidden" },
    ],
    [
      "Failed to deserialize the JSON body into the target type: messages[0].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool` at line 1 column 60",
      { no_developer_role: true },
    ],
    [
      "developer is not one of ['system', 'assistant', 'user', 'tool', 'function'] - 'messages.['0].role'",
      { no_developer_role: true },
    ],
    [
      "Unsupported value: 'messages[0].role' does not support 'developer' with this model.",
      { no_developer_role: true },
      { param: "messages[0].role", code: "unsupported_value" },
    ],
    ['Unexpected role "developer"', { no_developer_role: true }],
    [
      "messages.0.role: Input should be 'system', 'user', 'assistant' or 'tool'",
      { no_developer_role: true },
      { status: 422, param: "messages.0.role" },
    ],
    [
      "messages[0]: invalid type: sequence, expected a string at line 1 column 9837",
      { string_content: true },
    ],
    [
      "Invalid type for 'messages[0].content': expected a string, but got an array instead.",
      { string_content: true },
    ],
    [
      "'messages.0' : for 'role:system' the following must be satisfied[('messages.0.content' : value must be a string)]",
      { string_content: true },
    ],
    [
      "json: cannot unmarshal array into Go struct field ChatMessage.messages.content of type string",
      { string_content: true },
    ],
    [
      "[{'loc': ('body', 'messages', 0, 'content'), 'msg': 'str type expected', 'type': 'type_error.str'}]",
      { string_content: true },
    ],
    ["This model only supports single tool-calls at once!", { no_parallel_tool_calls: true }],
  ];
  test.each([...rows])("%s", (message, learned, rest = {}) => {
    expect(refuse(CHAT, message, rest)).toEqual(learned);
    expect(applyQuirks(JSON.stringify(CHAT), learned)).not.toBe(JSON.stringify(CHAT));
  });

  test("that the newer limit is unknown is given the older", () => {
    const { max_tokens: _, ...rest } = CHAT;
    expect(
      refuse(
        { ...rest, max_completion_tokens: 5 },
        "max_completion_tokens: Extra inputs are not permitted",
      ),
    ).toEqual({ max_tokens_field: "max_tokens" });
  });

  test("that it knows no system role has it folded into the user's turn", () => {
    const body = {
      model: "m",
      messages: [
        { role: "system", content: "s" },
        { role: "user", content: "u" },
      ],
    };
    expect(refuse(body, "System role not supported")).toEqual({ no_system_role: true });
    expect(
      refuse(
        body,
        "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
      ),
    ).toEqual({ no_system_role: true });
  });

  test("that a format is unavailable is asked in words", () => {
    const schema = { type: "json_schema", json_schema: { name: "a", schema: { type: "object" } } };
    const body = { model: "m", messages: [], response_format: schema };
    expect(refuse(body, "This response_format type is unavailable now")).toEqual({
      no_response_schema: true,
    });
    expect(
      refuse(
        { ...body, response_format: { type: "json_object" } },
        "'response_format.type' must be 'json_schema' or 'text'",
      ),
    ).toEqual({ no_json_mode: true });
    expect(
      refuse(
        body,
        "Invalid schema for response_format 'a': In context=(), 'additionalProperties' is not supported",
      ),
    ).toBeUndefined();
  });

  test("that answers cannot be begun for it is asked to go on", () => {
    const body = {
      model: "m",
      messages: [
        { role: "user", content: "q" },
        { role: "assistant", content: "a" },
      ],
    };
    for (const message of [
      "This model does not support assistant message prefill. The conversation must end with a user message.",
      "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
      "Prefilling assistant messages is not supported for this model.",
    ]) {
      expect(refuse(body, message)).toEqual({ no_prefill: true });
    }
  });
});
