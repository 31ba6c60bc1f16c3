/** Several tool calls of one turn as one turn per call, for models whose templates know no other form. */

import { findMember, setTopLevel, topLevelElements } from "../../base/json.ts";
import { roleOf } from "./turn.ts";

/** Calls without their results right behind them are left as they are: only the vendor can say what is wrong there. */
export function splitCalls(turns: readonly string[]): string[] {
  const split: string[] = [];
  for (let i = 0; i < turns.length; i++) {
    const turn = turns[i] ?? "";
    const calls = callsOf(turn);
    const results = calls.length > 1 ? turns.slice(i + 1, i + 1 + calls.length) : [];
    const pairs = calls.length > 1 ? pairUp(calls, results) : undefined;
    if (pairs === undefined) {
      split.push(turn);
      continue;
    }
    for (const [index, { call, result }] of pairs.entries()) {
      const one = setTopLevel(turn, "tool_calls", `[${call}]`);
      // What was said before the calls is said once.
      split.push(index === 0 ? one : setTopLevel(one, "content", '""'), result);
    }
    i += calls.length;
  }
  return split;
}

function callsOf(turn: string): string[] {
  const calls = findMember(turn, "tool_calls");
  return calls === undefined || !calls.startsWith("[") || roleOf(turn) !== "assistant"
    ? []
    : [...topLevelElements(calls)];
}

function pairUp(
  calls: readonly string[],
  results: readonly string[],
): { call: string; result: string }[] | undefined {
  const pairs = calls.flatMap((call) => {
    const id = findMember(call, "id");
    const result = results.find(
      (turn) => roleOf(turn) === "tool" && findMember(turn, "tool_call_id") === id,
    );
    return id === undefined || result === undefined ? [] : [{ call, result }];
  });
  return pairs.length === calls.length ? pairs : undefined;
}
