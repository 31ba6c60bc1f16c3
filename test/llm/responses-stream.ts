/** Streams of a vendor of the responses dialect, in the shapes that were seen on the wire. */

import { writeSse } from "../../src/base/sse.ts";

type Wire = Readonly<Record<string, unknown>>;

const head = {
  id: "resp_1",
  object: "response",
  created_at: 1_765_552_659,
  model: "gpt-5.1",
  error: null,
  incomplete_details: null,
};

export const response = (fields: Wire): Wire => ({ ...head, output: [], usage: null, ...fields });

export const tokens = {
  input_tokens: 30,
  input_tokens_details: { cached_tokens: 10, cache_write_tokens: 0 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 8 },
  total_tokens: 50,
};

/** The events, numbered. */
export function events(...list: readonly Wire[]): Wire[] {
  return list.map((event, sequence_number) => ({ sequence_number, ...event }));
}

export const created: Wire = {
  type: "response.created",
  response: response({ status: "in_progress" }),
};
export const inProgress: Wire = {
  type: "response.in_progress",
  response: response({ status: "in_progress" }),
};
export const completed = (...output: readonly Wire[]): Wire => ({
  type: "response.completed",
  response: response({ status: "completed", output, usage: tokens }),
});
export const incomplete = (reason: string, ...output: readonly Wire[]): Wire => ({
  type: "response.incomplete",
  response: response({
    status: "incomplete",
    incomplete_details: { reason },
    output,
    usage: tokens,
  }),
});
export const failed = (code: string, message: string): Wire => ({
  type: "response.failed",
  response: response({ status: "failed", error: { code, message } }),
});

// ---- items ---------------------------------------------------------------------------------------------------------

export const added = (output_index: number, item: Wire): Wire => ({
  type: "response.output_item.added",
  output_index,
  item,
});
export const done = (output_index: number, item: Wire): Wire => ({
  type: "response.output_item.done",
  output_index,
  item,
});
export const delta = (kind: string, output_index: number, text: string, more: Wire = {}): Wire => ({
  type: `response.${kind}.delta`,
  output_index,
  delta: text,
  ...more,
});

export const messageItem = (text: string): Wire => ({
  id: "msg_1",
  type: "message",
  status: "completed",
  role: "assistant",
  content: [{ type: "output_text", annotations: [], logprobs: [], text }],
});
export const callItem = (call_id: string, name: string, args: string): Wire => ({
  id: `fc_${call_id}`,
  type: "function_call",
  status: "completed",
  arguments: args,
  call_id,
  name,
});
export const customItem = (call_id: string, name: string, input: string): Wire => ({
  id: `ctc_${call_id}`,
  type: "custom_tool_call",
  status: "completed",
  call_id,
  name,
  input,
});
export const reasoningItem = (texts: readonly string[], encrypted_content?: string): Wire => ({
  id: "rs_1",
  type: "reasoning",
  summary: texts.map((text) => ({ type: "summary_text", text })),
  ...(encrypted_content === undefined ? {} : { encrypted_content }),
});

/** A text as the vendor streams it. */
export function message(index: number, ...pieces: readonly string[]): Wire[] {
  const text = pieces.join("");
  const place = { item_id: "msg_1", output_index: index, content_index: 0 };
  return [
    added(index, { ...messageItem(""), status: "in_progress", content: [] }),
    {
      type: "response.content_part.added",
      ...place,
      part: { type: "output_text", annotations: [], logprobs: [], text: "" },
    },
    ...pieces.map((piece) =>
      delta("output_text", index, piece, { ...place, logprobs: [], obfuscation: "Xy1" }),
    ),
    { type: "response.output_text.done", ...place, text, logprobs: [] },
    {
      type: "response.content_part.done",
      ...place,
      part: { type: "output_text", annotations: [], logprobs: [], text },
    },
    done(index, messageItem(text)),
  ];
}

/** A function call as the vendor streams it. */
export function call(
  index: number,
  id: string,
  name: string,
  ...pieces: readonly string[]
): Wire[] {
  const args = pieces.join("");
  const place = { item_id: `fc_${id}`, output_index: index };
  return [
    added(index, { ...callItem(id, name, ""), status: "in_progress" }),
    ...pieces.map((piece) => delta("function_call_arguments", index, piece, place)),
    { type: "response.function_call_arguments.done", ...place, arguments: args },
    done(index, callItem(id, name, args)),
  ];
}

/** Thoughts as the vendor streams them: the cipher the item is added with is not the one that counts. */
export function reasoning(index: number, texts: readonly string[], cipher?: string): Wire[] {
  const place = { item_id: "rs_1", output_index: index };
  return [
    added(index, reasoningItem([], cipher === undefined ? undefined : "gAAAA-not-whole")),
    ...texts.flatMap((text, summary_index) => [
      {
        type: "response.reasoning_summary_part.added",
        ...place,
        summary_index,
        part: { type: "summary_text", text: "" },
      },
      delta("reasoning_summary_text", index, text, { ...place, summary_index }),
      { type: "response.reasoning_summary_text.done", ...place, summary_index, text },
      {
        type: "response.reasoning_summary_part.done",
        ...place,
        summary_index,
        part: { type: "summary_text", text },
      },
    ]),
    done(index, reasoningItem(texts, cipher)),
  ];
}

/** Text of a stream; each event's name beside it, as the vendor does. */
export function frames(list: readonly Wire[]): string {
  return events(...list)
    .map((event) => writeSse(JSON.stringify(event), String(event["type"])))
    .join("");
}
