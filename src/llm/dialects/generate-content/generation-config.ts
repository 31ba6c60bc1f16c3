/** `generationConfig`: sampling, length, output format, thinking. */

import { isRecord } from "../../../base/json.ts";
import type { CanonicalRequest, OutputFormat } from "../../canonical.ts";
import { numberField } from "../../extras.ts";
import { toJsonSchema } from "./json-schema.ts";
import { readModel } from "./models.ts";
import { toPlainSchema } from "./plain-schema.ts";
import { readThinking, writeThinking } from "./thinking.ts";
import { field, integerOf, present, recordOf, snakeOf, type Wire } from "./wire.ts";

type Options = Pick<
  CanonicalRequest,
  | "maxOutputTokens"
  | "temperature"
  | "topP"
  | "topK"
  | "presencePenalty"
  | "frequencyPenalty"
  | "seed"
  | "stop"
  | "choices"
  | "outputFormat"
  | "reasoning"
>;

const KNOWN = new Set(
  [
    "maxOutputTokens",
    "temperature",
    "topP",
    "topK",
    "presencePenalty",
    "frequencyPenalty",
    "seed",
    "stopSequences",
    "candidateCount",
    "responseMimeType",
    "responseSchema",
    "responseJsonSchema",
    "thinkingConfig",
  ].flatMap((name) => [name, snakeOf(name)]),
);

// ---- read ----------------------------------------------------------------------------------------------------------

export function readConfig(config: Wire): Options {
  const stop = field(config, "stopSequences");
  return {
    ...present("maxOutputTokens", integerOf(field(config, "maxOutputTokens"))),
    ...numberField("temperature", config["temperature"]),
    ...numberField("topP", field(config, "topP")),
    ...numberField("topK", field(config, "topK")),
    ...numberField("presencePenalty", field(config, "presencePenalty")),
    ...numberField("frequencyPenalty", field(config, "frequencyPenalty")),
    ...present("seed", integerOf(config["seed"])),
    ...(Array.isArray(stop)
      ? { stop: (stop as unknown[]).filter((item) => typeof item === "string") }
      : {}),
    ...present("choices", integerOf(field(config, "candidateCount"))),
    ...present("outputFormat", readFormat(config)),
    ...present("reasoning", readThinking(recordOf(config, "thinkingConfig"))),
  };
}

function readFormat(config: Wire): OutputFormat | undefined {
  const type = field(config, "responseMimeType");
  if (type === "text/plain") return { type: "text" };
  if (type !== "application/json") return undefined;
  const schema = field(config, "responseJsonSchema");
  if (isRecord(schema)) return { type: "json-schema", name: "answer", schema };
  const plain = field(config, "responseSchema");
  return isRecord(plain)
    ? { type: "json-schema", name: "answer", schema: toJsonSchema(plain) }
    : { type: "json" };
}

/** Members no other dialect has a word for. */
export function readConfigExtras(config: Wire): Wire | undefined {
  const rest = Object.entries(config).filter(([key]) => !KNOWN.has(key));
  const type = field(config, "responseMimeType");
  // An enum as plain text, for one: the schema belongs to it.
  if (typeof type === "string" && type !== "text/plain" && type !== "application/json") {
    rest.push(["responseMimeType", type]);
    const schema = field(config, "responseSchema");
    if (schema !== undefined) rest.push(["responseSchema", schema]);
  }
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}

// ---- write ---------------------------------------------------------------------------------------------------------

export function writeConfig(request: CanonicalRequest, plainSchema: boolean): Wire {
  const { reasoning, outputFormat } = request;
  return {
    ...numberField("maxOutputTokens", request.maxOutputTokens),
    ...numberField("temperature", request.temperature),
    ...numberField("topP", request.topP),
    ...numberField("topK", request.topK),
    ...numberField("presencePenalty", request.presencePenalty),
    ...numberField("frequencyPenalty", request.frequencyPenalty),
    ...numberField("seed", request.seed),
    ...(request.stop === undefined ? {} : { stopSequences: request.stop }),
    ...numberField("candidateCount", request.choices),
    ...(outputFormat === undefined ? {} : writeFormat(outputFormat, plainSchema)),
    ...present(
      "thinkingConfig",
      reasoning === undefined ? undefined : writeThinking(reasoning, readModel(request.model)),
    ),
  };
}

function writeFormat(format: OutputFormat, plainSchema: boolean): Wire {
  if (format.type === "text") return { responseMimeType: "text/plain" };
  const responseMimeType = "application/json";
  if (format.type !== "json-schema") return { responseMimeType };
  return plainSchema
    ? { responseMimeType, responseSchema: toPlainSchema(format.schema) }
    : { responseMimeType, responseJsonSchema: format.schema };
}
