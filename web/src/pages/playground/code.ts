/** A request as code that can be run elsewhere: the same fields, the key from the environment. */

import type { ChatBody } from "./conversation.ts";

export interface Code {
  readonly curl: string;
  readonly python: string;
  readonly node: string;
}

export function writeCode(body: ChatBody, origin: string, extra: readonly string[]): Code {
  return {
    curl: writeCurl(body, origin),
    python: writePython(body, origin, extra),
    node: writeNode(body, origin),
  };
}

function writeCurl(body: ChatBody, origin: string): string {
  return [
    `curl ${origin}/v1/chat/completions \\`,
    `  -H "Authorization: Bearer $PARLEY_API_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  --no-buffer --data-binary @- <<'PARLEY_REQUEST'`,
    JSON.stringify(body, null, 2),
    "PARLEY_REQUEST",
  ].join("\n");
}

/** The client refuses fields it does not know, unless they are given as `extra_body`. */
function writePython(body: ChatBody, origin: string, extra: readonly string[]): string {
  const entries = Object.entries(body);
  const own = entries.filter(([name]) => !extra.includes(name));
  const other = entries.filter(([name]) => extra.includes(name));
  const fields = [
    ...own.map(([name, value]) => `    ${name}=${pythonValue(value, 1)},`),
    ...(other.length === 0 ? [] : [`    extra_body=${pythonValue(Object.fromEntries(other), 1)},`]),
  ];
  return [
    "import os",
    "",
    "from openai import OpenAI",
    "",
    "client = OpenAI(",
    `    base_url=${JSON.stringify(`${origin}/v1`)},`,
    `    api_key=os.environ["PARLEY_API_KEY"],`,
    ")",
    "stream = client.chat.completions.create(",
    ...fields,
    ")",
    "for chunk in stream:",
    "    if chunk.choices:",
    `        print(chunk.choices[0].delta.content or "", end="", flush=True)`,
  ].join("\n");
}

function pythonValue(value: unknown, depth: number): string {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = "    ".repeat(depth + 1);
  const end = "    ".repeat(depth);
  const lines = Array.isArray(value)
    ? (value as unknown[]).map((item) => `${inner}${pythonValue(item, depth + 1)},\n`)
    : Object.entries(value).map(
        ([name, item]) => `${inner}${JSON.stringify(name)}: ${pythonValue(item, depth + 1)},\n`,
      );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return lines.length === 0 ? open + close : `${open}\n${lines.join("")}${end}${close}`;
}

function writeNode(body: ChatBody, origin: string): string {
  return [
    `import OpenAI from "openai";`,
    "",
    "const client = new OpenAI({",
    `  baseURL: ${JSON.stringify(`${origin}/v1`)},`,
    "  apiKey: process.env.PARLEY_API_KEY,",
    "});",
    `const stream = await client.chat.completions.create(${JSON.stringify(body, null, 2)});`,
    "for await (const chunk of stream) {",
    `  process.stdout.write(chunk.choices[0]?.delta?.content ?? "");`,
    "}",
  ].join("\n");
}
