/** Where servers of the chat-completions dialect differ from each other. */

import type { MaxTokensField } from "../../llm/quirks.ts";
import { SMALL } from "./find.ts";
import { no, type Probe, yes } from "./finding.ts";
import { type Answer, Refused, say } from "./subject.ts";

const only = "openai-completions";

const parts: Probe = {
  name: "content in parts",
  only,
  async run({ subject }) {
    await subject.ask({ messages: [say("user", "Say OK.", "One word.")], maxOutputTokens: SMALL });
    return [yes("content in parts", subject.quirks.string_content ? "parts_joined" : "taken")];
  },
};

const developer: Probe = {
  name: "developer role",
  only,
  async run({ subject }) {
    await subject.ask({
      messages: [say("developer", "Be brief."), say("user", "Say OK.")],
      maxOutputTokens: SMALL,
    });
    const { no_developer_role, no_system_role } = subject.quirks;
    return [
      yes(
        "developer role",
        no_system_role ? "developer_as_user" : no_developer_role ? "developer_as_system" : "taken",
      ),
    ];
  },
};

const FIELDS: readonly MaxTokensField[] = ["max_tokens", "max_completion_tokens"];
/** The least that some vendors take. */
const LIMIT = 16;
/** A little over the limit is a matter of counting; this is not. */
const FAR_OVER = 2 * LIMIT;

const limit: Probe = {
  name: "output limit",
  only,
  async run({ subject }) {
    const name = "output limit";
    const kept: MaxTokensField[] = [];
    let other = { field: "", isRefused: false };
    for (const field of FIELDS) {
      const heard = await tryLimit(field);
      if (heard === "kept") kept.push(field);
      else other = { field, isRefused: heard === "refused" };
    }
    const [first, second] = kept;
    if (first === undefined) return [no(name, "limit_untaken", { fields: FIELDS.join(", ") })];
    if (second !== undefined) return [yes(name, "limit_taken", { fields: kept.join(", ") })];
    subject.learn({ max_tokens_field: first });
    return [
      yes(name, other.isRefused ? "limit_taken_refused" : "limit_taken_ignored", {
        fields: first,
        other: other.field,
      }),
    ];

    async function tryLimit(field: MaxTokensField): Promise<"kept" | "ignored" | "refused"> {
      try {
        const answer = await subject.askOnce(
          {
            messages: [say("user", "Count from 1 to 60, with commas.")],
            maxOutputTokens: LIMIT,
          },
          { max_tokens_field: field },
        );
        return isOver(answer) ? "ignored" : "kept";
      } catch (thrown) {
        const status = thrown instanceof Refused ? thrown.failure.status : 0;
        if (status === 400 || status === 422) return "refused";
        throw thrown;
      }
    }
  },
};

function isOver({ response, choice }: Answer): boolean {
  return choice.finish !== "length" && (response.usage?.completion ?? 0) > FAR_OVER;
}

export const chatProbes: readonly Probe[] = [parts, developer, limit];
