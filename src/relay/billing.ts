/** What to bill: the vendor's usage, or, where it gave none, tokens counted here and marked as estimated. */

import type { Dialect, Inbound, Usage } from "../llm/dialect.ts";
import { countTokens } from "../llm/tokens/count.ts";

export interface Bill {
  readonly usage: Usage;
  readonly estimated: boolean;
}

interface Answer {
  readonly usage: Usage | undefined;
  /** What a vendor said of the prompt before its stream broke off. */
  readonly promptUsage?: Usage | undefined;
  readonly output: string;
}

export async function billOf(inbound: Inbound, dialect: Dialect, answer: Answer): Promise<Bill> {
  if (answer.usage) return { usage: answer.usage, estimated: false };
  const { promptUsage, output } = answer;
  const completion = await countTokens(output);
  if (promptUsage) return { usage: { ...promptUsage, completion, reasoning: 0 }, estimated: true };
  const prompt = await countTokens(dialect.promptText(inbound));
  return { usage: { prompt, cached: 0, completion, reasoning: 0 }, estimated: true };
}
