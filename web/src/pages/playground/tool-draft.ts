/** A tool as the person writes it, and what is wrong with it. */

export interface ToolDraft {
  readonly name: string;
  readonly description: string;
  /** JSON schema, as text. */
  readonly parameters: string;
}

/** Each has a text of its own in the messages. */
export type ToolProblem =
  | { readonly kind: "name" | "twice" | "notObject" | "rootType" | "properties" | "required" }
  | { readonly kind: "json"; readonly detail: string }
  | { readonly kind: "type"; readonly at: string; readonly detail: string }
  | { readonly kind: "unknownRequired"; readonly detail: string };

export const SAMPLE_TOOL: ToolDraft = {
  name: "get_weather",
  description: "The weather in a city right now",
  parameters: JSON.stringify(
    {
      type: "object",
      properties: { city: { type: "string", description: "Name of the city" } },
      required: ["city"],
    },
    null,
    2,
  ),
};

const NAME = /^[\w-]{1,64}$/;
const TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"];

type Json = Readonly<Record<string, unknown>>;

/** As it is sent; the draft must have no problem. */
export function parseTool({ name, description, parameters }: ToolDraft): Json {
  return {
    name,
    ...(description === "" ? {} : { description }),
    ...(parameters.trim() === "" ? {} : { parameters: JSON.parse(parameters) as unknown }),
  };
}

export function findToolProblem(
  tool: ToolDraft,
  others: readonly ToolDraft[],
): ToolProblem | undefined {
  if (!NAME.test(tool.name)) return { kind: "name" };
  if (others.some(({ name }) => name === tool.name)) return { kind: "twice" };
  if (tool.parameters.trim() === "") return undefined;
  let schema: unknown;
  try {
    schema = JSON.parse(tool.parameters);
  } catch (error) {
    return { kind: "json", detail: error instanceof Error ? error.message : String(error) };
  }
  if (!isObject(schema)) return { kind: "notObject" };
  if (schema["type"] !== "object") return { kind: "rootType" };
  return findSchemaProblem(schema, "");
}

function findSchemaProblem(schema: Json, at: string): ToolProblem | undefined {
  const { type, properties, required, items } = schema;
  const types = Array.isArray(type) ? (type as unknown[]) : type === undefined ? [] : [type];
  const wrong = types.find((one) => !TYPES.includes(one as string));
  if (wrong !== undefined) return { kind: "type", at, detail: JSON.stringify(wrong) };
  if (properties !== undefined && !isObject(properties)) return { kind: "properties" };
  const known: Json = properties ?? {};
  if (required !== undefined) {
    if (!Array.isArray(required)) return { kind: "required" };
    const names = required.filter((name) => typeof name === "string");
    if (names.length < required.length) return { kind: "required" };
    const unknown = names.find((name) => !Object.hasOwn(known, name));
    if (unknown !== undefined) return { kind: "unknownRequired", detail: unknown };
  }
  for (const [name, inner] of Object.entries(known)) {
    const problem = isObject(inner) ? findSchemaProblem(inner, `${at}.${name}`) : undefined;
    if (problem) return problem;
  }
  return isObject(items) ? findSchemaProblem(items, `${at}[]`) : undefined;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
