/** docs/reference/config.md */

import { z } from "zod";
import { configSchema, ENV_OVERRIDES } from "../../src/base/config.ts";
import { makeTable } from "./table.ts";

/** Variables that stand for no setting of the file. */
export const OTHER_VARIABLES: readonly (readonly [name: string, meaning: string])[] = [
  ["PARLEY_HOME", "Home folder: `parley.json`, the database, the secret key. Absent: `~/.parley`."],
  [
    "PARLEY_SECRET_KEY",
    "32 bytes as hex or base64 that encrypt vendor keys, instead of `<home>/secret.key`; for several machines on one database.",
  ],
  ["PARLEY_SERVER", "Command line only: address of a Parley on another machine."],
  ["PARLEY_TOKEN", "Command line only: personal access token for it."],
  ["NO_COLOR", "Command line only: no colours."],
];

type Schema = z.core.JSONSchema.BaseSchema;

export function makeConfigReference(): string {
  const settings = z.toJSONSchema(configSchema, { io: "input" });
  const variables = ENV_OVERRIDES.map(({ name, path, meaning }) => [
    `\`${name}\``,
    `\`${path.join(".")}\``,
    meaning,
  ]);
  const others = OTHER_VARIABLES.map(([name, meaning]) => [`\`${name}\``, "", meaning]);
  return `# Configuration

<!-- Made from src/base/config.ts by \`npm run docs\`; edit the schema there, not this page. -->

\`parley.json\` in the home folder (\`~/.parley\`, or \`PARLEY_HOME\`). Comments and trailing commas are allowed, every setting may be
left out, and unknown ones are refused. Flags win over the environment, which wins over the file. All problems are reported at once.

${makeTable(["setting", "value", "default", "meaning"], listSettings(settings, []))}

## Environment

${makeTable(["variable", "overrides", "meaning"], [...variables, ...others])}
`;
}

function listSettings(schema: Schema, path: readonly string[]): string[][] {
  const inner = Object.entries(schema.properties ?? {});
  if (inner.length > 0) {
    return inner.flatMap(([name, value]) =>
      typeof value === "boolean" ? [] : listSettings(value, [...path, name]),
    );
  }
  return [
    [
      `\`${path.join(".")}\``,
      describeValue(schema),
      schema.default === undefined ? "" : `\`${JSON.stringify(schema.default)}\``,
      schema.description ?? "",
    ],
  ];
}

function describeValue(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(describeValue).join(" or ");
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  if (schema.type === "array") return "list of texts";
  if (schema.type === "boolean") return "true or false";
  if (schema.type === "null") return "null";
  if (schema.type === "string") return "text";
  const low = schema.minimum ?? schema.exclusiveMinimum;
  const whole = schema.type === "integer" ? "whole number" : "number";
  const above = schema.exclusiveMinimum === undefined ? "from" : "above";
  return `${whole} ${above} ${low} to ${schema.maximum}`;
}
