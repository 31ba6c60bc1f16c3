/** The mock vendor's answers as bytes, built once: nothing is serialised while it is measured against. */

const MEDIA_JSON = "Content-Type: application/json\r\n";
const STREAM_HEAD =
  "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\n" +
  "x-request-id: req_bench\r\nTransfer-Encoding: chunked\r\n\r\n";
const USAGE = {
  prompt_tokens: 42,
  completion_tokens: 64,
  total_tokens: 106,
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
};
const STAMP = { id: "chatcmpl-bench", created: 1_790_000_000, model: "m" };

export const ANSWER = json("200 OK", {
  ...STAMP,
  object: "chat.completion",
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content:
          "A relay takes a request, finds out who is asking and what they may spend, and hands it on. " +
          "Everything it does beyond that has to be paid for by every request that passes.",
        refusal: null,
      },
      logprobs: null,
      finish_reason: "stop",
    },
  ],
  usage: USAGE,
});

/** The same answer in the messages dialect, for the relay that translates. */
export const MESSAGES_ANSWER = json("200 OK", {
  ...messageStamp(),
  content: [
    {
      type: "text",
      text:
        "A relay takes a request, finds out who is asking and what they may spend, and hands it on. " +
        "Everything it does beyond that has to be paid for by every request that passes.",
    },
  ],
  stop_reason: "end_turn",
  usage: { input_tokens: 42, output_tokens: 64 },
});

export const FAILURE = json("500 Internal Server Error", {
  error: { message: "The mock vendor failed on purpose.", type: "server_error", code: null },
});

export const HEALTHY = json("200 OK", { ok: true });

export function json(status: string, value: unknown): Buffer {
  const body = JSON.stringify(value);
  const length = Buffer.byteLength(body);
  return Buffer.from(
    `HTTP/1.1 ${status}\r\n${MEDIA_JSON}x-request-id: req_bench\r\nContent-Length: ${length}\r\n\r\n${body}`,
  );
}

/** One buffer per write: the head goes with the first event, the end of the body with `[DONE]`. */
export function makeStreamWrites(chunks: number, includeUsage: boolean): Buffer[] {
  const events = Array.from({ length: chunks }, (_, at) =>
    chunk(
      at === 0 ? { role: "assistant", content: "", refusal: null } : { content: ` word${at}` },
      null,
    ),
  );
  events.push(chunk({}, "stop"));
  if (includeUsage) events.push({ ...chunkStamp(), choices: [], usage: USAGE });
  const writes = events.map((event) => frame(`data: ${JSON.stringify(event)}\n\n`));
  writes.push(`${frame("data: [DONE]\n\n")}0\r\n\r\n`);
  writes[0] = STREAM_HEAD + (writes[0] ?? "");
  return writes.map((text) => Buffer.from(text));
}

/** As many events for the client as `makeStreamWrites` with usage: a beginning, the texts, an end, usage, the mark. */
export function makeMessagesWrites(chunks: number): Buffer[] {
  const usage = { input_tokens: 42, output_tokens: 1 };
  const events: (Record<string, unknown> & { readonly type: string })[] = [
    {
      type: "message_start",
      message: { ...messageStamp(), content: [], stop_reason: null, usage },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ...Array.from({ length: chunks - 1 }, (_, at) => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text: ` word${at}` },
    })),
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 64 } },
    { type: "message_stop" },
  ];
  const writes = events.map((event) =>
    frame(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  );
  writes[0] = STREAM_HEAD + (writes[0] ?? "");
  writes.push(`${writes.pop() ?? ""}0\r\n\r\n`);
  return writes.map((text) => Buffer.from(text));
}

function messageStamp(): object {
  return { id: "msg_bench", type: "message", role: "assistant", model: "m", stop_sequence: null };
}

function chunkStamp(): object {
  return { ...STAMP, object: "chat.completion.chunk", system_fingerprint: "fp_bench" };
}

function chunk(delta: object, finishReason: string | null): object {
  return {
    ...chunkStamp(),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
  };
}

function frame(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}
