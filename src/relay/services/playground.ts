/** Runs a chat request for a key, for somebody who may manage keys and so need not know its secret. */

import { AppError, toAppError } from "../../base/errors.ts";
import { sentence } from "../../base/sentence.ts";
import type { RelayManagement } from "../../contract/management.ts";
import { chatCompletions } from "../../llm/dialects/chat-completions/index.ts";
import { checkUsable } from "../authenticate.ts";
import type { RelayContext } from "../context.ts";
import type { ApiKey } from "../directory.ts";
import { infer, type InferenceEndpoint } from "../inference.ts";
import { statusOf } from "./keys.ts";

const CHAT: InferenceEndpoint = {
  front: chatCompletions,
  operation: "chat",
  name: "/v1/chat/completions",
};

export function makePlayground(context: RelayContext): RelayManagement["playground"] {
  return {
    async chat({ key: id, request }, { address, signal }) {
      const key = findUsable(context, id, address);
      const call = new Request("http://playground.invalid/v1/chat/completions", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(request),
        signal,
      });
      const answer = await infer(context, call, { address, key }, CHAT);
      const headers = new Headers(answer.headers);
      // The management API puts an id of its own on every answer.
      headers.set("x-parley-request-id", answer.headers.get("x-request-id") ?? "");
      return new Response(answer.body, { status: answer.status, headers });
    },
  };
}

/** The choice of the key is the mistake, not the caller's own sign-in: never a 401. */
function findUsable(context: RelayContext, id: string, address: string): ApiKey {
  const key = context.directory.keys.get(id);
  if (!key) throw new AppError("invalid_request", sentence("no_key", { id }), { param: "key" });
  try {
    checkUsable(context, key, address);
    return key;
  } catch (thrown) {
    const status = statusOf(key.row, context.clock.now());
    const why =
      status === "active"
        ? sentence("key_unusable", { why: toAppError(thrown).message })
        : sentence(`key_${status}`);
    throw new AppError("invalid_request", why, { param: "key" }, { cause: thrown });
  }
}
