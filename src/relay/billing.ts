/** What to bill: the vendor's usage, or, where it gave none, tokens counted here and marked as estimated. */

import type { Dialect, Inbound, Usage } from "../llm/dialect.ts";
import { countTokens } from "../llm/tokens/count.ts";

export interface Bill {
  readonly usage: Usage;
  readonly estimated: boolean;
}

export async function billOf(
  inbound: Inbound,
  dialect: Dialect,
  answer: { readonly usage: Usage | undefined; readonly output: string },
): Promise<Bill> {
  if (answer.usage) return { usage: answer.usage, estimated: false };
  const [prompt, completion] = await Promise.all([
    countTokens(dialect.promptText(inbound)),
    countTokens(answer.output),
  ]);
  return { usage: { prompt, cached: 0, completion, reasoning: 0 }, estimated: true };
}
