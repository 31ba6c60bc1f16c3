/** How to use a key from elsewhere. The code itself is in components/snippets.ts, and is the same in every language. */
export const snippets = {
  title: "Ways to use the key",
  curl: "curl",
  openaiPython: "OpenAI Python",
  openaiNode: "OpenAI Node",
  anthropic: "Anthropic SDK",
  gemini: "Gemini SDK",
  gateway: "Agent gateway",
  platform: "Platform form",
  install: (command: string) => `Install once: ${command}`,
  gatewayNote: "Put it into the gateway’s JSON configuration, under models.providers.",
  platformNote:
    "Platforms ask for a key and a base address in a form. Choose the OpenAI-compatible provider.",
  platformKey: "API key",
  platformAddress: "Base address",
  formsTitle: "Which address does the form want?",
  formBase: "for clients that add /v1 themselves, such as the Anthropic and Gemini SDKs",
  formV1: "for most OpenAI-compatible clients; try this one first",
  formFull: "for clients that take the address as it is and add nothing",
  formsAny: "Parley answers all three, and also when a client adds /v1 twice.",
};
