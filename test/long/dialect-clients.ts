/** The four dialects as a plain client speaks them: how to ask, and whether what came back is whole or a typed error. */

interface Wire {
  readonly [name: string]: unknown;
}

/** What a client made of an answer; a sentence: it is neither, and that must not happen. */
export type Verdict = "whole" | "error" | { readonly wrong: string };

export interface DialectClient {
  readonly name: string;
  request(url: string, key: string, ask: Ask): Request;
  /** The text of a plain answer; that it is JSON says that it is whole. */
  readPlain(body: Wire): string;
  /** The text of a whole stream; undefined: it has no end. */
  readStream(events: readonly Wire[], raw: string): string | undefined;
  isError(body: Wire): boolean;
}

export interface Ask {
  readonly model: string;
  readonly stream: boolean;
  readonly text: string;
  readonly signal: AbortSignal;
}

const post = (url: string, headers: Record<string, string>, body: Wire, ask: Ask): Request =>
  new Request(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal: ask.signal,
  });

const list = (value: unknown): readonly Wire[] => (Array.isArray(value) ? (value as Wire[]) : []);
const wire = (value: unknown): Wire => (value ?? {}) as Wire;
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

const chatCompletions: DialectClient = {
  name: "chat-completions",
  request: (url, key, ask) =>
    post(
      `${url}/v1/chat/completions`,
      { authorization: `Bearer ${key}` },
      { model: ask.model, stream: ask.stream, messages: [{ role: "user", content: ask.text }] },
      ask,
    ),
  readPlain: (body) => textOf(wire(wire(list(body["choices"])[0])["message"])["content"]),
  readStream(events, raw) {
    const choices = events.map((event) => wire(list(event["choices"])[0]));
    const isWhole =
      raw.endsWith("data: [DONE]\n\n") && choices.some((choice) => isText(choice["finish_reason"]));
    return isWhole
      ? choices.map((choice) => textOf(wire(choice["delta"])["content"])).join("")
      : undefined;
  },
  isError: ({ error }) => isText(wire(error)["message"]) && isText(wire(error)["type"]),
};

const messages: DialectClient = {
  name: "messages",
  request: (url, key, ask) =>
    post(
      `${url}/v1/messages`,
      { "x-api-key": key, "anthropic-version": "2023-06-01" },
      {
        model: ask.model,
        stream: ask.stream,
        max_tokens: 100,
        messages: [{ role: "user", content: ask.text }],
      },
      ask,
    ),
  readPlain: (body) =>
    list(body["content"])
      .map((block) => textOf(block["text"]))
      .join(""),
  readStream(events) {
    const hasReason = events.some(({ delta }) => isText(wire(delta)["stop_reason"]));
    if (!hasReason || events.at(-1)?.["type"] !== "message_stop") return undefined;
    return events
      .filter(({ type }) => type === "content_block_delta")
      .map(({ delta }) => textOf(wire(delta)["text"]))
      .join("");
  },
  isError: ({ type, error }) =>
    type === "error" && isText(wire(error)["type"]) && isText(wire(error)["message"]),
};

const generateContent: DialectClient = {
  name: "generateContent",
  request: (url, key, ask) =>
    post(
      `${url}/v1beta/models/${ask.model}:${ask.stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
      { "x-goog-api-key": key },
      { contents: [{ role: "user", parts: [{ text: ask.text }] }] },
      ask,
    ),
  readPlain: (body) =>
    list(body["candidates"])
      .flatMap(({ content }) => list(wire(content)["parts"]))
      .map((part) => textOf(part["text"]))
      .join(""),
  readStream: (events) =>
    events.some((event) => isText(wire(list(event["candidates"])[0])["finishReason"]))
      ? events.map((event) => generateContent.readPlain(event)).join("")
      : undefined,
  isError: ({ error }) => isText(wire(error)["status"]) && isText(wire(error)["message"]),
};

const responses: DialectClient = {
  name: "responses",
  request: (url, key, ask) =>
    post(
      `${url}/v1/responses`,
      { authorization: `Bearer ${key}` },
      { model: ask.model, stream: ask.stream, input: ask.text },
      ask,
    ),
  readPlain: (body) =>
    list(body["output"])
      .flatMap((item) => list(item["content"]))
      .map((part) => textOf(part["text"]))
      .join(""),
  readStream(events) {
    if (events.at(-1)?.["type"] !== "response.completed") return undefined;
    return events
      .filter(({ type }) => type === "response.output_text.delta")
      .map(({ delta }) => textOf(delta))
      .join("");
  },
  // In a stream `response.failed` follows the `error` event and says the same.
  isError: (body) =>
    body["type"] === "error" ? isText(body["message"]) : isText(wire(body["error"])["message"]),
};

export const CLIENTS: readonly DialectClient[] = [
  chatCompletions,
  messages,
  generateContent,
  responses,
];

/** `text` is the answer a whole one must hold. */
export function judge(
  client: DialectClient,
  answer: { readonly status: number; readonly body: string; readonly stream: boolean },
  text: string,
): Verdict {
  const { status, body, stream } = answer;
  const wrong = (what: string): Verdict => ({ wrong: `${what}: ${status} ${body.slice(-300)}` });
  if (status !== 200 || !stream) {
    const parsed = parse(body);
    if (!parsed) return wrong("not JSON");
    if (status !== 200) return client.isError(parsed) ? "error" : wrong("an untyped error");
    return client.readPlain(parsed) === text ? "whole" : wrong("not the answer");
  }
  const events = body
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => parse(line.slice(6)));
  if (!events.every((event) => event !== undefined)) return wrong("an event that is not JSON");
  const errors = events.filter((event) => client.isError(event));
  const whole = client.readStream(events, body);
  if (errors.length > 1) return wrong("two errors");
  if (errors.length === 1)
    return whole === undefined ? "error" : wrong("an error in a whole stream");
  if (whole === undefined) return wrong("a truncated stream passed as a success");
  return whole === text ? "whole" : wrong("not the whole answer");
}

function parse(text: string): Wire | undefined {
  try {
    return JSON.parse(text) as Wire;
  } catch {
    return undefined;
  }
}
