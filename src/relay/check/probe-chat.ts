/** Where servers of the chat-completions dialect differ from each other. */

import type { MaxTokensField } from "../../llm/quirks.ts";
import { SMALL } from "./find.ts";
import { no, type Probe, quote, yes } from "./finding.ts";
import { type Answer, Refused, say } from "./subject.ts";

const only = "openai-completions";

const parts: Probe = {
  name: "content in parts",
  only,
  async run({ subject }) {
    await subject.ask({ messages: [say("user", "Say OK.", "One word.")], maxOutputTokens: SMALL });
    return [
      yes(
        "content in parts",
        subject.quirks.string_content ? "refused; joined to one string" : "taken",
      ),
    ];
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
        no_system_role
          ? "refused; sent with the user's turn"
          : no_developer_role
            ? "refused; sent as system"
            : "taken",
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
    const kept: MaxTokensField[] = [];
    const notes: string[] = [];
    for (const field of FIELDS) {
      const heard = await tryLimit(field);
      if (heard === "kept") kept.push(field);
      else notes.push(`${field} is ${heard}`);
    }
    const [first, second] = kept;
    if (first !== undefined && second === undefined) subject.learn({ max_tokens_field: first });
    const detail = [`${kept.join(" and ") || "no name"} taken`, ...notes].join("; ");
    return [first === undefined ? no("output limit", detail) : yes("output limit", detail)];

    async function tryLimit(field: MaxTokensField): Promise<string> {
      try {
        const answer = await subject.askOnce(
          {
            messages: [say("user", "Count from 1 to 60, with commas.")],
            maxOutputTokens: LIMIT,
          },
          { max_tokens_field: field },
        );
        return isOver(answer) ? `ignored (${quote(answer.said.slice(-20))})` : "kept";
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
