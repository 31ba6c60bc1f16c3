/** A client of chat-completions and a vendor of messages: every row of the mapping of requests, on the wire. */

import { describe, expect, test } from "bun:test";
import { chatCompletions as chat } from "../chat-completions/index.ts";
import { messages } from "./index.ts";

type Wire = Record<string, unknown>;

const user = { role: "user", content: "hi" };

function send(fields: Wire): Wire {
  const body = { model: "claude-sonnet-4-5", messages: [user], ...fields };
  const request = chat.codec.readRequest(chat.parseRequest("chat", JSON.stringify(body)));
  return JSON.parse(messages.codec.writeRequest(request)) as Wire;
}

const call = (id: string, text: string) => ({
  id,
  type: "function",
  function: { name: "f", arguments: text },
});
const tool = {
  type: "function",
  function: { name: "f", parameters: { type: "object", properties: {} } },
};
describe("the request", () => {
  test.each<[string, Wire, Wire]>([
    [
      "system and developer messages -> system, joined in order",
      { messages: [{ role: "system", content: "a" }, { role: "developer", content: "b" }, user] },
      {
        system: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
        messages: [user],
      },
    ],
    [
      "tool messages -> one user turn of results, before the user's words",
      {
        tools: [tool],
        messages: [
          user,
          { role: "assistant", content: null, tool_calls: [call("a", '{"x":1}'), call("b", "")] },
          { role: "tool", tool_call_id: "a", content: "1" },
          { role: "tool", tool_call_id: "b", content: "2" },
          user,
        ],
      },
      {
        messages: [
          user,
          {
            role: "assistant",
            content: [
              { type: "tool_use", id: "a", name: "f", input: { x: 1 } },
              { type: "tool_use", id: "b", name: "f", input: {} },
            ],
          },
          {
            role: "user",
            content: [
              { type: "tool_result", tool_use_id: "a", content: "1" },
              { type: "tool_result", tool_use_id: "b", content: "2" },
              { type: "text", text: "hi" },
            ],
          },
        ],
      },
    ],
    [
      "an empty text beside calls -> no block (trap 1)",
      {
        tools: [tool],
        messages: [
          user,
          { role: "assistant", content: "", tool_calls: [call("a", "{}")] },
          { role: "tool", tool_call_id: "a", content: "" },
        ],
      },
      {
        messages: [
          user,
          { content: [{ type: "tool_use" }] },
          { content: [{ type: "tool_result", tool_use_id: "a" }] },
        ],
      },
    ],
    [
      "tool_choice required -> any (trap 17)",
      { tools: [tool], tool_choice: "required" },
      { tool_choice: { type: "any" } },
    ],
    [
      "tool_choice by name -> tool",
      { tools: [tool], tool_choice: { type: "function", function: { name: "f" } } },
      { tool_choice: { type: "tool", name: "f" } },
    ],
    [
      "tool_choice none keeps the tools",
      { tools: [tool], tool_choice: "none" },
      { tools: [{ name: "f" }], tool_choice: { type: "none" } },
    ],
    [
      "parallel_tool_calls false -> disable_parallel_tool_use",
      { tools: [tool], parallel_tool_calls: false },
      { tool_choice: { type: "auto", disable_parallel_tool_use: true } },
    ],
    [
      "a schema without a type gets one (trap 17)",
      { tools: [{ type: "function", function: { name: "f", parameters: {} } }] },
      { tools: [{ input_schema: { type: "object" } }] },
    ],
    ["max_completion_tokens -> max_tokens", { max_completion_tokens: 77 }, { max_tokens: 77 }],
    ["no limit -> the documented default", {}, { max_tokens: 8192 }],
    ["stop as a text", { stop: "END" }, { stop_sequences: ["END"] }],
    ["blank stops are dropped", { stop: ["\n", "END"] }, { stop_sequences: ["END"] }],
    ["temperature above 1 -> 1", { temperature: 1.7 }, { temperature: 1 }],
    [
      "json_schema -> output_config.format",
      {
        response_format: {
          type: "json_schema",
          json_schema: {
            name: "x",
            strict: true,
            schema: { type: "object", properties: {}, additionalProperties: false },
          },
        },
      },
      {
        output_config: {
          format: {
            type: "json_schema",
            schema: { type: "object", properties: {}, additionalProperties: false },
          },
        },
      },
    ],
    [
      "reasoning_effort -> a budget of thought",
      { reasoning_effort: "medium", max_tokens: 32_000 },
      { thinking: { type: "enabled", budget_tokens: 8192 } },
    ],
    [
      "reasoning_effort -> an effort where the model wants one",
      { reasoning_effort: "high", model: "claude-opus-5" },
      { thinking: { type: "adaptive" }, output_config: { effort: "high" } },
    ],
    [
      "a picture as a data URL and as an address",
      {
        messages: [
          {
            role: "user",
            content: [
              { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
              { type: "image_url", image_url: { url: "https://x/y.png", detail: "high" } },
            ],
          },
        ],
      },
      {
        messages: [
          {
            content: [
              { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
              { type: "image", source: { type: "url", url: "https://x/y.png" } },
            ],
          },
        ],
      },
    ],
    [
      "a document",
      {
        messages: [
          {
            role: "user",
            content: [
              {
                type: "file",
                file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0=" },
              },
            ],
          },
        ],
      },
      {
        messages: [
          {
            content: [
              {
                type: "document",
                title: "a.pdf",
                source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" },
              },
            ],
          },
        ],
      },
    ],
    ["user -> metadata.user_id", { user: "u1" }, { metadata: { user_id: "u1" } }],
    [
      "cache_control on parts is kept",
      {
        messages: [
          {
            role: "user",
            content: [{ type: "text", text: "a", cache_control: { type: "ephemeral" } }],
          },
        ],
      },
      {
        messages: [
          { content: [{ type: "text", text: "a", cache_control: { type: "ephemeral" } }] },
        ],
      },
    ],
    [
      "the old function calls",
      {
        messages: [
          user,
          { role: "assistant", content: null, function_call: { name: "f", arguments: "{}" } },
          { role: "function", name: "f", content: "1" },
        ],
      },
      {
        messages: [
          user,
          { content: [{ type: "tool_use", name: "f" }] },
          { content: [{ type: "tool_result", content: "1" }] },
        ],
      },
    ],
  ])("%s", (_name, fields, expected) => {
    expect(send(fields)).toMatchObject(expected);
  });

  test("arguments that are no JSON: 400 naming the message, not a guess (trap 17)", () => {
    const broken = [
      user,
      { role: "assistant", tool_calls: [call("a", "{oops")] },
      { role: "tool", tool_call_id: "a", content: "" },
    ];
    expect(() => send({ messages: broken })).toThrow("`messages[1]`");
  });

  test("numbers beyond float64 survive (trap 23)", () => {
    const body = JSON.stringify({
      model: "m",
      messages: [
        user,
        { role: "assistant", tool_calls: [call("a", '{"n":12345678901234567890,"x":1e400}')] },
        { role: "tool", tool_call_id: "a", content: "" },
      ],
    });
    const request = chat.codec.readRequest(chat.parseRequest("chat", body));
    expect(messages.codec.writeRequest(request)).toContain(
      '"input":{"n":12345678901234567890,"x":1e400}',
    );
  });

  test("fields only chat-completions has do not reach the vendor", () => {
    const body = send({
      logit_bias: { "5": 1 },
      seed: 1,
      logprobs: true,
      store: true,
      metadata: { a: "b" },
      n: 1,
    });
    expect(Object.keys(body).toSorted()).toEqual(["max_tokens", "messages", "model"]);
  });
});
