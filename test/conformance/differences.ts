/**
 * What one dialect can say and another cannot, and what the relay does about it. Each is a line of docs/conformance.md
 * and a test of that name.
 */

import { expect } from "bun:test";
import {
  ask,
  but,
  CHAT,
  type Difference,
  type Fields,
  GEMINI,
  leavesOut,
  MESSAGES,
  refuses,
  RESPONSES,
} from "./difference.ts";
import { send } from "./raw.ts";
import { CLIENTS } from "./sides.ts";

const user = (content: string): Fields => ({ role: "user", content });

/** A Gemini vendor that draws. */
const DRAWN = JSON.stringify({
  candidates: [
    {
      content: {
        role: "model",
        parts: [{ text: "Here: " }, { inlineData: { mimeType: "image/png", data: "iVBORw0K" } }],
      },
      finishReason: "STOP",
    },
  ],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 },
});

export const DIFFERENCES: readonly Difference[] = [
  {
    what: "`n` above 1",
    from: CHAT,
    to: [MESSAGES, RESPONSES],
    does: "refused with a 400",
    why: "these vendors give one answer to a request",
    run: refuses(CHAT, { n: 2 }, /`?n`?\b/),
  },
  {
    what: "`candidateCount` above 1",
    from: GEMINI,
    to: [MESSAGES, RESPONSES],
    does: "refused with a 400",
    why: "these vendors give one answer to a request",
    run: refuses(GEMINI, { generationConfig: { candidateCount: 2 } }, /one answer/),
  },
  {
    what: "`seed`, `presence_penalty`, `frequency_penalty`",
    from: CHAT,
    to: [MESSAGES, RESPONSES],
    does: "left out",
    why: "these vendors have no such fields, and the answer is still one to the question",
    run: leavesOut(
      CHAT,
      { seed: 7, presence_penalty: 0.5, frequency_penalty: 0.5 },
      /seed|penalty/,
    ),
  },
  {
    what: "`logit_bias`, `prediction`, `service_tier` and other fields of one dialect alone",
    from: CHAT,
    to: but(CHAT),
    does: "left out",
    why: "no other dialect has a word for them",
    run: leavesOut(CHAT, { logit_bias: { "50256": -100 }, verbosity: "low" }, /logit|verbosity/),
  },
  {
    what: "`top_k`",
    from: MESSAGES,
    to: [RESPONSES],
    does: "left out",
    why: "a responses vendor refuses it; chat-completions vendors get it, and one that refuses it is remembered",
    run: leavesOut(MESSAGES, { top_k: 5 }, /top_?k/i),
  },
  {
    what: "`temperature` above 1",
    from: CHAT,
    to: [MESSAGES],
    does: "changed",
    why: "the vendor's range ends at 1, so 1 is sent",
    async run(stage, to) {
      const { status, sent } = await ask(stage, CHAT, to, { temperature: 1.7 });
      expect([status, sent["temperature"]]).toEqual([200, 1]);
    },
  },
  {
    what: "a system message in the middle of the conversation",
    from: CHAT,
    to: [MESSAGES, GEMINI],
    does: "changed",
    why: "Anthropic gets it at its place as `<system>` text of the user's turn, Gemini as part of its one instruction",
    async run(stage, to) {
      const late = { role: "system", content: "Be brief." };
      const messages = [user("one"), { role: "assistant", content: "two" }, late, user("three")];
      const { status, target, sent } = await ask(stage, CHAT, to, { messages });
      expect(status).toBe(200);
      if (to.protocol === GEMINI)
        expect(JSON.stringify(sent["systemInstruction"])).toContain("Be brief.");
      else expect(target.requests().at(-1)?.bodyText).toContain("<system>\\nBe brief.");
    },
  },
  {
    what: "`max_completion_tokens` below 16",
    from: CHAT,
    to: [RESPONSES],
    does: "changed",
    why: "the vendor takes no less than 16",
    async run(stage, to) {
      const { status, sent } = await ask(stage, CHAT, to, { max_completion_tokens: 5 });
      expect([status, sent["max_output_tokens"]]).toEqual([200, 16]);
    },
  },
  {
    what: "stop sequences of blanks only",
    from: CHAT,
    to: [MESSAGES],
    does: "left out",
    why: "the vendor refuses them",
    run: leavesOut(CHAT, { stop: ["\n", " "] }, /stop_sequences/),
  },
  {
    what: "`previous_response_id`, `conversation`, `prompt`, `background`",
    from: RESPONSES,
    to: but(RESPONSES),
    does: "refused with a 400",
    why: "they name what only the vendor that stored it knows; Parley stores no conversations",
    async run(stage, to) {
      const named = { previous_response_id: "resp_1", conversation: "conv_1", background: true };
      for (const [field, value] of Object.entries(named))
        await refuses(RESPONSES, { [field]: value }, new RegExp(field))(stage, to);
    },
  },
  {
    what: "a tool that takes free text (`custom`)",
    from: CHAT,
    to: [MESSAGES],
    does: "refused with a 400",
    why: "the vendor knows only tools with a JSON schema; Gemini gets it as a function of one text",
    run: refuses(CHAT, { tools: [{ type: "custom", custom: { name: "sql" } }] }, /free text/),
  },
  {
    what: "tools the vendor runs itself (web search, code)",
    from: RESPONSES,
    to: but(RESPONSES),
    does: "left out",
    why: "another vendor does not have them",
    run: leavesOut(RESPONSES, { tools: [{ type: "web_search" }] }, /web_search/),
  },
  {
    what: "a thinking budget in tokens",
    from: MESSAGES,
    to: [CHAT, RESPONSES],
    does: "changed",
    why: "these vendors have efforts only, and get the one nearest to it",
    async run(stage, to) {
      const thinking = { type: "enabled", budget_tokens: 2048 };
      const { status, target } = await ask(stage, MESSAGES, to, { max_tokens: 4096, thinking });
      expect(status).toBe(200);
      expect(target.requests().at(-1)?.bodyText).toMatch(/effort":"low"/);
    },
  },
  {
    what: "sound as input",
    from: CHAT,
    to: [MESSAGES],
    does: "refused with a 400",
    why: "the vendor hears nothing",
    run: refuses(
      CHAT,
      {
        messages: [
          {
            role: "user",
            content: [{ type: "input_audio", input_audio: { data: "AAAA", format: "wav" } }],
          },
        ],
      },
      /messages|audio|sound/,
    ),
  },
  {
    what: "arguments of an earlier call that are no JSON",
    from: CHAT,
    to: [MESSAGES, GEMINI],
    does: "refused with a 400",
    why: "these vendors take objects; a guess would change what the model said",
    run: refuses(
      CHAT,
      {
        messages: [
          user("x"),
          {
            role: "assistant",
            content: null,
            tool_calls: [
              { id: "c1", type: "function", function: { name: "f", arguments: "{broken" } },
            ],
          },
          { role: "tool", tool_call_id: "c1", content: "y" },
        ],
      },
      /messages\[1\]|arguments/,
    ),
  },
  {
    what: "token numbers as the input of embeddings",
    from: CHAT,
    to: [GEMINI],
    does: "refused with a 400",
    why: "token numbers mean nothing to another vendor",
    async run(stage, to) {
      const { key } = stage.of(CLIENTS[0]);
      const target = await stage.target(to);
      const answer = await fetch(`${stage.relay.url}/v1/embeddings`, {
        method: "POST",
        headers: { authorization: `Bearer ${key.key}`, "content-type": "application/json" },
        body: JSON.stringify({ model: target.model, input: [1, 2, 3] }),
      });
      expect(answer.status).toBe(400);
    },
  },
  {
    what: "a picture in a streamed answer",
    from: CHAT,
    to: [GEMINI],
    does: "left out",
    why: "the canonical stream has no event for it; the text around it is whole",
    async run(stage, to) {
      const drawing = Bun.serve({
        port: 0,
        fetch: () =>
          new Response(`data: ${DRAWN}\n\n`, { headers: { "content-type": "text/event-stream" } }),
      });
      try {
        const { model } = await stage.target(to, {}, { baseUrl: drawing.url.origin });
        const { key } = stage.of(CLIENTS[0]);
        const answer = await send(stage.relay, key, { protocol: CHAT, model, stream: true });
        const text = await answer.text();
        expect(text).toContain('"content":"Here: "');
        expect(text).toContain('"finish_reason":"stop"');
        expect(text).not.toContain("iVBORw0K");
      } finally {
        await drawing.stop(true);
      }
    },
  },
];
