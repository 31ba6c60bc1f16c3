/** Where each known trap (relay.md §3.6) is tested. */

import type { Covered } from "./coverage.ts";

const MESSAGES = "src/llm/dialects/messages";
const GEMINI = "src/llm/dialects/generate-content";
const CHAT = "src/llm/dialects/chat-completions";
const OURS = "test/conformance/behaviours";

const fromChat = (name: string): string => `${MESSAGES}/request-from-chat.test.ts: ${name}`;

/** In the order of the list: the first is trap 1. */
export const TRAPS_3_6: readonly Covered[] = [
  {
    row: "empty text with tool calls",
    tests: [`${OURS}/tools.ts: an answer of calls and no text goes back without an empty text`],
  },
  {
    row: '`arguments: ""` of tools without arguments',
    tests: [
      `${OURS}/tools.ts: a call without arguments is {}, there and back`,
      `${OURS}/tools.ts: a call whose arguments the vendor left empty is {} too`,
    ],
  },
  {
    row: "missing `args` of Gemini",
    tests: [`${GEMINI}/response.test.ts: missing arguments are {}`],
  },
  {
    row: "index of parallel calls",
    tests: [`${OURS}/tools.ts: parallel calls streamed in pieces: dense indexes`],
  },
  {
    row: "schemas Gemini refuses",
    tests: [
      `${GEMINI}/plain-schema.test.ts: references are put in place`,
      `${OURS}/tools.ts: a schema with $ref, const, oneOf`,
    ],
  },
  {
    row: "a lost thought signature",
    tests: [`${OURS}/thinking.ts: signed thoughts survive a tool round trip`],
  },
  {
    row: "UTF-8 split across reads",
    tests: [
      `${OURS}/wire.ts: characters split across writes arrive whole`,
      `${OURS}/wire.ts: a stream of one-byte writes arrives whole`,
    ],
  },
  {
    row: "line terminators",
    tests: [
      "src/base/sse.test.ts: reads line ending %j at every cut",
      `${OURS}/wire.ts: lines that end in CRLF are read`,
    ],
  },
  {
    row: "an error after 200",
    tests: [
      `${OURS}/failures.ts: an error in the middle of a stream is the client's own error`,
      `${OURS}/failures.ts: an error as the first event is a real status code`,
    ],
  },
  {
    row: "a truncated stream passed as success",
    tests: [
      `${OURS}/failures.ts: a cut stream never looks finished`,
      `${CHAT}/sniff-stream.test.ts: does not pass as a whole answer`,
    ],
  },
  {
    row: "usage: totals, zeros, forced and stripped",
    tests: [
      `${OURS}/bills.ts: usage with cached and reasoning tokens`,
      `${CHAT}/sniff-stream.test.ts: the usage chunk reaches only a client that asked for it`,
    ],
  },
  {
    row: "a client's abort that does not cancel",
    tests: [
      `${OURS}/failures.ts: a client that leaves a stream cancels the vendor's call`,
      `${OURS}/failures.ts: a client that leaves a plain call cancels the vendor's call`,
    ],
  },
  {
    row: "keep-alive",
    tests: [
      "test/relay/streams.test.ts: is kept alive during silence by comments between events",
      "test/conformance/traps.test.ts: is filled with comments that every client skips",
      `${OURS}/wire.ts: keep-alives of the vendor are no part of the answer`,
    ],
  },
  {
    row: "buffering by proxies",
    tests: ["test/conformance/traps.test.ts: no buffering, no caching of a stream"],
  },
  {
    row: "finish reasons that leak",
    tests: [
      `${MESSAGES}/answer-to-chat.test.ts: and no other word leaks (trap 15)`,
      `${GEMINI}/response.test.ts: is a failure that may be tried again, never a stop`,
    ],
  },
  {
    row: "text blocks lost, line breaks dropped or added",
    tests: [
      `${MESSAGES}/answer-to-chat.test.ts: every text block is in the content (trap 16)`,
      `${GEMINI}/read-events.test.ts: parts equal to a line break survive, and nothing is put between parts`,
      `${OURS}/text.ts: a stream gives the same text as a plain answer, piece by piece`,
    ],
  },
  {
    row: "several system messages, `required`, results apart, schemas without a type, broken arguments",
    tests: [
      fromChat("system and developer messages -> system, joined in order"),
      fromChat("tool_choice required -> any (trap 17)"),
      fromChat("a schema without a type gets one (trap 17)"),
      fromChat("arguments that are no JSON: 400 naming the message, not a guess (trap 17)"),
    ],
  },
  {
    row: "a second message_start",
    tests: [
      `${MESSAGES}/read-events.test.ts: a second message_start goes on with the first answer`,
      `${MESSAGES}/sniff-stream.test.ts: the same beginning twice is passed on once`,
    ],
  },
  {
    row: "a prefill the vendor refuses",
    tests: [
      `${MESSAGES}/write-messages.test.ts: a prefill passes`,
      "src/llm/quirks/learn-elsewhere.test.ts: This model does not support assistant message prefill.",
    ],
  },
  {
    row: "a retry after the first byte",
    tests: ["test/conformance/traps.test.ts: never happens: the text is not said twice"],
  },
  {
    row: "a vendor's 401 shown as the client's",
    tests: [`${OURS}/failures.ts: a vendor's 401 is our trouble: 502, and no word of keys`],
  },
  {
    row: "compressed streams",
    tests: ["test/conformance/traps.test.ts: is asked for uncompressed"],
  },
  {
    row: "numbers of tool arguments",
    tests: [
      "test/conformance/traps.test.ts: stay as the model wrote them",
      fromChat("numbers beyond float64 survive (trap 23)"),
    ],
  },
  {
    row: "duplicate keys",
    tests: ["test/conformance/traps.test.ts: `model` twice is refused"],
  },
  {
    row: "Azure's first chunk",
    tests: [
      `${MESSAGES}/answer-from-chat.test.ts: Azure's first chunk begins nothing (trap 25)`,
      `${CHAT}/sniff-stream.test.ts: comments, empty data, Azure's first chunk`,
    ],
  },
];
