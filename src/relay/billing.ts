/** What to bill: the vendor's usage, or, where it gave none, tokens counted here and marked as estimated. */

import type { Dialect, Inbound, Usage } from "../llm/dialect.ts";
import { specialOf } from "../llm/special-usage.ts";
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
  const usage = { prompt, cached: 0, completion, reasoning: 0, ...askedFor(inbound) };
  return { usage, estimated: true };
}

/** A vendor that did not say which service it gave is taken to have given the one that was asked for. */
function askedFor({ asks }: Inbound): Pick<Usage, "special"> {
  return asks === undefined
    ? {}
    : specialOf({ service: asks.service, multipliers: asks.multipliers });
}
