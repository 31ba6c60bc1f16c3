/**
 * The life of a request, once it is understood and its knobs are known:
 *
 *   latency -> reset | silence | empty | html -> key check -> asked-for error -> vendor's rules -> answer or stream
 */
import { sendBody } from "./body-writer.ts";
import type { Call, ChatCall, Dialect, Frame, Problem } from "./dialects/dialect.ts";
import { kindOfStatus } from "./dialects/dialect.ts";
import { splitModel } from "./fault-text.ts";
import type { Faults } from "./faults.ts";
import type { Exchange } from "./http/exchange.ts";
import { readRecordedAnswer, readRecordedEvents } from "./recordings.ts";
import { nextSerial, writeReply } from "./script.ts";
import { playStream } from "./stream-player.ts";

export interface Job {
  readonly dialect: Dialect;
  readonly call: Call;
  readonly faults: Faults;
  /** Accepted keys; undefined accepts any. */
  readonly keys: ReadonlySet<string> | undefined;
}

const HTML =
  "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n";

export async function answer(exchange: Exchange, job: Job): Promise<void> {
  const { dialect, call, faults } = job;
  if (faults.latencyMs) await exchange.sleep(faults.latencyMs);
  if (exchange.over) return;
  if (faults.resetConnection) {
    exchange.reset();
    return;
  }
  if (faults.noResponse) {
    await exchange.untilClientGone();
    return;
  }
  const requestId = `req_fake${nextSerial().toString(36).padStart(8, "0")}`;
  const stream = call.kind === "chat" && call.stream;
  const headerLines = dialect.headerLines(requestId, stream) + extraHeaders(faults);
  if (faults.emptyBody) {
    exchange.respond(faults.status ?? 200, headerLines, "");
    return;
  }
  if (faults.htmlError) {
    await sendError(
      exchange,
      { status: faults.status ?? 502, headerLines: "content-type: text/html\r\n", body: HTML },
      faults,
    );
    return;
  }
  const problem =
    job.dialect.checkAccess(exchange.request, job.keys) ?? askedError(faults) ?? call.check(faults);
  if (problem !== undefined) {
    const blocked =
      dialect.name === "gemini" &&
      problem.kind === "content_filter" &&
      problem.status === undefined;
    if (blocked && stream !== false) {
      await playStream(exchange, {
        dialect,
        stream,
        headerLines,
        frames: [dialect.errorEvent(problem)],
        faults: {},
        problem: undefined,
      });
      return;
    }
    await sendError(exchange, dialect.writeError(problem, requestId), faults);
    return;
  }
  const inBand = inBandError(dialect, faults);
  if (inBand !== undefined && stream === false) {
    await sendError(exchange, { ...dialect.writeError(inBand, requestId), status: 200 }, faults);
  } else if (call.kind === "fixed") {
    await sendBody(exchange, { status: 200, headerLines, body: call.answer(faults) }, faults);
  } else if (stream === false) {
    await sendBody(
      exchange,
      { status: 200, headerLines, body: wholeAnswer(dialect, call, faults) },
      faults,
    );
  } else {
    const frames = framesOf(dialect, call, faults);
    await playStream(exchange, { dialect, stream, headerLines, frames, faults, problem: inBand });
  }
}

function wholeAnswer(dialect: Dialect, call: ChatCall, faults: Faults): string {
  if (faults.recording !== undefined) return readRecordedAnswer(dialect.name, faults.recording);
  return call.writeAnswer(writeReply(splitModel(call.model).name, call.turn(), faults));
}

function framesOf(dialect: Dialect, call: ChatCall, faults: Faults): readonly Frame[] {
  let frames: readonly Frame[];
  if (faults.recording === undefined) {
    frames = call.writeFrames(writeReply(splitModel(call.model).name, call.turn(), faults));
  } else {
    frames = dialect
      .frameRecording(readRecordedEvents(dialect.name, faults.recording))
      .filter(
        ({ kind }) =>
          !(faults.missingFinish && kind === "finish") &&
          !(faults.missingUsage && kind === "usage"),
      );
  }
  return faults.missingDone ? frames.filter(({ kind }) => kind !== "done") : frames;
}

/** The error the knobs ask for instead of an answer. */
function askedError(faults: Faults): Problem | undefined {
  if (isInBand(faults)) return undefined;
  const asked =
    (faults.status ?? 200) >= 400 ||
    faults.errorKind !== undefined ||
    faults.retryAfter !== undefined;
  if (!asked && faults.errorBody === undefined) return undefined;
  const status =
    faults.status ??
    (faults.errorKind !== undefined ? undefined : faults.retryAfter !== undefined ? 429 : 500);
  return {
    kind: faults.errorKind ?? kindOfStatus(status ?? 500),
    ...(status !== undefined && { status }),
    ...(faults.retryAfter !== undefined && { retryAfter: faults.retryAfter }),
  };
}

/** The error the knobs ask for after a 200. */
function inBandError(dialect: Dialect, faults: Faults): Problem | undefined {
  if (!isInBand(faults)) return undefined;
  const kind =
    faults.errorKind ??
    (faults.status === undefined ? dialect.inBandKind : kindOfStatus(faults.status));
  return { kind, ...(faults.status !== undefined && { status: faults.status }) };
}

function isInBand(faults: Faults): boolean {
  return faults.errorInStream !== undefined || faults.errorAfter200First === true;
}

async function sendError(
  exchange: Exchange,
  error: { status: number; headerLines: string; body: string },
  faults: Faults,
): Promise<void> {
  const body = faults.errorBody === undefined ? error.body : asText(faults.errorBody);
  const headerLines = error.headerLines + extraHeaders(faults);
  if (faults.gzipError) {
    const zipped = Bun.gzipSync(Buffer.from(body));
    await sendBody(
      exchange,
      {
        status: error.status,
        headerLines: `${headerLines}content-encoding: gzip\r\n`,
        body: zipped,
      },
      faults,
    );
    return;
  }
  await sendBody(exchange, { status: error.status, headerLines, body }, faults);
}

function asText(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

function extraHeaders(faults: Faults): string {
  if (faults.headers === undefined) return "";
  return Object.entries(faults.headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}
