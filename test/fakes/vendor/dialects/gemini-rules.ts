import type { Faults } from "../faults.ts";
import { isObject, type JsonObject, listOf, objectOf, objectsOf, textOf } from "../json.ts";
import type { Problem } from "./dialect.ts";

/** The request rules a translating relay can break, refused in the vendor's words. Both spellings of a field are known. */
export function checkGenerate(body: unknown, model: string, faults: Faults): Problem | undefined {
  if (!isObject(body)) return bad("Invalid JSON payload received. Unexpected token.");
  for (const field of faults.rejectFields ?? []) {
    if (body[field] !== undefined || objectOf(body["generationConfig"])[field] !== undefined)
      return unknownName(field);
  }
  if (faults.strictFields) {
    const unknown = Object.keys(body).find(
      (field) => !FIELDS.has(field.replaceAll(/_(\w)/g, (_, c: string) => c.toUpperCase())),
    );
    if (unknown !== undefined) return unknownName(unknown);
  }
  const contents = objectsOf(body["contents"]);
  if (contents.length === 0)
    return bad("* GenerateContentRequest.contents: contents is not specified\n");
  return (
    checkParts(contents) ??
    checkTools(body) ??
    checkCallTurns(contents, model) ??
    checkPrefill(contents, faults)
  );
}

const FIELDS = new Set(
  "model contents systemInstruction generationConfig tools toolConfig safetySettings cachedContent labels serviceTier store".split(
    " ",
  ),
);

const PART_FIELDS = [
  "text",
  "inlineData",
  "inline_data",
  "fileData",
  "file_data",
  "functionCall",
  "function_call",
  "functionResponse",
  "function_response",
  "executableCode",
  "codeExecutionResult",
];

function checkParts(contents: readonly JsonObject[]): Problem | undefined {
  for (const [i, content] of contents.entries()) {
    const role = content["role"];
    if (role !== undefined && role !== "user" && role !== "model" && role !== "function") {
      return bad("Please use a valid role: user, model.");
    }
    const parts = objectsOf(content["parts"]);
    if (parts.length === 0)
      return bad(
        `* GenerateContentRequest.contents[${i}].parts: contents.parts must not be empty.\n`,
      );
    for (const [j, part] of parts.entries()) {
      const at = `GenerateContentRequest.contents[${i}].parts[${j}]`;
      if (!PART_FIELDS.some((field) => part[field] !== undefined)) {
        return bad(`* ${at}.data: required oneof field 'data' must have one initialized field\n`);
      }
      const call = callOf(part);
      if (call?.["args"] !== undefined && !isObject(call["args"])) {
        return bad(
          `Invalid value at 'contents[${i}].parts[${j}].function_call.args' (type.googleapis.com/google.protobuf.Struct)`,
        );
      }
      const response = responseOf(part);
      if (response === undefined) continue;
      if (textOf(response["name"]) === "")
        return bad(`* ${at}.function_response.name: Name cannot be empty.\n`);
      if (!isObject(response["response"])) {
        return bad(
          `Invalid value at 'contents[${i}].parts[${j}].function_response.response' (type.googleapis.com/google.protobuf.Struct), "${textOf(response["response"])}"`,
        );
      }
    }
  }
  return undefined;
}

/** A function-call turn is answered, whole, by the next turn; Gemini 3 wants its signature back on the first call. */
function checkCallTurns(contents: readonly JsonObject[], model: string): Problem | undefined {
  for (const [i, content] of contents.entries()) {
    const parts = objectsOf(content["parts"]);
    const calls = parts.filter((part) => callOf(part) !== undefined);
    const next = objectsOf(contents[i + 1]?.["parts"]).filter(
      (part) => responseOf(part) !== undefined,
    );
    if (calls.length > 0 && next.length !== calls.length) {
      return bad(
        "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
      );
    }
    const answered = parts.some((part) => responseOf(part) !== undefined);
    const before = objectsOf(contents[i - 1]?.["parts"]).some((part) => callOf(part) !== undefined);
    if (answered && !before)
      return bad(
        "Please ensure that function response turn comes immediately after a function call turn.",
      );
    const first = calls[0];
    if (first === undefined || !model.startsWith("gemini-3")) continue;
    const name = textOf(callOf(first)?.["name"]);
    const signature = first["thoughtSignature"] ?? first["thought_signature"];
    if (signature === undefined) {
      return bad(
        `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\` , position ${i + 1}.`,
      );
    }
    if (signature !== signatureOf(name) && signature !== STAND_IN)
      return bad("Thought signature is not valid.");
  }
  return undefined;
}

