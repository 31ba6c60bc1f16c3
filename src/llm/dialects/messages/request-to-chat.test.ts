/** A client of messages and a vendor of chat-completions: requests, on the wire at both ends. */

import { describe, expect, test } from "bun:test";
import { chatCompletions as chat } from "../chat-completions/index.ts";
import { messages } from "./index.ts";

type Wire = Record<string, unknown>;

const user = { role: "user", content: "hi" };

function send(fields: Wire): Wire {
  const body = { model: "gpt", max_tokens: 64, messages: [user], ...fields };
  const request = messages.codec.readRequest(messages.parseRequest("chat", JSON.stringify(body)));
  const written = chat.codec.writeRequest(request);
  // What is written passes the checks of the dialect it is written in.
  chat.parseRequest("chat", written);
  return JSON.parse(written) as Wire;
}

const tool = { name: "f", description: "d", input_schema: { type: "object", properties: {} } };

describe("the request", () => {
  test.each<[string, Wire, Wire]>([
    [
      "system blocks with caching",
      {
        system: [
          { type: "text", text: "a" },
          { type: "text", text: "b", cache_control: { type: "ephemeral" } },
        ],
      },
      {
        messages: [
          {
            role: "system",
            content: [{ text: "a" }, { text: "b", cache_control: { type: "ephemeral" } }],
          },
          user,
        ],
      },
    ],
    [
      "a tool loop: thoughts, calls, results in order",
      {
        tools: [tool],
        messages: [
          user,
          {
            role: "assistant",
            content: [
              { type: "thinking", thinking: "hm", signature: "s" },
              { type: "text", text: "look" },
              { type: "tool_use", id: "toolu_1", name: "f", input: { x: 1 } },
              { type: "tool_use", id: "toolu_2", name: "f", input: {} },
            ],
          },
          {
            role: "user",
            content: [
              { type: "tool_result", tool_use_id: "toolu_1", content: "1" },
              {
                type: "tool_result",
                tool_use_id: "toolu_2",
                content: [{ type: "text", text: "2" }],
              },
              { type: "text", text: "go on" },
            ],
          },
        ],
      },
      {
        messages: [
          user,
          {
            role: "assistant",
            content: "look",
            tool_calls: [
              { id: "toolu_1", type: "function", function: { name: "f", arguments: '{"x":1}' } },
              { id: "toolu_2", type: "function", function: { name: "f", arguments: "{}" } },
            ],
          },
          { role: "tool", tool_call_id: "toolu_1", content: "1" },
          { role: "tool", tool_call_id: "toolu_2", content: "2" },
          { role: "user", content: "go on" },
        ],
      },
    ],
    [
      "a picture in a result follows in the user's turn",
      {
        tools: [tool],
        messages: [
          user,
          { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
          {
            role: "user",
            content: [
              {
                type: "tool_result",
                tool_use_id: "a",
                content: [
                  {
                    type: "image",
                    source: { type: "base64", media_type: "image/png", data: "AA" },
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        messages: [
          user,
          { role: "assistant" },
          { role: "tool", tool_call_id: "a", content: expect.any(String) },
          {
            role: "user",
            content: [
              { type: "text" },
              { type: "image_url", image_url: { url: "data:image/png;base64,AA" } },
            ],
          },
        ],
      },
    ],
    [
      "tools",
      { tools: [tool] },
      {
        tools: [
          {
            type: "function",
            function: { name: "f", description: "d", parameters: tool.input_schema },
          },
        ],
      },
    ],
    [
      "tool_choice any, one call at a time",
      { tools: [tool], tool_choice: { type: "any", disable_parallel_tool_use: true } },
      { tool_choice: "required", parallel_tool_calls: false },
    ],
    [
      "tool_choice tool",
      { tools: [tool], tool_choice: { type: "tool", name: "f" } },
      { tool_choice: { type: "function", function: { name: "f" } } },
    ],
    [
      "limits and sampling",
      { temperature: 0, top_p: 0.5, stop_sequences: ["END"] },
      { max_tokens: 64, temperature: 0, top_p: 0.5, stop: ["END"] },
    ],
    ["the user", { metadata: { user_id: "u" } }, { user: "u" }],
    [
      "thinking -> reasoning_effort",
      { thinking: { type: "enabled", budget_tokens: 10_000 } },
      { reasoning_effort: "medium" },
    ],
    [
      "effort -> reasoning_effort",
      { thinking: { type: "adaptive" }, output_config: { effort: "low" } },
      { reasoning_effort: "low" },
    ],
    [
      "a format",
      { output_config: { format: { type: "json_schema", schema: { type: "object" } } } },
      {
        response_format: {
          type: "json_schema",
          json_schema: { name: "answer", schema: { type: "object" } },
        },
      },
    ],
    [
      "a stream reports usage",
      { stream: true },
      { stream: true, stream_options: { include_usage: true } },
    ],
    [
      "a system message in the middle",
      { messages: [user, { role: "system", content: "now" }] },
      { messages: [user, { role: "system", content: "now" }] },
    ],
    [
      "a document as text",
      {
        messages: [
          {
            role: "user",
            content: [
              {
                type: "document",
                title: "T",
                source: { type: "text", media_type: "text/plain", data: "words" },
              },
            ],
          },
        ],
      },
      { messages: [{ role: "user", content: "T\n\nwords" }] },
    ],
  ])("%s", (_name, fields, expected) => {
    expect(send(fields)).toMatchObject(expected);
  });

  test("fields and tools only this dialect has do not reach the vendor", () => {
    const body = send({
      context_management: { edits: [] },
      service_tier: "auto",
      tools: [{ type: "web_search_20250305", name: "web_search" }, tool],
    });
    expect(Object.keys(body).toSorted()).toEqual(["max_tokens", "messages", "model", "tools"]);
    expect(body["tools"]).toHaveLength(1);
  });
});
