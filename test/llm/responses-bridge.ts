/** A small relay for tests: a client of the responses dialect in front of a vendor of any other, through the canonical form. */

import { AppError, toAppError } from "../../src/base/errors.ts";
import { SseReader } from "../../src/base/sse.ts";
import type { Dialect } from "../../src/llm/dialect.ts";
import { responses } from "../../src/llm/dialects/responses/index.ts";

export interface Vendor {
  readonly dialect: Dialect;
  readonly baseUrl: string;
  readonly model: string;
}

/** Gives the server; the vendor may be changed between calls. */
export function startBridge(vendorOf: () => Vendor): Bun.Server<undefined> {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      try {
        return await forward(await request.text(), vendorOf());
      } catch (thrown) {
        const error = toAppError(thrown);
        return new Response(responses.writeError(error), {
          status: error.status,
          headers: { "content-type": "application/json" },
        });
      }
    },
  });
}

async function forward(text: string, vendor: Vendor): Promise<Response> {
  const { dialect, model } = vendor;
  const inbound = responses.parseRequest("chat", text);
  const request = { ...responses.codec.readRequest(inbound), model };
  const answer = await fetch(dialect.operationUrl(vendor.baseUrl, "chat", model, inbound.stream), {
    method: "POST",
    headers: { "content-type": "application/json", ...dialect.authHeaders("k") },
    body: dialect.codec.writeRequest(request),
  });
  if (!answer.ok) {
    const failure = dialect.readFailure(answer.status, answer.headers, await answer.text());
    throw new AppError("upstream_error", failure.message, { status: failure.status });
  }
  if (inbound.stream) {
    const body = translate(dialect, inbound.model, await readAll(answer));
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  }
  const response = dialect.codec.readResponse(await answer.text());
  return new Response(responses.codec.writeResponse({ ...response, model: inbound.model }), {
    headers: { "content-type": "application/json" },
  });
}

/** What came before the connection closed or broke. */
async function readAll(answer: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of answer.body ?? []) parts.push(part);
  } catch {
    return Buffer.concat(parts);
  }
  return Buffer.concat(parts);
}

function translate(dialect: Dialect, model: string, bytes: Uint8Array): string {
  const reader = dialect.codec.makeEventReader();
  const writer = responses.codec.makeEventWriter({ model, wantsUsage: true });
  const events = [
    ...new SseReader().push(bytes).flatMap((frame) => reader.step(frame)),
    ...reader.halt(),
  ];
  return events.map((event) => writer.write(event)).join("");
}
