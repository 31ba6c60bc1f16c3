import { expect, test } from "bun:test";
import type { Api } from "./api.ts";
import { listAll } from "./pages.ts";

test("a list is read to its last page, with the same filter on each", async () => {
  const asked: string[] = [];
  const pages = [
    { rows: [1, 2], next: "b/2" },
    { rows: [], next: "c" },
    { rows: [3], next: null },
  ];
  const api: Api = {
    url: undefined,
    call: <Answer>(_method: string, path: string) => {
      asked.push(path);
      return Promise.resolve(pages[asked.length - 1] as Answer);
    },
    download: () => Promise.reject(new Error("not here")),
    close: () => Promise.resolve(),
  };
  expect(await listAll<number>(api, "/api/things", "rows", { search: "x" })).toEqual([1, 2, 3]);
  expect(asked).toEqual([
    "/api/things?search=x&limit=1000",
    "/api/things?search=x&limit=1000&before=b%2F2",
    "/api/things?search=x&limit=1000&before=c",
  ]);
});
