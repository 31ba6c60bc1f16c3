import { isObject, listOf, objectOf } from "./json.ts";

/** The smallest value that fits a JSON schema (or Gemini's spelling of one); texts are `echo`. `true` gives `{"echo":…}`. */
export function sampleOf(schema: unknown, echo: string): unknown {
  if (!isObject(schema)) return { echo };
  const choice = listOf(schema["enum"])[0] ?? schema["const"];
  if (choice !== undefined) return choice;
  const either = listOf(schema["anyOf"])[0] ?? listOf(schema["oneOf"])[0];
  if (either !== undefined) return sampleOf(either, echo);
  const type = Array.isArray(schema["type"]) ? schema["type"][0] : schema["type"];
  switch (typeof type === "string" ? type.toLowerCase() : "object") {
    case "string":
      return echo;
    case "number":
    case "integer":
      return typeof schema["minimum"] === "number" ? schema["minimum"] : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return schema["items"] === undefined ? [] : [sampleOf(schema["items"], echo)];
    default:
      return Object.fromEntries(
        Object.entries(objectOf(schema["properties"])).map(([name, inner]) => [
          name,
          sampleOf(inner, echo),
        ]),
      );
  }
}
