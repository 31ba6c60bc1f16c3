/** Counts the tokens of a prompt: the vendor does it if it can be asked in the client's dialect, else we do. Not billed. */

import { clientAddress } from "../base/addresses.ts";
import { toAppError } from "../base/errors.ts";
import { timeId } from "../base/ids.ts";
import type { Inbound } from "../llm/inbound.ts";
import { countTokens } from "../llm/tokens/count.ts";
import { sendUpstream } from "../llm/upstream.ts";
import { authenticate } from "./authenticate.ts";
import { readBody } from "./body.ts";
import type { RelayContext } from "./context.ts";
import type { Target } from "./directory.ts";
import { errorResponse } from "./error-response.ts";
import type { InferenceEndpoint } from "./inference.ts";
import type { Peer } from "./peer.ts";
import { planTargets } from "./plan.ts";

const LIMIT_MS = 30_000;

export async function answerCount(
  context: RelayContext,
  request: Request,
  peer: Peer,
  { front, operation, path }: InferenceEndpoint,
): Promise<Response> {
  const id = timeId("req", context.clock.now());
  try {
    const forwarded = request.headers.get("x-forwarded-for");
    const key = authenticate(
      context,
      request.headers,
      clientAddress(peer.address, forwarded, context.trustedProxies),
    );
    const text = await readBody(request, context.config.relay.bodyLimitMb);
    const inbound = front.parseRequest(operation, text, path);
    const plan = planTargets(context, key, inbound);
    key.limits.leave(key.limits.admit(0, context.clock.now()), 0, context.clock.now());
    const able = plan.find(
      ({ provider }) => provider.dialect === front && front.operations.includes(operation),
    );
    const asked = able ? await askVendor(context, able, inbound, request) : undefined;
    const answer =
      asked ?? front.writeCount?.(await countTokens(front.promptText(inbound))) ?? "{}";
    return new Response(answer, {
      headers: { "content-type": "application/json", "x-request-id": id },
    });
  } catch (thrown) {
    const error = toAppError(thrown);
    context.metrics.refused(error.code);
    return errorResponse(front, error, id);
  }
}

/** The vendor's own answer; undefined when it gives none, and we count instead. */
async function askVendor(
  context: RelayContext,
  target: Target,
  inbound: Inbound,
  client: Request,
): Promise<string | undefined> {
  const { provider, upstreamId } = target;
  const { dialect } = provider;
  try {
    const response = await sendUpstream({
      url: dialect.operationUrl(provider.baseUrl, inbound.operation, upstreamId, false),
      headers: provider.headersFor(
        context.health.keys(target, context.clock.now())[0],
        client.headers,
      ),
      body: dialect.passRequest(inbound, upstreamId),
      stream: false,
      signal: AbortSignal.any([client.signal, AbortSignal.timeout(LIMIT_MS)]),
    });
    return response.ok ? await response.text() : undefined;
  } catch (error) {
    context.log.debug("a vendor did not count tokens", { provider: provider.name, error });
    return undefined;
  }
}
