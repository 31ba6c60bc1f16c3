/** Whole answers between wire and canonical form. */

import { AppError } from "../../../base/errors.ts";
import { randomText } from "../../../base/ids.ts";
import { isRecord } from "../../../base/json.ts";
import type { CanonicalResponse, Choice, Part } from "../../canonical.ts";
import { ownExtras, readExtras } from "../../extras.ts";
import { holderOf, makeCallId } from "./call-id.ts";
import { finishError, isFinish, MALFORMED_CALL, readFinish, writeFinish } from "./finish.ts";
import { NAME } from "./name.ts";
import { isDelicate, rawElements, rawMember } from "./raw-json.ts";
import { openContent, readPart } from "./read-parts.ts";
import { parseAnswer } from "./sniff-response.ts";
import { joinThoughts } from "./thoughts.ts";
import { readUsage, writeUsage } from "./usage.ts";
import { field, present, recordsIn, textOf, type Wire } from "./wire.ts";
import { writeArguments, writeCall, writeClientPart } from "./write-parts.ts";

const RESPONSE_FIELDS = new Set([
  "candidates",
  "usageMetadata",
  "modelVersion",
  "responseId",
  "createTime",
]);
const CANDIDATE_FIELDS = new Set(["index", "content", "finishReason"]);

// ---- read ----------------------------------------------------------------------------------------------------------

/** The wire names no time and often no id; `now` and `seed` stand in for them. */
export function readResponse(
  text: string,
  now: number = Date.now(),
  seed: string = randomText(16),
): CanonicalResponse {
  const answer = parseAnswer(text);
  const candidates = recordsIn(answer["candidates"]);
  const holder = holderOf(answer["responseId"], seed);
  let raws: readonly string[] | undefined;
  const rawOf = (i: number): string | undefined => {
    raws ??= isDelicate(text) ? rawElements(rawMember(text, "candidates")) : [];
    return rawMember(raws[i], "content");
  };
  const choices = candidates.map((candidate, i) =>
    readChoice(
      candidate,
      () => rawOf(i),
      (position) => makeCallId(holder, i, position),
    ),
  );
  if (choices.length === 0) choices.push(readBlocked(answer));
  return {
    id: textOf(answer["responseId"]) || holder,
    model: textOf(answer["modelVersion"]),
    created: readCreated(answer["createTime"], now),
    choices,
    ...present("usage", readUsage(answer["usageMetadata"])),
    ...readExtras(answer, RESPONSE_FIELDS, NAME),
  };
}

/** Seconds; `now` where the answer does not say. */
export function readCreated(time: unknown, now: number): number {
  const told = typeof time === "string" ? Date.parse(time) : Number.NaN;
  return Math.floor((Number.isNaN(told) ? now : told) / 1000);
}

function readChoice(
  candidate: Wire,
  raw: () => string | undefined,
  makeId: (position: number) => string,
): Choice {
  const content = openContent(candidate["content"], raw);
  let calls = 0;
  const parts = content.parts.flatMap((part, i): Part[] => {
    const read = readPart(part, content.raws[i], () => makeId(calls));
    if (read?.type === "tool-call") calls++;
    return read === undefined ? [] : [read];
  });
  const word = isFinish(candidate["finishReason"]) ? candidate["finishReason"] : "STOP";
  const finish = readFinish(word, calls > 0);
  if (finish === undefined) throw finishError(word, candidate["finishMessage"]);
  return {
    parts: joinThoughts(parts),
    finish,
    ...readExtras(candidate, CANDIDATE_FIELDS, NAME),
  };
}

/** A prompt the vendor refused has feedback instead of candidates: an answer without words, ended by the filter. */
function readBlocked(answer: Wire): Choice {
  if (isBlocked(answer)) return { parts: [], finish: "content-filter" };
  throw new AppError("upstream_error", "The vendor's answer has no `candidates`.");
}

export function isBlocked(answer: Wire): boolean {
  const feedback = field(answer, "promptFeedback");
  if (!isRecord(feedback)) return false;
  const reason = feedback["blockReason"];
  return typeof reason === "string" && reason !== "";
}

// ---- write ---------------------------------------------------------------------------------------------------------

export function writeResponse(response: CanonicalResponse): string {
  const candidates = response.choices.map(writeChoice);
  const rest = JSON.stringify({
    ...(response.usage === undefined ? {} : { usageMetadata: writeUsage(response.usage) }),
    modelVersion: response.model,
    ...writeCreated(response.created),
    responseId: response.id,
    ...ownExtras(response.extras, NAME),
  });
  return `{"candidates":[${candidates.join(",")}],${rest.slice(1)}`;
}

export function writeCreated(created: number): Wire {
  return created > 0 ? { createTime: new Date(created * 1000).toISOString() } : {};
}

function writeChoice(choice: Choice, index: number): string {
  let isMalformed = false;
  const parts = choice.parts.flatMap((part) => {
    if (part.type !== "tool-call") return writeClientPart(part);
    const args = writeArguments(part);
    if (args === undefined) isMalformed = true;
    return args === undefined ? [] : [writeCall(part, args, part.id, part.signature)];
  });
  const rest = JSON.stringify({
    finishReason: writeChoiceFinish(choice.finish, isMalformed),
    index,
    ...ownExtras(choice.extras, NAME),
  });
  // The official client takes an answer without parts for a broken one.
  const said = parts.length === 0 ? '{"text":""}' : parts.join(",");
  return `{"content":{"parts":[${said}],"role":"model"},${rest.slice(1)}`;
}

/** A call cut off by the length limit is not the model's mistake; any other broken one is said in the vendor's own word. */
export function writeChoiceFinish(finish: Choice["finish"], isMalformed: boolean): string {
  return isMalformed && finish !== "length" ? MALFORMED_CALL : writeFinish(finish);
}
