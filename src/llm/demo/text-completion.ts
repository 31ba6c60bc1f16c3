/** The old `/completions` operation: the same answers as plain text. */

import { randomText } from "../../base/ids.ts";
import { writeSse } from "../../base/sse.ts";
import type { CanonicalRequest } from "../canonical.ts";
import { chatCompletions } from "../dialects/chat-completions/index.ts";
import type { Inbound } from "../inbound.ts";
import { composeAnswers } from "./compose.ts";
import { textOf } from "./conversation.ts";
import { countDemoTokens, countOutput } from "./count.ts";
import { splitWords, streamWords } from "./stream.ts";

export function answerCompletions(inbound: Inbound, signal: AbortSignal | undefined): Response {
  const choices = readPrompts(inbound).flatMap((prompt) =>
    composeAnswers(asRequest(inbound, prompt)),
  );
  const prompt_tokens = countDemoTokens(chatCompletions.promptText(inbound));
  const completion_tokens = countOutput(choices);
  const usage = {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
  };
  const head = {
    id: `cmpl-demo-${randomText(16)}`,
    object: "text_completion",
    created: Math.floor(Date.now() / 1000),
    model: inbound.model,
  };
  const said = choices.map((choice) => ({
    text: textOf(choice.parts),
    finish_reason: choice.finish,
  }));
  if (!inbound.stream) {
    return Response.json({
      ...head,
      choices: said.map((one, index) => ({ index, ...one, logprobs: null })),
      usage,
    });
  }
  const chunk = (fields: object): (() => string) => {
    return () => writeSse(JSON.stringify({ ...head, ...fields }));
  };
  const choice = (index: number, text: string, finish_reason: string | null): (() => string) =>
    chunk({ choices: [{ index, text, logprobs: null, finish_reason }] });
  return streamWords(
    [
      ...said.flatMap((one, index) => [
        ...splitWords(one.text).map((word) => choice(index, word, null)),
        choice(index, "", one.finish_reason),
      ]),
      ...(inbound.wantsUsage ? [chunk({ choices: [], usage })] : []),
      () => writeSse("[DONE]"),
    ],
    signal,
  );
}

/** Token numbers stand for words nobody can read back; they are echoed as a count. */
function readPrompts(inbound: Inbound): string[] {
  const prompt = inbound.body["prompt"];
  if (typeof prompt === "string") return [prompt];
  const items: readonly unknown[] = Array.isArray(prompt) ? prompt : [];
  if (typeof items[0] === "number") return [`${items.length} tokens`];
  return items.map((item) =>
    typeof item === "string" ? item : `${Array.isArray(item) ? item.length : 0} tokens`,
  );
}

function asRequest(inbound: Inbound, prompt: string): CanonicalRequest {
  const { body } = inbound;
  const stop = typeof body["stop"] === "string" ? [body["stop"]] : body["stop"];
  return {
    model: inbound.model,
    stream: inbound.stream,
    messages: [{ role: "user", parts: [{ type: "text", text: prompt }] }],
    ...(typeof body["n"] === "number" ? { choices: body["n"] } : {}),
    ...(inbound.maxOutputTokens === undefined ? {} : { maxOutputTokens: inbound.maxOutputTokens }),
    ...(Array.isArray(stop) ? { stop: stop.filter((item) => typeof item === "string") } : {}),
  };
}
