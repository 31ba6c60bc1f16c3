/**
 * The built-in demo vendor, `builtin:demo`. It speaks chat-completions like any vendor, through the same codec, but no
 * model is behind it: it echoes, calls the tools it is given, keeps to a JSON schema, and says what it is. With it every
 * part of Parley can be tried before there is a vendor key.
 *
 * request text -> checked and canonical -> composed answer -> whole or word by word.
 */

import { AppError, toAppError } from "../../base/errors.ts";
import { randomText } from "../../base/ids.ts";
import type { BuiltinCall } from "../builtin-vendor.ts";
import { chatCompletions } from "../dialects/chat-completions/index.ts";
import type { Inbound } from "../inbound.ts";
import { composeAnswers } from "./compose.ts";
import { countDemoTokens, countOutput } from "./count.ts";
import { embed } from "./embedding.ts";
import { chatEvents, streamWords } from "./stream.ts";
import { answerCompletions } from "./text-completion.ts";

export const DEMO_MODEL = "demo";
export const DEMO_EMBEDDING_MODEL = "demo-embedding";

/** Never throws: like any server it answers with a status. */
export async function answerDemo(call: BuiltinCall): Promise<Response> {
  try {
    switch (call.path) {
      case "/chat/completions":
        return answerChat(parse("chat", call, DEMO_MODEL), call.signal);
      case "/completions":
        return answerCompletions(parse("completions", call, DEMO_MODEL), call.signal);
      case "/embeddings":
        return Response.json(embed(parse("embeddings", call, DEMO_EMBEDDING_MODEL)));
      case "/models":
        return Response.json({
          object: "list",
          data: [DEMO_MODEL, DEMO_EMBEDDING_MODEL].map(modelRow),
        });
      default:
        throw new AppError("not_found", `The demo vendor has no ${call.path}.`);
    }
  } catch (thrown) {
    const error = toAppError(thrown);
    return new Response(chatCompletions.writeError(error), {
      status: error.status,
      headers: { "content-type": "application/json" },
    });
  }
}

function modelRow(id: string): Record<string, unknown> {
  return { id, object: "model", created: 0, owned_by: "parley-demo" };
}

function parse(operation: Inbound["operation"], call: BuiltinCall, model: string): Inbound {
  const inbound = chatCompletions.parseRequest(operation, call.body);
  if (inbound.model !== model) {
    throw new AppError(
      "model_not_found",
      `The demo vendor has no model "${inbound.model}" here, only "${model}".`,
      {
        param: "model",
      },
    );
  }
  return inbound;
}

function answerChat(inbound: Inbound, signal: AbortSignal | undefined): Response {
  const { codec } = chatCompletions;
  const request = codec.readRequest(inbound);
  const choices = composeAnswers(request);
  const usage = {
    prompt: countDemoTokens(chatCompletions.promptText(inbound)),
    cached: 0,
    completion: countOutput(choices),
    reasoning: 0,
  };
  const head = {
    id: `chatcmpl-demo-${randomText(16)}`,
    model: inbound.model,
    created: Math.floor(Date.now() / 1000),
  };
  if (!inbound.stream) {
    const text = codec.writeResponse({ ...head, choices, usage });
    return new Response(text, { headers: { "content-type": "application/json" } });
  }
  const writer = codec.makeEventWriter({ model: inbound.model, wantsUsage: inbound.wantsUsage });
  return streamWords(
    chatEvents(head, choices, usage).map((event) => () => writer.write(event)),
    signal,
  );
}
