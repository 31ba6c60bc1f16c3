/** The protocols under the names by which people know them. They are names, the same in every language. */
export const PROTOCOL_TITLES: Readonly<Record<string, string>> = {
  "openai-completions": "OpenAI Chat Completions",
  "openai-responses": "OpenAI Responses",
  "anthropic-messages": "Anthropic Messages",
  "google-generative-ai": "Google Gemini",
};

export function protocolTitle(protocol: string): string {
  return PROTOCOL_TITLES[protocol] ?? protocol;
}
