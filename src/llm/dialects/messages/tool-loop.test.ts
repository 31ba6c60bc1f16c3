/**
 * Tool loops with thinking through clients of chat-completions, with the fake vendor as a judge: it refuses a loop whose
 * thoughts come back changed, and would refuse thinking in one whose thoughts are lost.
 */

import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { startFakeVendor } from "../../../../test/fakes/vendor/server.ts";
import { SseReader } from "../../../base/sse.ts";
import { chatCompletions as chat } from "../chat-completions/index.ts";
import { messages } from "./index.ts";

type Wire = Record<string, unknown>;
interface Call {
  id: string;
  function: { name: string; arguments: string };
}
type Assistant = Wire & { content: string | null; tool_calls?: Call[] };

const vendor = await startFakeVendor();
afterEach(() => vendor.clear());
afterAll(() => vendor.stop());

const tools = ["weather", "time"].map((name) => ({ type: "function", function: { name } }));
const question = { role: "user", content: 'call:weather({"n":12345678901234567890}) call:time' };

async function upstream(history: readonly Wire[], stream: boolean): Promise<Response> {
  const body = {
    model: "claude-sonnet-4-5",
    max_tokens: 20_000,
    reasoning_effort: "low",
    messages: history,
    tools,
    stream,
  };
  const request = chat.codec.readRequest(chat.parseRequest("chat", JSON.stringify(body)));
  const headers = { "content-type": "application/json", ...messages.authHeaders("k") };
  const url = messages.operationUrl(`${vendor.url}/v1`, "chat", "", stream);
  const response = await fetch(url, {
    method: "POST",
    headers,
    body: messages.codec.writeRequest(request),
  });
  if (!response.ok) throw new Error(await response.text());
  return response;
}

/** The assistant's message as a client gathers it. */
async function plain(history: readonly Wire[]): Promise<Assistant> {
  const answer = messages.codec.readResponse(await (await upstream(history, false)).text());
  const { choices } = JSON.parse(chat.codec.writeResponse(answer)) as {
    choices: { message: Assistant }[];
  };
  return choices[0]?.message ?? { content: null };
}

async function streamed(history: readonly Wire[]): Promise<Assistant> {
  const reader = messages.codec.makeEventReader();
  const writer = chat.codec.makeEventWriter({ model: "m", wantsUsage: false });
  const bytes = await (await upstream(history, true)).bytes();
  const events = [
    ...new SseReader().push(bytes).flatMap((frame) => reader.step(frame)),
    ...reader.halt(),
  ];
  const text = events.map((event) => writer.write(event)).join("");
  const message: Assistant = {
    role: "assistant",
    content: "",
    tool_calls: [],
    reasoning_details: [],
  };
  for (const { data } of new SseReader().push(new TextEncoder().encode(text))) {
    if (data === null || data === "[DONE]") continue;
    const { choices } = JSON.parse(data) as {
      choices: { delta: Assistant & { reasoning_details?: Wire[] } }[];
    };
    gather(message, choices[0]?.delta ?? { content: null });
  }
  return message;
}

function gather(message: Assistant, delta: Assistant): void {
  message.content = (message.content ?? "") + (delta.content ?? "");
  (message["reasoning_details"] as Wire[]).push(
    ...((delta["reasoning_details"] as Wire[] | undefined) ?? []),
  );
  for (const fragment of (delta.tool_calls ?? []) as (Call & { index: number })[]) {
    const calls = message.tool_calls ?? [];
    const open = calls[fragment.index];
    if (open === undefined)
      calls[fragment.index] = { ...fragment, function: { ...fragment.function } };
    else open.function.arguments += fragment.function.arguments;
  }
}

/** A client with generated types: it keeps what it knows. */
function strict({ content, tool_calls }: Assistant): Assistant {
  const calls = tool_calls?.map(({ id, function: { name, arguments: text } }) => ({
    id,
    type: "function",
    function: { name, arguments: text },
  }));
  return { role: "assistant", content, ...(calls === undefined ? {} : { tool_calls: calls }) };
}

const answers = ({ tool_calls }: Assistant): Wire[] =>
  (tool_calls ?? []).map(({ id }) => ({ role: "tool", tool_call_id: id, content: "fine" }));

describe.each([
  ["plain", plain],
  ["streamed", streamed],
])("%s", (_how, ask) => {
  test.each([
    ["a client that sends the message back as it got it", (message: Assistant) => message],
    ["a client that drops what it does not know", strict],
  ])("%s keeps the thoughts", async (_client, keep) => {
    const first = await ask([question]);
    expect(first.tool_calls?.map((call) => call.function)).toEqual([
      { name: "weather", arguments: '{"n":12345678901234567890}' },
      { name: "time", arguments: "{}" },
    ]);
    const second = await ask([question, keep(first), ...answers(first)]);
    expect(second.content).toContain("fine");
    expect(vendor.requests.at(-1)?.body).toMatchObject({
      thinking: { type: "enabled" },
      messages: [
        {},
        { content: [{ type: "thinking" }, { type: "tool_use" }, { type: "tool_use" }] },
        { content: [{ type: "tool_result" }, { type: "tool_result" }] },
      ],
    });
    // The vendor sees its own ids again.
    expect(vendor.requests.at(-1)?.bodyText).not.toContain("parley");
  });

  test("a client that makes up its own ids loses the thoughts, and goes on without thinking", async () => {
    const first = strict(await ask([question]));
    const renamed = {
      ...first,
      tool_calls: (first.tool_calls ?? []).map((call, i) => ({ ...call, id: `own.${i}` })),
    };
    const second = await ask([question, renamed, ...answers(renamed)]);
    expect(second.content).toContain("fine");
    expect(vendor.requests.at(-1)?.body).not.toHaveProperty("thinking");
  });
});
