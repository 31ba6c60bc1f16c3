/** Working code for a key, as text. `origin` is this Parley as the browser reaches it. */

export interface SnippetFacts {
  readonly origin: string;
  readonly secret: string;
  readonly model: string;
  /** Models to name where a configuration lists them. */
  readonly models: readonly string[];
}

/** JSON inside single quotes of a shell. */
function shellJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("'", String.raw`'\''`);
}

const HELLO = "Hello";

export function curlSnippet({ origin, secret, model }: SnippetFacts): string {
  const body = shellJson({ model, messages: [{ role: "user", content: HELLO }] });
  return [
    `curl ${origin}/v1/chat/completions \\`,
    `  -H "Authorization: Bearer ${secret}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${body}'`,
  ].join("\n");
}

export function openaiPythonSnippet({ origin, secret, model }: SnippetFacts): string {
  return `from openai import OpenAI

client = OpenAI(
    base_url="${origin}/v1",
    api_key="${secret}",
)

answer = client.chat.completions.create(
    model=${JSON.stringify(model)},
    messages=[{"role": "user", "content": "${HELLO}"}],
)
print(answer.choices[0].message.content)
`;
}

export function openaiNodeSnippet({ origin, secret, model }: SnippetFacts): string {
  return `import OpenAI from "openai";

const client = new OpenAI({
  baseURL: "${origin}/v1",
  apiKey: "${secret}",
});

const answer = await client.chat.completions.create({
  model: ${JSON.stringify(model)},
  messages: [{ role: "user", content: "${HELLO}" }],
});
console.log(answer.choices[0].message.content);
`;
}

export function anthropicSnippet({ origin, secret, model }: SnippetFacts): string {
  return `import anthropic

client = anthropic.Anthropic(
    base_url="${origin}",
    api_key="${secret}",
)

answer = client.messages.create(
    model=${JSON.stringify(model)},
    max_tokens=1024,
    messages=[{"role": "user", "content": "${HELLO}"}],
)
print(answer.content[0].text)
`;
}

export function geminiSnippet({ origin, secret, model }: SnippetFacts): string {
  return `from google import genai

client = genai.Client(
    api_key="${secret}",
    http_options={"base_url": "${origin}"},
)

answer = client.models.generate_content(
    model=${JSON.stringify(model)},
    contents="${HELLO}",
)
print(answer.text)
`;
}

export function gatewaySnippet({ origin, secret, models }: SnippetFacts): string {
  const provider = {
    baseUrl: `${origin}/v1`,
    apiKey: secret,
    auth: "api-key",
    api: "openai-completions",
    models: models.map((id) => ({ id, name: id })),
  };
  return `${JSON.stringify({ models: { mode: "merge", providers: { parley: provider } } }, null, 2)}\n`;
}

/** The three forms in which clients want an address. */
export function addressForms(origin: string): readonly [base: string, v1: string, full: string] {
  return [origin, `${origin}/v1`, `${origin}/v1/chat/completions`];
}
