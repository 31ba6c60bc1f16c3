/**
 * The console's view of the management API: what each operation takes and gives, in the types of src/contract. Made from
 * the OpenAPI document, so that a route and its caller cannot disagree.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeOpenApiDocument } from "../../src/server/openapi.ts";

const CONTRACT = join(import.meta.dir, "../../src/contract");
const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/** Components whose type has another name. */
const RENAMED: Readonly<Record<string, string>> = { Error: "ErrorBody" };

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export function makeWebOperations(): string {
  const used = new Set<string>();
  const lines: string[] = [];
  const paths = makeOpenApiDocument().paths as Readonly<
    Record<string, Partial<Record<(typeof METHODS)[number], Operation>>>
  >;
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const text = writeOperation(operation, used);
      if (text === undefined) continue;
      lines.push(`  /** ${operation.summary ?? ""} */`);
      lines.push(`  "${method.toUpperCase()} ${path}": ${text};`);
    }
  }
  return [
    "// Made by `npm run docs` from the routes of the management API. Do not edit.",
    "",
    ...writeImports(used),
    "",
    "export interface Operations {",
    ...lines,
    "}",
    "",
  ].join("\n");
}

/** Undefined: it answers with a stream or a file, which is not called this way. */
function writeOperation(operation: Operation, used: Set<string>): string | undefined {
  const good = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1];
  const content = good?.content;
  if (content !== undefined && !("application/json" in content)) return undefined;
  const fields: string[] = [];
  const parameters = operation.parameters ?? [];
  for (const [place, name] of [
    ["path", "params"],
    ["query", "query"],
  ] as const) {
    const own = parameters.filter((parameter) => parameter.in === place);
    if (own.length === 0) continue;
    const isNeeded = own.some((parameter) => parameter.required === true);
    const members = own.map(
      ({ name: key, required, schema }) =>
        `${key}${required === true ? "" : "?"}: ${writeType(schema ?? {}, used)}${required === true ? "" : " | undefined"}`,
    );
    fields.push(`${name}${isNeeded ? "" : "?"}: { ${members.join("; ")} }`);
  }
  const body = operation.requestBody?.content["application/json"]?.schema;
  if (body !== undefined) fields.push(`body: ${writeType(body, used)}`);
  const answer = content?.["application/json"]?.schema;
  fields.push(`answer: ${answer === undefined ? "undefined" : writeType(answer, used)}`);
  return `{ ${fields.join("; ")} }`;
}

function writeType(schema: Schema, used: Set<string>): string {
  if (schema.$ref !== undefined) {
    const component = schema.$ref.split("/").at(-1) ?? "";
    const name = RENAMED[component] ?? component;
    used.add(name);
    return name;
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => writeType(choice, used)).join(" | ");
  if (typeof schema.type === "object")
    return schema.type.map((type) => writeType({ ...schema, type }, used)).join(" | ");
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return `(${writeType(schema.items ?? {}, used)})[]`;
    case "object":
      return writeObject(schema, used);
    case undefined:
    default:
      return "unknown";
  }
}

function writeObject(schema: Schema, used: Set<string>): string {
  const { properties, additionalProperties } = schema;
  if (!properties) {
    const value = typeof additionalProperties === "object" ? additionalProperties : {};
    return `Record<string, ${writeType(value, used)}>`;
  }
  const members = Object.entries(properties).map(([key, value]) => {
    const isNeeded = schema.required?.includes(key) === true;
    return `${JSON.stringify(key)}${isNeeded ? "" : "?"}: ${writeType(value, used)}`;
  });
  return `{ ${members.join("; ")} }`;
}

function writeImports(used: ReadonlySet<string>): string[] {
  const home = new Map<string, string>();
  for (const file of readdirSync(CONTRACT).filter((name) => name.endsWith(".ts"))) {
    const text = readFileSync(join(CONTRACT, file), "utf8");
    for (const [, name = ""] of text.matchAll(/^export (?:type|interface) (\w+)/gm))
      home.set(name, file);
  }
  const byFile = new Map<string, string[]>();
  for (const name of [...used].toSorted()) {
    const file = home.get(name);
    if (file === undefined)
      throw new Error(`src/contract exports no type ${name}, which the API's document names`);
    byFile.set(file, [...(byFile.get(file) ?? []), name]);
  }
  return [...byFile]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([file, names]) =>
        `import type { ${names.join(", ")} } from "../../../src/contract/${file}";`,
    );
}
