/**
 * The knobs over HTTP, for tests whose fake runs in another process and for people with curl.
 *
 *   GET    /_fake            counts, queue length
 *   POST   /_fake/faults     new defaults ({} behaves well again)
 *   POST   /_fake/next       knobs for the next POST request; an array queues several; `"times": 3` repeats one
 *   POST   /_fake/keys       {"KEY": {knobs} | null}: knobs for whoever sends that key
 *   GET    /_fake/requests   what was received; DELETE forgets it
 */
import type { FaultBook } from "./fault-book.ts";
import { parseFaults } from "./fault-text.ts";
import type { Faults } from "./faults.ts";
import type { Exchange } from "./http/exchange.ts";
import { isObject, objectOf, parseJson } from "./json.ts";
import type { RequestLog } from "./request-log.ts";

export function answerControl(exchange: Exchange, book: FaultBook, log: RequestLog): void {
  const { method, path, bodyText } = exchange.request;
  const send = (status: number, value: unknown): void => {
    exchange.respond(status, "content-type: application/json\r\n", JSON.stringify(value));
  };
  try {
    switch (`${method} ${path}`) {
      case "GET /_fake":
        return send(200, { ...log.counts, queued: book.queued });
      case "POST /_fake/faults":
        book.setDefaults(parseFaults(parseJson(bodyText)));
        return send(200, { ok: true });
      case "POST /_fake/next":
        book.next(...parseQueue(parseJson(bodyText)));
        return send(200, { ok: true, queued: book.queued });
      case "POST /_fake/keys":
        for (const [key, faults] of Object.entries(objectOf(parseJson(bodyText)))) {
          book.setKey(key, faults === null ? undefined : parseFaults(faults));
        }
        return send(200, { ok: true });
      case "GET /_fake/requests":
        return send(200, { requests: log.requests });
      case "DELETE /_fake/requests":
        log.clear();
        return send(200, { ok: true });
      default:
        return send(404, {
          ok: false,
          error: "see test/fakes/vendor/control.ts for what there is",
        });
    }
  } catch (error) {
    return send(400, { ok: false, error: error instanceof Error ? error.message : String(error) });
  }
}

function parseQueue(value: unknown): Faults[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => {
    if (!isObject(item)) return [parseFaults(item)];
    const { times = 1, ...faults } = item;
    if (typeof times !== "number" || !Number.isSafeInteger(times) || times < 1)
      throw new Error('"times" must be a whole number above 0');
    const checked = parseFaults(faults);
    return Array.from({ length: times }, () => checked);
  });
}
