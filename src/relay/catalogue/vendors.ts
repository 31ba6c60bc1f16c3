/** Names of vendors: the ones the catalogue uses, and the other names people and addresses know them by. */

/** Other names to the catalogue's own. Compared in lower case with `-`, `.` and spaces as `_`. */
const ALIASES: Readonly<Record<string, string>> = {
  alibaba: "dashscope",
  amazon_bedrock: "bedrock",
  aws: "bedrock",
  azure_openai: "azure",
  bedrock_converse: "bedrock",
  claude: "anthropic",
  cohere_chat: "cohere",
  doubao: "volcengine",
  fireworks: "fireworks_ai",
  google: "gemini",
  google_ai_studio: "gemini",
  grok: "xai",
  jina: "jina_ai",
  kimi: "moonshot",
  lambda: "lambda_ai",
  mistralai: "mistral",
  moonshotai: "moonshot",
  nvidia: "nvidia_nim",
  qwen: "dashscope",
  together: "together_ai",
  vercel: "vercel_ai_gateway",
  vertex: "vertex_ai",
  voyageai: "voyage",
  x_ai: "xai",
  z_ai: "zai",
  zhipu: "zai",
};

/**
 * Vendors that sell models they made. A name without a vendor means the maker's model before it means a reseller's;
 * where two makers share a name, the first one here is meant.
 */
export const MAKERS: readonly string[] = [
  "openai",
  "anthropic",
  "gemini",
  "mistral",
  "deepseek",
  "xai",
  "cohere",
  "moonshot",
  "zai",
  "dashscope",
  "minimax",
  "voyage",
  "jina_ai",
  "ai21",
  "amazon_nova",
  "meta",
  "perplexity",
  "volcengine",
];

/** The catalogue's name for a vendor; a name it has no other for is given back in the catalogue's spelling. */
export function vendorName(name: string): string {
  const plain = name.trim().toLowerCase().replaceAll(/[-. ]/g, "_");
  return Object.hasOwn(ALIASES, plain) ? (ALIASES[plain] ?? plain) : plain;
}

/**
 * LiteLLM splits some vendors by endpoint (`vertex_ai-anthropic_models`, `text-completion-openai`); to a relay they
 * are one vendor with one key.
 */
export function vendorOfProvider(provider: string): string {
  const whole = provider
    .replace(/^text-completion-/, "")
    .replace(/^vertex_ai-.*$/, "vertex_ai")
    .replace(/-embedding-models$/, "")
    .replace(/^azure_text$/, "azure");
  return vendorName(whole);
}
