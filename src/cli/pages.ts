/** Lists that come in pages, read to their end. */

import { type Api, queryText } from "./api.ts";

/** The most rows a page may have. */
const PAGE = 1000;

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Every row under `list` of the answers at `path`, one page after the other. */
export async function listAll<Row>(
  api: Api,
  path: string,
  list: string,
  query: Query = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let before: string | undefined; ;) {
    const asked = queryText({ ...query, limit: PAGE, before });
    const page = await api.call<Record<string, unknown>>("GET", path + asked);
    rows.push(...(page[list] as Row[]));
    if (typeof page["next"] !== "string") return rows;
    before = page["next"];
  }
}
