import type { Faults } from "./faults.ts";
import type { Exchange } from "./http/exchange.ts";

/** Sends a plain body, with whatever the knobs do to bodies. */
export async function sendBody(
  exchange: Exchange,
  answer: { status: number; headerLines: string; body: string | Uint8Array },
  faults: Faults,
): Promise<void> {
  const { status, headerLines, body } = answer;
  if (!touchesBody(faults)) {
    exchange.respond(status, headerLines, body);
    return;
  }
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const half = bytes.subarray(0, Math.ceil(bytes.length / 2));
  if (faults.malformedAfterChunks !== undefined) {
    exchange.respond(status, headerLines, half);
    return;
  }
  exchange.start(status, headerLines, bytes.length);
  if (cutPoint(faults) !== undefined) {
    exchange.write(half);
    await cutConnection(exchange, faults);
  } else if (faults.stallAfterChunks !== undefined) {
    exchange.write(half);
    await exchange.untilClientGone();
  } else {
    await writeInPieces(exchange, bytes, faults);
    await exchange.end();
  }
}

function touchesBody(faults: Faults): boolean {
  return (
    cutPoint(faults) !== undefined ||
    faults.stallAfterChunks !== undefined ||
    faults.malformedAfterChunks !== undefined ||
    writesInPieces(faults)
  );
}

export function cutPoint(faults: Faults): number | undefined {
  return faults.cutAfterChunks ?? (faults.cutMidFrame ? 1 : undefined);
}

export async function cutConnection(exchange: Exchange, faults: Faults): Promise<void> {
  if (!faults.cutReset) {
    await exchange.cut();
    return;
  }
  // A reset discards what the client has not read yet, so give it a moment to read what was sent before.
  await exchange.flush();
  await exchange.sleep(20);
  exchange.reset();
}

export function writesInPieces(faults: Faults): boolean {
  return faults.oneByteWrites === true || faults.splitUtf8 === true;
}

/**
 * Writes bytes one by one, or broken inside every multi-byte character. Between bytes the event loop turns once; inside a
 * character the wait is long enough for the client to read the first half alone.
 */
export async function writeInPieces(
  exchange: Exchange,
  bytes: Uint8Array,
  faults: Faults,
): Promise<void> {
  let from = 0;
  for (let at = 1; at <= bytes.length; at++) {
    const afterLeadByte = (bytes[at - 1] ?? 0) >= 0xc2;
    if (at < bytes.length && !faults.oneByteWrites && !afterLeadByte) continue;
    exchange.write(bytes.subarray(from, at));
    from = at;
    await exchange.flush();
    if (faults.splitUtf8 && afterLeadByte) await exchange.sleep(1);
    else await new Promise<void>((resolve) => setImmediate(resolve));
    if (exchange.over) return;
  }
}
