import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ask, DIALECT_NAMES, eventsOf } from "./probe.ts";
import { listRecordings } from "./recordings.ts";
import { startFakeVendor } from "./server.ts";

const vendor = await startFakeVendor();
afterAll(() => vendor.stop());

const FOLDERS = {
  openai: "openai-completions",
  anthropic: "anthropic-messages",
  gemini: "google-generative-ai",
};

for (const dialect of DIALECT_NAMES) {
  describe(dialect, () => {
    for (const file of listRecordings(dialect)) {
      test(`${file} is replayed byte for byte, framed as the vendor frames it`, async () => {
        const stored = readFileSync(
          join(import.meta.dir, "recordings", FOLDERS[dialect], file),
          "utf8",
        );
        const stream = file.endsWith(".chunks.txt");
        vendor.next({ recording: file.replace(/\.chunks\.txt$|\.json$/, "") });
        const text = await (await ask(vendor, dialect, { stream })).text();
        if (!stream) {
          expect(text).toBe(stored);
          return;
        }
        const lines = stored.split("\n").filter((line) => line !== "");
        const events = eventsOf(text);
        expect(events.map(({ data }) => data)).toEqual(
          dialect === "openai" ? [...lines, "[DONE]"] : lines,
        );
        for (const { event, data } of events) {
          expect(event).toBe(
            dialect === "anthropic" ? (JSON.parse(data) as { type: string }).type : undefined,
          );
        }
      });
    }
  });
}

test("faults work on recordings too", async () => {
  const text = await (
    await ask(vendor, "anthropic", {
      stream: true,
      model: "m;recording=anthropic-text;errorInStream=2;crlf",
    })
  ).text();
  expect(text.match(/text_delta/g)).toHaveLength(2);
  expect(text).toContain("event: error\r\n");
});