/** What the vendor takes for calls that another model made, as its documentation says. */
const STAND_IN = "skip_thought_signature_validator";

/** The fake's signature of a call: checkable, so a relay that loses or changes it is found out. */
export function signatureOf(name: string): string {
  return Buffer.from(`fake-thought-signature:${name}`).toString("base64");
}

function checkTools(request: JsonObject): Problem | undefined {
  for (const [i, tool] of objectsOf(request["tools"]).entries()) {
    for (const [j, declaration] of objectsOf(
      tool["functionDeclarations"] ?? tool["function_declarations"],
    ).entries()) {
      const at = `tools[${i}].function_declarations[${j}]`;
      if (!/^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/.test(textOf(declaration["name"]))) {
        return bad(
          `* GenerateContentRequest.${at}.name: Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.\n`,
        );
      }
      const problem =
        declaration["parameters"] === undefined
          ? undefined
          : checkSchema(declaration["parameters"], `${at}.parameters`);
      if (problem !== undefined) return problem;
    }
  }
  const config = objectOf(request["generationConfig"]);
  return config["responseSchema"] === undefined
    ? undefined
    : checkSchema(config["responseSchema"], "generation_config.response_schema");
}

const SCHEMA_KEYS = new Set(
  (
    "anyOf default description enum example format items maxItems minItems maxLength minLength maxProperties minProperties " +
    "maximum minimum nullable pattern properties propertyOrdering required title type"
  ).split(" "),
);

function checkSchema(schema: unknown, at: string): Problem | undefined {
  if (!isObject(schema)) return bad(`Invalid value at '${at}'`);
  for (const key of Object.keys(schema)) if (!SCHEMA_KEYS.has(key)) return unknownName(key, at);
  if (schema["type"] !== undefined && typeof schema["type"] !== "string")
    return bad(`Proto field is not repeating, cannot start list. at '${at}.type'`);
  if (listOf(schema["enum"]).some((value) => typeof value !== "string"))
    return bad(`Invalid value at '${at}.enum' (TYPE_STRING)`);
  if (textOf(schema["type"]).toLowerCase() === "array" && schema["items"] === undefined) {
    return bad(`* GenerateContentRequest.${at}.items: missing field.\n`);
  }
  const inner: [string, unknown][] = [
    ...Object.entries(objectOf(schema["properties"])).map(([name, value]): [string, unknown] => [
      `${at}.properties[${name}]`,
      value,
    ]),
    ...listOf(schema["anyOf"]).map((value, i): [string, unknown] => [`${at}.any_of[${i}]`, value]),
  ];
  if (schema["items"] !== undefined) inner.push([`${at}.items`, schema["items"]]);
  for (const [path, value] of inner) {
    const problem = checkSchema(value, path);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

export function callOf(part: JsonObject): JsonObject | undefined {
  const call = part["functionCall"] ?? part["function_call"];
  return isObject(call) ? call : undefined;
}

export function responseOf(part: JsonObject): JsonObject | undefined {
  const response = part["functionResponse"] ?? part["function_response"];
  return isObject(response) ? response : undefined;
}

function checkPrefill(contents: readonly JsonObject[], faults: Faults): Problem | undefined {
  if (!faults.rejectPrefill || contents.at(-1)?.["role"] !== "model") return undefined;
  return bad("Please ensure that the conversation ends with a user turn.");
}

function unknownName(field: string, at?: string): Problem {
  return bad(
    `Invalid JSON payload received. Unknown name "${field}"${at === undefined ? "" : ` at '${at}'`}: Cannot find field.`,
  );
}

function bad(message: string): Problem {
  return { kind: "bad_request", message };
}
