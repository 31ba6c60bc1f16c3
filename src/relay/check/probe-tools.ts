/** Tools: a call, its result, and two calls at once. */

import type { FunctionTool, Message, ToolResultPart } from "../../llm/canonical.ts";
import { type Found, no, type Probe, quote, yes } from "./finding.ts";
import { type Answer, type Ask, Refused, say, type Subject } from "./subject.ts";

const CITY = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const WEATHER: FunctionTool = {
  type: "function",
  name: "get_weather",
  description: "The weather of a city.",
  parameters: CITY,
};
const TIME: FunctionTool = {
  type: "function",
  name: "get_time",
  description: "The time in a city.",
  parameters: CITY,
};
/** Models that think do so before a call. */
const ROOM = 512;

const roundTrip: Probe = {
  name: "tool round trip",
  async run({ subject }) {
    const name = "tool round trip";
    const asked = [
      say("user", 'How is the weather? Use the tool: call:get_weather({"city":"Paris"})'),
    ];
    const answer = await callTools(subject, {
      messages: asked,
      tools: [WEATHER],
      maxOutputTokens: ROOM,
    });
    if (answer.calls.length === 0) return [no(name, "tool_in_words", { said: quote(answer.said) })];
    const wrong = answer.calls.find(({ arguments: text }) => !isObject(text));
    if (wrong !== undefined) return [no(name, "tool_not_json", { said: quote(wrong.arguments) })];
    const last = await subject.ask({
      messages: [...asked, ...resultsOf(answer)],
      tools: [WEATHER],
      maxOutputTokens: ROOM,
    });
    return [yes(name, "tool_called", { tool: WEATHER.name, said: quote(last.said) })];
  },
};

/** A forced call is the surest; some vendors, and models while they think, know no force. */
async function callTools(subject: Subject, ask: Ask): Promise<Answer> {
  try {
    return await subject.ask({ ...ask, toolChoice: { type: "required" } });
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
  }
  try {
    return await subject.ask(ask);
  } catch (thrown) {
    if (thrown instanceof Refused && /\btools?\b|function.?call/i.test(thrown.failure.message)) {
      subject.learn({ no_tools: true });
    }
    throw thrown;
  }
}

const parallel: Probe = {
  name: "parallel tools",
  async run({ subject }: Found) {
    const name = "parallel tools";
    if (subject.quirks.no_tools) return [];
    const tools = [WEATHER, TIME];
    const asked = [
      say(
        "user",
        'Weather and time? Call both tools in one turn: call:get_weather({"city":"Paris"}) call:get_time({"city":"Paris"})',
      ),
    ];
    const answer = await subject.ask({ messages: asked, tools, maxOutputTokens: ROOM });
    if (answer.calls.length < 2)
      return [no(name, answer.calls.length === 1 ? "one_call_of_two" : "no_call_of_two")];
    const last = await subject.ask({
      messages: [...asked, ...resultsOf(answer)],
      tools,
      maxOutputTokens: ROOM,
    });
    const count = answer.calls.length;
    return [yes(name, "calls_at_once", { count, said: quote(last.said) })];
  },
};

/** The turn as the model gave it, thoughts and signatures included, and what its tools would say. */
function resultsOf(answer: Answer): Message[] {
  const results = answer.calls.map(({ id, name }): ToolResultPart => ({
    type: "tool-result",
    callId: id,
    name,
    parts: [{ type: "text", text: name === TIME.name ? "12:30" : "18 degrees and sunny" }],
  }));
  return [
    { role: "assistant", parts: answer.choice.parts },
    { role: "tool", parts: results },
  ];
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

export const toolProbes: readonly Probe[] = [roundTrip, parallel];
