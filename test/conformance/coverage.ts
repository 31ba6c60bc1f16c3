/** Where each row of the wire's reference (relay.md §3.3, §3.4) is tested. coverage.test.ts finds each name. */

export interface Covered {
  readonly row: string;
  /** `file: part of a test's name`, from the root of the repository. */
  readonly tests: readonly string[];
}

const MESSAGES = "src/llm/dialects/messages";
const GEMINI = "src/llm/dialects/generate-content";
const OURS = "test/conformance/behaviours";

const fromChat = (name: string): string => `${MESSAGES}/request-from-chat.test.ts: ${name}`;

export const MAPPING_3_3: readonly Covered[] = [
  {
    row: "system and developer messages",
    tests: [
      fromChat("system and developer messages -> system, joined in order"),
      `${MESSAGES}/write-messages.test.ts: one in the middle of the conversation stays in its place`,
      `${OURS}/text.ts: the system prompt arrives as the vendor's own`,
    ],
  },
  {
    row: "tool messages become results of one user turn",
    tests: [
      fromChat("tool messages -> one user turn of results, before the user's words"),
      `${OURS}/tools.ts: results of parallel calls reach the vendor in one turn`,
    ],
  },
  {
    row: "tool calls: ids kept or mapped, arguments as text",
    tests: [
      `${MESSAGES}/write-calls.test.ts: ids are kept, and made to fit where the`,
      fromChat("arguments that are no JSON: 400 naming the message"),
      `${OURS}/tools.ts: a tool round trip of three steps`,
    ],
  },
  {
    row: "empty content beside tool calls",
    tests: [`${OURS}/tools.ts: an answer of calls and no text goes back without an empty text`],
  },
  {
    row: "tool_choice",
    tests: [
      fromChat("tool_choice none keeps the tools"),
      `${OURS}/tools.ts: a choice of tools: none, required, one by name`,
    ],
  },
  { row: "parallel_tool_calls", tests: [`${OURS}/tools.ts: one call at a time, when asked`] },
  {
    row: "max tokens",
    tests: [
      `${OURS}/text.ts: without an output limit the vendor still gets what it needs`,
      `${OURS}/text.ts: the output limit is kept and said: length`,
    ],
  },
  { row: "stop", tests: [`${OURS}/text.ts: a stop sequence ends the answer: stop`] },
  {
    row: "temperature above 1",
    tests: ["test/conformance/differences.ts: `temperature` above 1"],
  },
  {
    row: "response_format json_schema",
    tests: [
      fromChat("json_schema -> output_config.format"),
      `${OURS}/text.ts: structured output: the schema is enforced, the answer is JSON`,
    ],
  },
  {
    row: "reasoning_effort",
    tests: [
      fromChat("reasoning_effort -> a budget of thought"),
      `${MESSAGES}/thinking.test.ts: sampling the vendor refuses beside thinking is left out`,
      `${OURS}/thinking.ts: thoughts are shown apart from the answer`,
    ],
  },
  {
    row: "image_url",
    tests: [
      fromChat("a picture as a data URL and as an address"),
      `${OURS}/text.ts: a picture as base64 arrives whole`,
    ],
  },
  {
    row: "user",
    tests: [`${MESSAGES}/write-options.test.ts: user, stream, top_p, top_k`],
  },
  {
    row: "finish_reason",
    tests: [
      `${MESSAGES}/answer-to-chat.test.ts: and no other word leaks (trap 15)`,
      `${OURS}/text.ts: a filtered answer says so: content_filter`,
    ],
  },
  {
    row: "usage.prompt_tokens",
    tests: [
      `${MESSAGES}/answer-to-chat.test.ts: usage: the prompt is everything sent, read and written`,
      `${OURS}/bills.ts: usage with cached and reasoning tokens, and a bill of usage times price`,
    ],
  },
  {
    row: "tool index of a stream",
    tests: [`${OURS}/tools.ts: parallel calls streamed in pieces: dense indexes`],
  },
  {
    row: "usage of a stream",
    tests: [`${MESSAGES}/sniff-stream.test.ts: zeros at the start and a whole report at the end`],
  },
  {
    row: "thinking and its signature",
    tests: [`${OURS}/thinking.ts: signed thoughts survive a tool round trip`],
  },
  {
    row: "the reverse: blocks numbered, closed in order, errors as Anthropic's",
    tests: [
      `${MESSAGES}/answer-from-chat.test.ts: blocks are numbered, closed before the next is opened`,
      `${MESSAGES}/errors.test.ts: overload, and only that, is overloaded_error`,
      `${OURS}/failures.ts: an end mark without a finish reason never looks finished`,
    ],
  },
];

export const MAPPING_3_4: readonly Covered[] = [
  {
    row: "a stream with and without alt=sse",
    tests: [`${GEMINI}/client.test.ts: a stream without alt=sse is one array`],
  },
  {
    row: "no end mark; usage is cumulative",
    tests: [`${GEMINI}/read-events.test.ts: usage is cumulative: the last report counts`],
  },
  {
    row: "functionResponse: the name from the history, always an object",
    tests: [
      `${GEMINI}/write-contents.test.ts: a result finds its tool's name in the history`,
      `${OURS}/tools.ts: a tool's error is told as one where the dialects have a word for it`,
    ],
  },
  {
    row: "ids of calls: made where there is none, never the name, kept where there is one",
    tests: [
      `${GEMINI}/response.test.ts: parallel calls of one name have ids of their own`,
      `${OURS}/tools.ts: parallel calls streamed in pieces`,
    ],
  },
  {
    row: "thoughtSignature of Gemini 3",
    tests: [
      `${GEMINI}/write-contents.test.ts: go back exactly, on calls and on texts`,
      `${OURS}/thinking.ts: signed thoughts survive two calls of one turn`,
    ],
  },
  {
    row: "streamed arguments",
    tests: [
      `${GEMINI}/read-events.test.ts: streamed arguments: two calls, each put together`,
      "test/conformance/recordings.test.ts: google-stream-tool-call-arguments",
    ],
  },
  {
    row: "finishReason",
    tests: [
      `${GEMINI}/response.test.ts: is a failure that may be tried again, never a stop`,
      `${GEMINI}/cross.test.ts: the vendor's end %s is %s`,
    ],
  },
  {
    row: "a blocked prompt",
    tests: ["test/conformance/traps.test.ts: is an answer ended by the filter"],
  },
  {
    row: "usageMetadata",
    tests: [
      `${GEMINI}/sniff.test.ts: cached tokens and tools' own prompts are counted`,
      `${OURS}/bills.ts: usage with cached and reasoning tokens`,
    ],
  },
  {
    row: "the schema dialect; names of functions",
    tests: [
      `${GEMINI}/plain-schema.test.ts: whatever the schema, the result has only keys and types the vendor knows`,
      `${GEMINI}/function-name.test.ts: any name comes back, whole and legal`,
      `${OURS}/tools.ts: a schema with $ref, const, oneOf, several types and no type at the top is taken`,
    ],
  },
  {
    row: "errors, RetryInfo, an invalid key that is a 400",
    tests: [
      `${GEMINI}/errors.test.ts: a refused key is a 400 there and a 401 here`,
      `${OURS}/failures.ts: a vendor's 401 is our trouble: 502, and no word of keys`,
    ],
  },
];
