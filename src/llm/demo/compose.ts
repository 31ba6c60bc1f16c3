/** What the demo says: a tool call where one is due, JSON where it is asked for, else a few honest sentences. */

import type { CanonicalRequest, Choice, Message, Part } from "../canonical.ts";
import { findToolName } from "../canonical.ts";
import { lastResults, lastUserText, type Result } from "./conversation.ts";
import { cutTokens } from "./count.ts";
import { sampleValue } from "./sample.ts";
import { chooseCalls } from "./tool-use.ts";

const MAX_ECHO_CHARS = 240;

/** As many answers as were asked for. */
export function composeAnswers(request: CanonicalRequest): Choice[] {
  const count = request.choices ?? 1;
  return Array.from({ length: count }, (_, index) => composeAnswer(request, index));
}

function composeAnswer(request: CanonicalRequest, index: number): Choice {
  const calls = chooseCalls(request);
  if (calls.length > 0) return { parts: calls, finish: "tool-calls" };
  const text = composeText(request);
  return limit(index === 0 ? text : `${text} (Answer ${index + 1}.)`, request);
}

function limit(text: string, request: CanonicalRequest): Choice {
  let said = text;
  for (const stop of request.stop ?? []) {
    const at = stop === "" ? -1 : said.indexOf(stop);
    if (at >= 0) said = said.slice(0, at);
  }
  const cut =
    request.maxOutputTokens === undefined ? said : cutTokens(said, request.maxOutputTokens);
  return { parts: [{ type: "text", text: cut }], finish: cut === said ? "stop" : "length" };
}

function composeText(request: CanonicalRequest): string {
  const asked = lastUserText(request.messages);
  const format = request.outputFormat;
  if (format?.type === "json-schema")
    return JSON.stringify(sampleValue(format.schema, { asked, optional: true }));
  if (format?.type === "json")
    return JSON.stringify({ answer: echo(asked), model: "demo", note: "Parley's demo model" });
  const results = lastResults(request.messages);
  return results.length > 0
    ? composeFromResults(results, request.messages)
    : composeEcho(asked, request.messages);
}

function composeEcho(asked: string, messages: readonly Message[]): string {
  const sentences = [
    "Hello from Parley's built-in demo model: I am not a real language model, I only show that everything works.",
    asked === "" ? "You sent no text." : `You said: “${echo(asked)}”`,
  ];
  const media = messages.flatMap((message) => message.parts).filter(isMedia).length;
  if (media > 0)
    sentences.push(
      `I was also given ${media} ${media === 1 ? "file" : "files"}, which I cannot look at.`,
    );
  sentences.push(
    "Your request went through the relay, its tokens were counted, and this answer came back the same way.",
    "Add a vendor with `parley relay provider add` to talk to a real model.",
  );
  return sentences.join(" ");
}

function composeFromResults(results: readonly Result[], messages: readonly Message[]): string {
  const told = results.map(({ callId, text, isError }) => {
    const name = findToolName(messages, callId) ?? "the tool";
    return `${name} ${isError ? "failed with" : "answered"}: ${echo(text) || "nothing"}`;
  });
  return `I asked the tools you gave me. ${told.join("; ")}. (This is Parley's demo model, so I only pass on what they said.)`;
}

function isMedia(part: Part): boolean {
  return part.type === "image" || part.type === "audio" || part.type === "file";
}

function echo(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > MAX_ECHO_CHARS ? `${line.slice(0, MAX_ECHO_CHARS)}…` : line;
}
