/** The ledger as a file: pages are read as fast as the client takes them, so its length does not matter. */

import { createRoute, z } from "@hono/zod-openapi";
import { LEDGER_CSV_HEAD, writeLedgerCsv } from "../../contract/ledger-csv.ts";
import { LedgerFilter } from "../../contract/ledger.ts";
import type { RelayManagement } from "../../contract/management.ts";
import { makeRouter } from "./router.ts";

const PAGE = 1000;

const CsvFilter = LedgerFilter.omit({ limit: true, before: true });
type CsvFilter = z.infer<typeof CsvFilter>;

const csv = createRoute({
  method: "get",
  path: "/ledger.csv",
  tags: ["ledger"],
  summary: "The ledger as CSV, newest first",
  request: { query: CsvFilter },
  responses: {
    200: {
      description: "Every entry that matches.",
      content: { "text/csv": { schema: z.string() } },
    },
  },
});

export const ledgerCsvRoutes = makeRouter().openapi(csv, async (c) => {
  const { ledger } = c.env.relay;
  const filter = c.req.valid("query");
  // The first page is read before the answer begins, so that a bad filter is still a real error.
  const first = await ledger.entries({ ...filter, limit: PAGE });
  return c.body(streamPages(ledger, filter, first), 200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="ledger.csv"',
  });
});

function streamPages(
  ledger: RelayManagement["ledger"],
  filter: CsvFilter,
  first: Awaited<ReturnType<RelayManagement["ledger"]["entries"]>>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let { next } = first;
  return new ReadableStream<Uint8Array>({
    start: (controller) =>
      controller.enqueue(encoder.encode(LEDGER_CSV_HEAD + writeLedgerCsv(first.entries))),
    async pull(controller) {
      if (next === null) return controller.close();
      const page = await ledger.entries({ ...filter, limit: PAGE, before: next });
      next = page.next;
      controller.enqueue(encoder.encode(writeLedgerCsv(page.entries)));
    },
  });
}
