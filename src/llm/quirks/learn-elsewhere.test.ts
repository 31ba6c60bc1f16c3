import { describe, expect, test } from "bun:test";
import { CHAT, CONTENTS, drops, MESSAGES, refuse } from "../../../test/llm/refused-requests.ts";
import type { UpstreamFailure } from "../dialect.ts";
import { readFailure } from "../failure.ts";
import type { Quirks } from "../quirks.ts";
import { learnFromRefusal } from "./learn.ts";

describe("a vendor of another dialect that says", () => {
  test.each<readonly [body: object, message: string, learned: Quirks]>([
    [MESSAGES, "temperature: Extra inputs are not permitted", drops("temperature")],
    [
      MESSAGES,
      "output_config.effort: Extra inputs are not permitted",
      drops("output_config.effort"),
    ],
    [MESSAGES, "tools.0.custom.strict: Extra inputs are not permitted", drops("tools[].strict")],
    [
      MESSAGES,
      "system.0.cache_control: Extra inputs are not permitted",
      drops("system[].cache_control"),
    ],
    [MESSAGES, "This model does not support assistant message prefill.", { no_prefill: true }],
    [
      CONTENTS,
      "Invalid JSON payload received. Unknown name \"topK\" at 'generation_config': Cannot find field.",
      drops("generationConfig.topK"),
    ],
    [
      CONTENTS,
      "Invalid JSON payload received. Unknown name \"thinkingLevel\" at 'generation_config.thinking_config': Cannot find field.",
      drops("generationConfig.thinkingConfig.thinkingLevel"),
    ],
    [
      CONTENTS,
      'Thinking level is not supported. Unknown name "thinkingConfig"',
      drops("generationConfig.thinkingConfig"),
    ],
    [
      CONTENTS,
      "Unknown name \"parametersJsonSchema\" at 'tools[0].function_declarations[0]': Cannot find field.",
      { gemini_plain_schema: true },
    ],
    [
      CONTENTS,
      "Unknown name \"additionalProperties\" at 'tools[0].function_declarations[0].parameters': Cannot find field.",
      { gemini_plain_schema: true },
    ],
    [
      CONTENTS,
      "Developer instruction is not enabled for models/gemma-3-27b-it",
      { no_system_role: true },
    ],
    [CONTENTS, "Please ensure that the conversation ends with a user turn.", { no_prefill: true }],
  ])("%#", (body, message, learned) => {
    expect(refuse(body, message)).toEqual(learned);
  });
});

test("a messages vendor is never asked under another name of the limit", () => {
  expect(refuse(MESSAGES, "max_tokens: Extra inputs are not permitted")).toBeUndefined();
});

describe("nothing is learned", () => {
  test.each<readonly [message: string, rest?: Partial<UpstreamFailure>]>([
    // What the client depends on.
    [
      "Unsupported parameter: 'stop' is not supported with this model.",
      { param: "stop", code: "unsupported_parameter" },
    ],
    [
      "Unsupported parameter: 'tools' is not supported with this model.",
      { param: "tools", code: "unsupported_parameter" },
    ],
    ["Unknown parameter: 'tool_choice'.", { param: "tool_choice", code: "unknown_parameter" }],
    ["property 'n' is unsupported"],
    ["logit_bias is not supported"],
    ["messages: Extra inputs are not permitted"],
    ["model is not supported"],
    ["this model does not support tools"],
    // A wrong value is the client's to mend.
    ["Invalid value for 'temperature': must be between 0 and 1", { param: "temperature" }],
    ["temperature: Input should be less than or equal to 1"],
    [
      "Invalid 'seed': integer above maximum value.",
      { param: "seed", code: "integer_above_max_value" },
    ],
    ["messages[2].tool_calls[0].function.arguments: expected a string, but got an object"],
    ["Invalid type for 'messages[0].content': expected a string or an array of objects"],
    ["Conversation roles must alternate user/assistant/user/assistant/..."],
    ["Invalid value: 'boss'. Supported values are: 'developer', 'system', 'user'."],
    // A field that was not sent.
    ["Unknown parameter: 'verbosity'.", { param: "verbosity", code: "unknown_parameter" }],
    ["Your request was blocked."],
    // Another trouble.
    ["Unknown parameter: 'seed'.", { status: 500 }],
    ["Unknown parameter: 'seed'.", { status: 401 }],
  ])("from %s", (message, rest = {}) => {
    expect(refuse(CHAT, message, rest)).toBeUndefined();
  });

  test("from a field whose false is a demand", () => {
    const body = { ...CHAT, store: false, parallel_tool_calls: false };
    expect(refuse(body, "property 'store' is unsupported")).toBeUndefined();
    expect(refuse(body, "property 'parallel_tool_calls' is unsupported")).toBeUndefined();
  });

  test("that would take away an earlier refusal", () => {
    const said = "messages.2.assistant.refusal: Extra inputs are not permitted";
    expect(refuse(CHAT, said)).toEqual(drops("messages[].refusal"));
    const messages = CHAT.messages.map((turn) =>
      turn.role === "assistant" ? { ...turn, refusal: "No." } : turn,
    );
    expect(refuse({ ...CHAT, messages }, said)).toBeUndefined();
  });

  test("from text that is not JSON", () => {
    expect(
      learnFromRefusal(readFailure(400, new Headers(), "Unknown parameter: 'a'"), "{"),
    ).toBeUndefined();
  });
});

test("FastAPI's report is read with its place", () => {
  const text = JSON.stringify({
    detail: [
      { type: "extra_forbidden", loc: ["body", "seed"], msg: "Extra inputs are not permitted" },
    ],
  });
  expect(learnFromRefusal(readFailure(422, new Headers(), text), JSON.stringify(CHAT))).toEqual(
    drops("seed"),
  );
});
