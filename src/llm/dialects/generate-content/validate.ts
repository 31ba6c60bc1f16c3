/**
 * Request text in, checked request out. Strict where Parley's own rules and bills depend on a field, silent about
 * everything else: new fields appear monthly and must reach the vendor as they are.
 */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { Inbound, Operation, PathFacts } from "../../inbound.ts";
import { describeValue, Problems } from "../../problems.ts";
import { checkDuplicates, parseBody, singleFields } from "../../request-body.ts";
import { asksOf, readService } from "../../special-usage.ts";
import { rawMember } from "./raw-json.ts";
import { checkContent, checkContents } from "./validate-contents.ts";
import { checkConfig, checkSpellings, checkTools, type Limits } from "./validate-options.ts";
import { field, listOf, type Wire } from "./wire.ts";

const SINGLE_FIELDS = singleFields(
  "contents",
  "generationConfig",
  "generation_config",
  "requests",
  "content",
  "generateContentRequest",
  "generate_content_request",
);

export function parseRequest(operation: Operation, text: string, path?: PathFacts): Inbound {
  const body = parseBody(text);
  const problems = new Problems();
  checkDuplicates(text, body, SINGLE_FIELDS, problems);
  const model = (path?.model ?? "").replace(/^models\//, "");
  if (model === "") problems.add("model", "must be named in the path: models/{model}");
  const limits = checkOperation(operation, body, text, problems);
  problems.throwIfAny();
  return {
    operation,
    model,
    stream: operation === "chat" && path?.stream === true,
    // Every stream of this dialect reports usage.
    wantsUsage: true,
    ...limits,
    ...readAsks(body),
    text,
    body,
  };
}

/** What is dearer than usual. */
function readAsks(body: Wire): Pick<Inbound, "asks"> {
  const tier = field(body, "serviceTier");
  const config = field(body, "generationConfig");
  const modalities = isRecord(config) ? field(config, "responseModalities") : undefined;
  if (tier === undefined && modalities === undefined) return {};
  const audio = Array.isArray(modalities) && modalities.includes("AUDIO") ? true : undefined;
  return asksOf({ service: readService(tier), audio });
}

const NO_OUTPUT: Limits = { maxOutputTokens: 0, choices: 1 };

function checkOperation(
  operation: Operation,
  body: Wire,
  text: string,
  problems: Problems,
): Limits {
  switch (operation) {
    case "chat":
      return checkGenerate(body, text, "", problems);
    case "count-tokens": {
      const inner = field(body, "generateContentRequest");
      if (inner === undefined) checkContents(field(body, "contents"), "contents", problems);
      else if (isRecord(inner)) {
        const raw = rawMember(text, "generateContentRequest") ?? "{}";
        checkGenerate(inner, raw, "generateContentRequest.", problems);
      } else {
        const found = describeValue(inner);
        problems.add("generateContentRequest", `must be an object, found ${found}`);
      }
      return NO_OUTPUT;
    }
    case "embeddings":
      checkEmbeddings(body, problems);
      return NO_OUTPUT;
    case "completions":
      throw new AppError("not_found", "This dialect has no plain completions.");
  }
}

function checkGenerate(body: Wire, text: string, prefix: string, problems: Problems): Limits {
  checkSpellings(body, problems);
  checkContents(field(body, "contents"), `${prefix}contents`, problems);
  const system = field(body, "systemInstruction");
  if (system !== undefined) checkContent(system, `${prefix}systemInstruction`, problems);
  checkTools(field(body, "tools"), `${prefix}tools`, problems);
  return checkConfig(body, text, `${prefix}generationConfig`, problems);
}

/** One content, or a list of requests that hold one each. */
function checkEmbeddings(body: Wire, problems: Problems): void {
  const { requests } = body;
  if (requests === undefined) {
    checkContent(field(body, "content"), "content", problems);
    return;
  }
  const list = listOf(requests);
  if (list.length === 0) {
    problems.add("requests", `must be an array of requests, found ${describeValue(requests)}`);
  }
  list.forEach((request, i) => {
    if (isRecord(request)) checkContent(request["content"], `requests[${i}].content`, problems);
    else problems.add(`requests[${i}]`, `must be an object, found ${describeValue(request)}`);
  });
}
