/** Puts a report between its marks in docs/performance.md: `<!-- bench:begin -->` … `<!-- bench:end -->`. */
import { join } from "node:path";

const PAGE = join(import.meta.dir, "../docs/performance.md");

export async function writeDocs(block: "bench" | "soak", report: string): Promise<void> {
  const page = await Bun.file(PAGE).text();
  await Bun.write(PAGE, replaceBlock(page, block, report));
}

export function replaceBlock(page: string, block: string, report: string): string {
  const begin = `<!-- ${block}:begin -->`;
  const end = `<!-- ${block}:end -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`docs/performance.md has no ${begin} … ${end}`);
  return `${page.slice(0, from + begin.length)}\n${report}\n${page.slice(to)}`;
}
