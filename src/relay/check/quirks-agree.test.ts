/** The contract and the relay mean the same flags; neither room may import the other. */
import { expect, test } from "bun:test";
import { QUIRK_MEANINGS, QuirksInput } from "../../contract/quirks.ts";
import { type Quirks, readQuirkWords, writeQuirkWords } from "../../llm/quirks.ts";

/** Compiles only while each side has every flag of the other. */
const same: Record<keyof Quirks, true> & Record<keyof QuirksInput, true> = {
  string_content: true,
  no_developer_role: true,
  no_system_role: true,
  max_tokens_field: true,
  no_stream_usage: true,
  no_parallel_tool_calls: true,
  no_prefill: true,
  no_tools: true,
  no_vision: true,
  no_response_schema: true,
  no_json_mode: true,
  reasoning_field: true,
  gemini_plain_schema: true,
  takes_top_k: true,
  rejected_fields: true,
};

test("flags, meanings and schema agree", () => {
  expect(Object.keys(QUIRK_MEANINGS).toSorted()).toEqual(Object.keys(same).toSorted());
  expect(Object.keys(QuirksInput.shape).toSorted()).toEqual(Object.keys(same).toSorted());
});

test("what the schema lets through is quirks, on a command line too", () => {
  const quirks: Quirks = QuirksInput.parse({
    no_prefill: true,
    max_tokens_field: "max_tokens",
    rejected_fields: ["seed", "messages[].name", "output_config.effort"],
  });
  expect(QuirksInput.parse(readQuirkWords(writeQuirkWords(quirks)))).toEqual(
    QuirksInput.parse(quirks),
  );
});

test.each<unknown>([
  { no_such_flag: true },
  { max_tokens_field: "limit" },
  { rejected_fields: ["messages"] },
  { rejected_fields: ["tools"] },
  { rejected_fields: ["stream"] },
  { rejected_fields: ["a b"] },
  { rejected_fields: ["messages[]"] },
  { rejected_fields: [""] },
])("%j is refused", (input) => {
  expect(QuirksInput.safeParse(input).success).toBe(false);
});
