/** A client of one dialect before a vendor of another, with nothing between them but the two codecs. */

import { AppError, toAppError } from "../../src/base/errors.ts";
import { SseReader } from "../../src/base/sse.ts";
import { normaliseBaseUrl } from "../../src/llm/address.ts";
import type { Dialect } from "../../src/llm/dialect.ts";
import type { Inbound, PathFacts } from "../../src/llm/inbound.ts";

export interface Pair {
  readonly client: Dialect;
  readonly vendor: Dialect;
  /** The vendor's address, in any form. */
  readonly url: string;
  readonly model: string;
}

/** Answers like the relay would: in the client's dialect, failures included. */
export async function translate(pair: Pair, text: string, path?: PathFacts): Promise<Response> {
  try {
    const inbound = pair.client.parseRequest("chat", text, path);
    const answer = await callVendor(pair, inbound);
    if (!inbound.stream) {
      const response = pair.vendor.codec.readResponse(await answer.text());
      return json(pair.client.codec.writeResponse({ ...response, model: inbound.model }));
    }
    return new Response(await readStream(pair, inbound, answer), {
      headers: { "content-type": "text/event-stream" },
    });
  } catch (thrown) {
    const error = toAppError(thrown);
    return json(pair.client.writeError(error), error.status);
  }
}

function json(text: string, status = 200): Response {
  return new Response(text, { status, headers: { "content-type": "application/json" } });
}

async function callVendor(pair: Pair, inbound: Inbound): Promise<Response> {
  const { vendor, client, model } = pair;
  const base = normaliseBaseUrl(pair.url, vendor.address);
  const response = await fetch(vendor.operationUrl(base, "chat", model, inbound.stream), {
    method: "POST",
    headers: { "content-type": "application/json", ...vendor.authHeaders("key-1") },
    body: vendor.codec.writeRequest({ ...client.codec.readRequest(inbound), model }),
  });
  if (response.ok) return response;
  const failure = vendor.readFailure(response.status, response.headers, await response.text());
  const { status, message, retryAfter } = failure;
  throw new AppError(status < 500 ? "invalid_request" : "upstream_error", message, {
    status,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

/** The whole stream as the client gets it. */
async function readStream(pair: Pair, inbound: Inbound, answer: Response): Promise<string> {
  const reader = pair.vendor.codec.makeEventReader();
  const writer = pair.client.codec.makeEventWriter({
    model: inbound.model,
    wantsUsage: inbound.wantsUsage,
  });
  const frames = new SseReader();
  let text = "";
  const take = (list: ReturnType<SseReader["push"]>): void => {
    for (const frame of list) for (const event of reader.step(frame)) text += writer.write(event);
  };
  try {
    for await (const bytes of answer.body ?? []) take(frames.push(bytes));
  } catch {
    // The vendor broke off: `halt` below tells the client.
  }
  const last = frames.end();
  if (last !== null) take([last]);
  for (const event of reader.halt()) text += writer.write(event);
  return text;
}
