import type { QuirksInput } from "../../api/contract.ts";

type QuirkName = keyof QuirksInput;

type ValueOf<Name extends QuirkName> = NonNullable<QuirksInput[Name]>;

/** How a flag is set: on or off, by one of some words, or by a list. */
type KindOf<Name extends QuirkName> =
  ValueOf<Name> extends boolean
    ? "flag"
    : ValueOf<Name> extends string
      ? readonly ValueOf<Name>[]
      : "list";

type NamesOf<Kind> = {
  [Name in QuirkName]-?: KindOf<Name> extends Kind ? Name : never;
}[QuirkName];

type FlagName = NamesOf<"flag">;
type ChoiceName = NamesOf<readonly string[]>;

/** Every quirk there is, in the order of the form: the compiler says when one is missing. */
const QUIRKS: { readonly [Name in QuirkName]-?: KindOf<Name> } = {
  string_content: "flag",
  no_developer_role: "flag",
  no_system_role: "flag",
  no_stream_usage: "flag",
  no_parallel_tool_calls: "flag",
  no_prefill: "flag",
  no_tools: "flag",
  no_vision: "flag",
  no_response_schema: "flag",
  no_json_mode: "flag",
  gemini_plain_schema: "flag",
  takes_top_k: "flag",
  max_tokens_field: ["max_tokens", "max_completion_tokens"],
  reasoning_field: ["reasoning_content", "reasoning"],
  rejected_fields: "list",
};

const NAMES = Object.keys(QUIRKS) as QuirkName[];

/** Flags that are on or off. */
export const FLAGS = NAMES.filter((name): name is FlagName => QUIRKS[name] === "flag");

/** Flags that name one of some fields. */
export const CHOICES: Pick<typeof QUIRKS, ChoiceName> = QUIRKS;
export const CHOICE_NAMES = NAMES.filter((name): name is ChoiceName => Array.isArray(QUIRKS[name]));

/** What is set, as short words: `no_tools`, `max_tokens_field=max_tokens`, `rejects seed`. */
export function quirkWords(quirks: QuirksInput): string[] {
  return Object.entries(quirks).flatMap(([name, value]) => {
    if (value === true) return [name];
    if (typeof value === "string") return [`${name}=${value}`];
    return Array.isArray(value) ? value.map((field) => `${name}: ${field}`) : [];
  });
}
