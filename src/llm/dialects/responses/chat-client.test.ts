/** A chat-completions client in front of a vendor of this dialect, field by field. */

import { describe, expect, test } from "bun:test";
import * as wire from "../../../../test/llm/responses-stream.ts";
import { chatCompletions } from "../chat-completions/index.ts";
import { responses } from "./index.ts";

type Wire = Readonly<Record<string, unknown>>;

describe("a chat-completions request becomes", () => {
  const translate = (fields: Wire): Wire => {
    const user = { role: "user", content: "hi" };
    const text = JSON.stringify({ model: "m", messages: [user], ...fields });
    const inbound = chatCompletions.parseRequest("chat", text);
    return JSON.parse(
      responses.codec.writeRequest(chatCompletions.codec.readRequest(inbound)),
    ) as Wire;
  };
  const tool = { type: "function", function: { name: "f", parameters: { type: "object" } } };

  test.each([
    [
      {
        messages: [
          { role: "system", content: "s" },
          { role: "developer", content: "d" },
        ],
      },
      { instructions: "s", input: [{ type: "message", role: "developer", content: "d" }] },
    ],
    [{ max_completion_tokens: 50 }, { max_output_tokens: 50 }],
    [{ max_tokens: 5 }, { max_output_tokens: 16 }],
    [
      {
        tools: [tool],
        tool_choice: { type: "function", function: { name: "f" } },
        parallel_tool_calls: false,
      },
      {
        tools: [{ type: "function", name: "f", parameters: { type: "object" }, strict: false }],
        tool_choice: { type: "function", name: "f" },
        parallel_tool_calls: false,
      },
    ],
    [
      {
        response_format: {
          type: "json_schema",
          json_schema: { name: "n", schema: {}, strict: true },
        },
      },
      { text: { format: { type: "json_schema", name: "n", schema: {}, strict: true } } },
    ],
    [{ response_format: { type: "json_object" } }, { text: { format: { type: "json_object" } } }],
    [{ reasoning_effort: "high" }, { reasoning: { effort: "high" } }],
    [{ user: "u" }, { user: "u" }],
    [
      {
        messages: [
          {
            role: "user",
            content: [
              { type: "text", text: "look" },
              {
                type: "image_url",
                image_url: { url: "data:image/png;base64,AAAA", detail: "low" },
              },
              { type: "image_url", image_url: { url: "https://x/y.png" } },
              {
                type: "file",
                file: { file_data: "data:application/pdf;base64,JVBE", filename: "a.pdf" },
              },
            ],
          },
        ],
      },
      {
        input: [
          {
            type: "message",
            role: "user",
            content: [
              { type: "input_text", text: "look" },
              { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "low" },
              { type: "input_image", image_url: "https://x/y.png" },
              {
                type: "input_file",
                file_data: "data:application/pdf;base64,JVBE",
                filename: "a.pdf",
              },
            ],
          },
        ],
      },
    ],
  ])("%j", (fields, expected) => {
    expect(translate(fields)).toMatchObject(expected);
  });

  test("nothing the vendor does not know is sent", () => {
    const body = translate({
      logit_bias: {},
      seed: 1,
      top_k: 5,
      frequency_penalty: 1,
      logprobs: true,
    });
    expect(Object.keys(body)).toEqual(["model", "input", "store"]);
  });
});

describe("an answer for a chat-completions client", () => {
  test.each([
    [{ status: "completed", output: [wire.messageItem("a")] }, "stop"],
    [{ status: "completed", output: [wire.callItem("a", "f", "{}")] }, "tool_calls"],
    [{ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }, "length"],
    [{ status: "incomplete", incomplete_details: { reason: "content_filter" } }, "content_filter"],
    [{ status: "incomplete", incomplete_details: { reason: "new_word" } }, "length"],
  ])("%j ends in %s", (fields, reason) => {
    const text = JSON.stringify(wire.response({ ...fields, usage: wire.tokens }));
    const shown = chatCompletions.codec.writeResponse(responses.codec.readResponse(text));
    expect(JSON.parse(shown)).toMatchObject({
      choices: [{ finish_reason: reason }],
      usage: {
        prompt_tokens: 30,
        completion_tokens: 20,
        prompt_tokens_details: { cached_tokens: 10 },
        completion_tokens_details: { reasoning_tokens: 8 },
      },
    });
  });

  test("a refusal, and items nobody else knows", () => {
    const refusal = { type: "message", content: [{ type: "refusal", refusal: "no" }] };
    const output = [{ type: "web_search_call", id: "ws_1" }, refusal];
    const text = JSON.stringify(wire.response({ status: "completed", output }));
    const shown = chatCompletions.codec.writeResponse(responses.codec.readResponse(text));
    expect(JSON.parse(shown)).toMatchObject({ choices: [{ message: { refusal: "no" } }] });
  });
});
