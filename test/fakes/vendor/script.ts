/**
 * What the fake says. Deterministic: the same request gives the same words.
 *
 *   `call:NAME` or `call:NAME({...})` in the last user text, NAME among the tools -> that tool is called; several = parallel
 *   the tool choice forces a tool                                               -> it is called
 *   the conversation ends in tool results                                       -> a text that includes them
 *   JSON was asked for                                                          -> the smallest value that fits the schema
 *   otherwise                                                                   -> "Echo: " and the last user text
 */
import type { Reply, Turn, Usage } from "./dialects/dialect.ts";
import type { Faults, Finish, ToolCallKnob } from "./faults.ts";
import { countWords } from "./json.ts";
import { findCalls } from "./script-calls.ts";
import { sampleOf } from "./script-sample.ts";

const THINKING = "The user said something, so I shall say it back.";
const MULTI_BYTE = " é 你好 🙂";

let serial = 0;

/** A number no other reply or request of this process has. */
export function nextSerial(): number {
  return ++serial;
}

export function writeReply(model: string, turn: Turn, faults: Faults): Reply {
  const calls = chooseCalls(turn, faults);
  const thinking = faults.thinking ?? (turn.thinking ? THINKING : undefined);
  const said = calls.length > 0 ? (faults.reply ?? "") : chooseText(turn, faults);
  const { text, finish, stoppedBy } = limit(said, turn, calls.length > 0);
  return {
    serial: nextSerial(),
    model,
    created: Math.floor(Date.now() / 1000),
    textPieces: text === "" ? [] : splitText(text, faults.chunks),
    thinking,
    calls,
    finish: faults.missingFinish ? undefined : (faults.finish ?? finish),
    stoppedBy: faults.finish === undefined ? stoppedBy : undefined,
    usage: faults.missingUsage ? undefined : countUsage(turn, { text, thinking, calls }, faults),
  };
}

function chooseCalls(turn: Turn, faults: Faults): readonly ToolCallKnob[] {
  if (faults.calls !== undefined) return faults.calls;
  if (turn.tools.length === 0 || turn.toolChoice.mode === "none") return [];
  const asked = findCalls(turn.lastUserText).filter((call) => turn.tools.includes(call.name));
  if (asked.length > 0) return turn.parallel ? asked : asked.slice(0, 1);
  if (turn.toolResults.length > 0 || turn.toolChoice.mode === "auto") return [];
  const name = turn.toolChoice.mode === "named" ? turn.toolChoice.name : (turn.tools[0] ?? "");
  return [{ name, arguments: "{}" }];
}

function chooseText(turn: Turn, faults: Faults): string {
  if (faults.reply !== undefined) return faults.reply;
  if (turn.json !== undefined) return JSON.stringify(sampleOf(turn.json, turn.lastUserText));
  let text = `Echo: ${turn.lastUserText}`;
  if (turn.toolResults.length > 0) {
    text = `Tool results: ${turn.toolResults.map((result) => `${result.name} -> ${result.text}`).join("; ")}`;
    if (turn.lastUserText !== "") text += ` | ${turn.lastUserText}`;
  }
  if (faults.splitUtf8 && !/[^\u0000-\u007f]/.test(text)) text += MULTI_BYTE;
  for (let words = countWords(text); words < (faults.chunks ?? 0);) text += ` word${++words}`;
  return text;
}

function limit(
  said: string,
  turn: Turn,
  calling: boolean,
): { text: string; finish: Finish; stoppedBy?: string } {
  if (calling) return { text: said, finish: "tool_calls" };
  let text = said;
  let stoppedBy: string | undefined;
  for (const stop of turn.stop) {
    const at = stop === "" ? -1 : text.indexOf(stop);
    if (at < 0) continue;
    text = text.slice(0, at);
    stoppedBy = stop;
  }
  if (turn.maxTokens === undefined || countWords(text) <= turn.maxTokens) {
    return { text, finish: "stop", ...(stoppedBy !== undefined && { stoppedBy }) };
  }
  const words = text.match(/\s*\S+/g) ?? [];
  return { text: words.slice(0, turn.maxTokens).join(""), finish: "length" };
}

/** One piece per word, or exactly `pieces` pieces; never splits a character. Joined they are the text. */
export function splitText(text: string, pieces: number | undefined): readonly string[] {
  const words = text.match(/\s*\S+|\s+$/g) ?? [];
  if (pieces === undefined) return words;
  const units = words.length >= pieces ? words : [...text];
  const result: string[] = [];
  for (let i = 0; i < pieces; i++) {
    const from = Math.floor((i * units.length) / pieces);
    const to = Math.floor(((i + 1) * units.length) / pieces);
    result.push(units.slice(from, to).join(""));
  }
  return result;
}

function countUsage(
  turn: Turn,
  said: { text: string; thinking: string | undefined; calls: readonly ToolCallKnob[] },
  faults: Faults,
): Usage {
  const knob = faults.usage;
  const reasoning = knob?.reasoning ?? countWords(said.thinking ?? "");
  const callWords = said.calls.reduce((sum, call) => sum + 1 + countWords(call.arguments), 0);
  return {
    prompt: knob?.prompt ?? turn.promptWords,
    completion: knob?.completion ?? countWords(said.text) + callWords + reasoning,
    cached: knob?.cached ?? 0,
    reasoning,
    cacheWrite: knob?.cacheWrite ?? 0,
  };
}
