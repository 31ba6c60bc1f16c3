import { createRoute } from "@hono/zod-openapi";
import { toAppError } from "../../base/errors.ts";
import { CheckInput, type CheckLine, CheckReport, type CheckWatch } from "../../contract/check.ts";
import { jsonAnswer, jsonBody } from "../../contract/route.ts";
import { makeRouter } from "./router.ts";

const LINES = "application/x-ndjson";

const run = createRoute({
  method: "post",
  path: "/check",
  tags: ["providers"],
  summary: "Try an endpoint and tell what works there",
  description:
    "Tries the forms of its address and every protocol with small calls, which cost what the endpoint charges for " +
    "them. Takes from a second to three minutes. Nothing is stored. With `accept: application/x-ndjson` each step is " +
    "told as it ends, in a line with `step`, and at last a line with `report`; closing the connection breaks the check off.",
  request: jsonBody(CheckInput),
  responses: {
    200: jsonAnswer(
      "What was tried. An endpoint that does not work is an answer too.",
      CheckReport,
    ),
  },
});

export const checkRoutes = makeRouter().openapi(run, async (c) => {
  const input = c.req.valid("json");
  const { checks } = c.env.relay;
  if (c.req.header("accept")?.includes(LINES) !== true)
    return c.json(await checks.run(input, { signal: c.req.raw.signal }), 200);
  const lines = await streamLines((watch) => checks.run(input, watch), c.req.raw.signal);
  // The description of the route types the JSON form alone.
  return lines as never;
});

/** An address that cannot be one is refused as usual: nothing is sent before the first step or the end. */
async function streamLines(
  work: (watch: CheckWatch) => Promise<CheckReport>,
  client: AbortSignal,
): Promise<Response> {
  const stopped = new AbortController();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  // A client that left is noticed when a line cannot be written to it.
  const write = (line: CheckLine): Promise<void> =>
    writer
      .write(encoder.encode(`${JSON.stringify(line)}\n`))
      .catch((cause: unknown) => stopped.abort(cause));
  const begun = Promise.withResolvers<void>();
  const done = work({
    signal: AbortSignal.any([client, stopped.signal]),
    onStep: (step) => {
      begun.resolve();
      void write({ step });
    },
  });
  done
    .then(
      (report) => write({ report }).then(() => writer.close()),
      (error: unknown) => writer.abort(toAppError(error)),
    )
    .catch((cause: unknown) => stopped.abort(cause));
  await Promise.race([begun.promise, done]);
  return new Response(readable, {
    headers: { "content-type": LINES, "cache-control": "no-store" },
  });
}
