import { ERROR_KINDS, type Faults } from "./faults.ts";

/** How each knob is written in text (model ids, `--fault`) and checked in JSON. */
type Kind =
  | "number"
  | "boolean"
  | "text"
  | "texts"
  | "numbers"
  | "json"
  | "calls"
  | readonly string[];

export const FAULT_KINDS: Readonly<Record<keyof Faults, Kind>> = {
  latencyMs: "number",
  firstTokenDelayMs: "number",
  chunkDelayMs: "number",
  pingMs: "number",
  chunks: "number",
  status: "number",
  errorKind: ERROR_KINDS,
  errorBody: "json",
  retryAfter: "text",
  headers: "texts",
  gzipError: "boolean",
  htmlError: "boolean",
  emptyBody: "boolean",
  noResponse: "boolean",
  resetConnection: "boolean",
  cutAfterChunks: "number",
  cutMidFrame: "boolean",
  cutReset: "boolean",
  stallAfterChunks: "number",
  malformedAfterChunks: "number",
  errorInStream: "number",
  errorAfter200First: "boolean",
  missingDone: "boolean",
  missingFinish: "boolean",
  missingUsage: "boolean",
  splitUtf8: "boolean",
  oneByteWrites: "boolean",
  crlf: "boolean",
  usage: "numbers",
  reply: "text",
  thinking: "text",
  calls: "calls",
  finish: ["stop", "length", "tool_calls", "content_filter"],
  recording: "text",
  rejectFields: "texts",
  rejectPrefill: "boolean",
  strictFields: "boolean",
  every: "number",
};

const USAGE_FIELDS = ["prompt", "completion", "cached", "reasoning", "cacheWrite"];
const parsedModels = new Map<string, SplitModel>();
const NO_FAULTS: Faults = {};

export interface SplitModel {
  /** The model's name without knobs; what answers report. */
  readonly name: string;
  readonly faults: Faults;
}

/** `gpt-4o;status=429;retryAfter=2` -> the name and the knobs. Throws on a knob that does not exist. */
export function splitModel(model: string): SplitModel {
  const mark = model.indexOf(";");
  if (mark < 0) return { name: model, faults: NO_FAULTS };
  let split = parsedModels.get(model);
  if (split === undefined) {
    split = {
      name: model.slice(0, mark),
      faults: parseFaultText(model.slice(mark + 1).split(";")),
    };
    if (parsedModels.size < 1000) parsedModels.set(model, split);
  }
  return split;
}

/**
 * `["status=429", "missingDone", "usage.prompt=10", "rejectFields=a,b"]` -> knobs. Values may be percent-encoded. A bare
 * name is true. `calls` is JSON.
 */
export function parseFaultText(settings: readonly string[]): Faults {
  const faults: Record<string, unknown> = {};
  for (const setting of settings) {
    if (setting.trim() === "") continue;
    const equals = setting.indexOf("=");
    const path = (equals < 0 ? setting : setting.slice(0, equals)).trim();
    const value = equals < 0 ? "true" : decode(setting.slice(equals + 1));
    const dot = path.indexOf(".");
    const field = dot < 0 ? path : path.slice(0, dot);
    const kind = kindOf(field);
    if (dot < 0) {
      faults[field] = fromText(field, kind, value);
    } else {
      const inner = path.slice(dot + 1);
      faults[field] = {
        ...(faults[field] as object | undefined),
        [inner]: kind === "numbers" ? Number(value) : value,
      };
    }
  }
  return parseFaults(faults);
}

/** Checks knobs that came as JSON. Throws with the name of the field and what it should be. */
export function parseFaults(value: unknown): Faults {
  if (!isObject(value)) throw new Error("faults must be a JSON object");
  for (const [field, given] of Object.entries(value)) {
    const kind = kindOf(field);
    if (!fits(field, kind, given)) throw new Error(`fault "${field}" must be ${describe(kind)}`);
  }
  return value;
}

/** "a number", "true or false", … for help and errors. */
export function describe(kind: Kind): string {
  if (typeof kind !== "string") return `one of ${kind.join(", ")}`;
  const words = {
    number: "a number",
    boolean: "true or false",
    text: "text",
    texts: "a list of names, or name.KEY=VALUE",
    numbers: `.${USAGE_FIELDS.join(", .")} as numbers`,
    json: "text or JSON",
    calls: 'JSON: [{"name":…,"arguments":"…"}]',
  };
  return words[kind];
}

function kindOf(field: string): Kind {
  if (!Object.hasOwn(FAULT_KINDS, field)) {
    throw new Error(
      `no fault is called "${field}"; there are: ${Object.keys(FAULT_KINDS).join(", ")}`,
    );
  }
  return FAULT_KINDS[field as keyof Faults];
}

function fromText(field: string, kind: Kind, value: string): unknown {
  if (kind === "number") return value === "" ? Number.NaN : Number(value);
  if (kind === "boolean")
    return value === "true" || value === "1"
      ? true
      : value === "false" || value === "0"
        ? false
        : value;
  if (kind === "calls") return JSON.parse(value) as unknown;
  if (field === "rejectFields") return value.split(",");
  return value;
}

function fits(field: string, kind: Kind, value: unknown): boolean {
  if (typeof kind !== "string") return typeof value === "string" && kind.includes(value);
  if (kind === "number") return isCount(value);
  if (kind === "boolean") return typeof value === "boolean";
  if (kind === "text")
    return typeof value === "string" || (field === "retryAfter" && isCount(value));
  if (kind === "json") return value !== undefined;
  if (kind === "calls") {
    return (
      Array.isArray(value) &&
      value.every(
        (c) => isObject(c) && typeof c["name"] === "string" && typeof c["arguments"] === "string",
      )
    );
  }
  if (kind === "numbers")
    return (
      isObject(value) &&
      Object.entries(value).every(([k, v]) => USAGE_FIELDS.includes(k) && isCount(v))
    );
  if (field === "rejectFields")
    return Array.isArray(value) && value.every((v) => typeof v === "string");
  return isObject(value) && Object.values(value).every((v) => typeof v === "string");
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Model ids travel in URLs too, so a value may have been decoded already; a lone % is then no error. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch (error) {
    if (error instanceof URIError) return value;
    throw error;
  }
}
