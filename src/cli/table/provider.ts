/** `parley relay provider …` */

import { defineCommand, type Flags } from "../command.ts";

const PROTOCOLS = [
  "openai-completions",
  "anthropic-messages",
  "google-generative-ai",
  "openai-responses",
  "vendorA-completions",
  "vendorB-messages",
  "vendorC-generative-ai",
  "vendorA-responses",
] as const;

const name = { name: "name", about: "name of the provider", names: "provider" } as const;

const priceFlags = {
  priceIn: {
    type: "usd",
    value: "USD",
    about: "Price of a million prompt tokens, for every --model given here",
  },
  priceOut: { type: "usd", value: "USD", about: "Price of a million completion tokens" },
  priceCached: {
    type: "usd",
    value: "USD",
    about: "Price of a million prompt tokens read from the vendor's cache; absent: as --price-in",
  },
  priceCacheWrite: {
    type: "usd",
    value: "USD",
    about: "Price of a million prompt tokens written to the vendor's cache; absent: as --price-in",
  },
  priceCacheWriteHour: {
    type: "usd",
    value: "USD",
    about: "The same, kept for an hour; absent: as --price-cache-write",
  },
  priceReasoning: {
    type: "usd",
    value: "USD",
    about: "Price of a million completion tokens of thought; absent: as --price-out",
  },
  priceAudioIn: {
    type: "usd",
    value: "USD",
    about: "Price of a million prompt tokens of sound; absent: as --price-in",
  },
  priceAudioOut: {
    type: "usd",
    value: "USD",
    about: "Price of a million completion tokens of sound; absent: as --price-out",
  },
  priceImageIn: {
    type: "usd",
    value: "USD",
    about: "Price of a million prompt tokens of pictures; absent: as --price-in",
  },
  priceImageOut: {
    type: "usd",
    value: "USD",
    about: "Price of a million completion tokens of pictures; absent: as --price-out",
  },
  pricePerRequest: { type: "usd", value: "USD", about: "Price of one request" },
  pricePerImage: { type: "usd", value: "USD", about: "Price of one picture" },
  pricePerSecond: { type: "usd", value: "USD", about: "Price of one second of sound" },
  pricePerCharacter: { type: "usd", value: "USD", about: "Price of one character that is spoken" },
  free: { type: "switch", about: "The models cost nothing" },
} as const satisfies Flags;

const connectionFlags = {
  apiKey: {
    type: "text",
    value: "KEY",
    repeat: true,
    about:
      "Vendor key; env:NAME reads it from a variable and - from stdin, so that it stays out of the shell history",
  },
  header: {
    type: "text",
    value: '"NAME: VALUE"',
    repeat: true,
    about: "Header sent with every call to the vendor",
  },
  quirk: {
    type: "text",
    value: "FLAG[=VALUE]",
    repeat: true,
    about: "In what the vendor differs from its protocol; docs/reference/quirks.md lists the flags",
  },
} as const satisfies Flags;

export const PROVIDER_COMMANDS = [
  defineCommand("relay provider add", {
    summary: "Add a vendor account or a model server, and the models it serves",
    detail:
      "Where the name (or --preset) is a known vendor, --protocol and --base-url may be left out. Without a price or " +
      "--free, a model gets the vendor's price from the catalogue, if that has one. An ID that ends in * serves every " +
      "name that begins so, and needs a price or --free. The running server uses the provider at once.",
    positionals: [
      {
        name: "name",
        about: "name for the provider; a preset's name fills in the rest",
        names: "preset",
      },
    ],
    flags: {
      preset: {
        type: "text",
        value: "NAME",
        about: "Take protocol and address from this known vendor",
        names: "preset",
      },
      protocol: {
        type: "text",
        value: "PROTOCOL",
        about: "What the vendor speaks",
        choices: PROTOCOLS,
      },
      baseUrl: {
        type: "text",
        value: "URL",
        about: "The vendor's address: {base}, {base}/v1 or the whole endpoint",
      },
      ...connectionFlags,
      model: {
        type: "text",
        value: "ID[=UPSTREAM_ID]",
        repeat: true,
        about: "Model to serve, and the vendor's name for it where that differs",
      },
      ...priceFlags,
    },
    examples: [
      "relay provider add openai --api-key env:OPENAI_API_KEY --model gpt-5-mini",
      "relay provider add openai --api-key env:OPENAI_API_KEY --model gpt-5-mini --price-in 0.25 --price-out 2",
      "relay provider add ollama --model llama3.2 --free",
      "relay provider add mine --protocol openai-completions --base-url http://10.0.0.5:8000/v1 --model small=Qwen/Qwen3-8B --free",
    ],
    load: async () => (await import("../run/provider-edit.ts")).addProvider,
  }),
  defineCommand("relay provider list", {
    summary: "List the providers",
    load: async () => (await import("../run/provider.ts")).listProviders,
  }),
  defineCommand("relay provider show", {
    summary: "Show one provider with its models and prices",
    positionals: [name],
    load: async () => (await import("../run/provider.ts")).showProvider,
  }),
  defineCommand("relay provider test", {
    summary: "Call the vendor and say what works",
    detail: "Exit code 1 when a check fails.",
    positionals: [name],
    load: async () => (await import("../run/provider.ts")).testProvider,
  }),
  defineCommand("relay provider discover", {
    summary: "Ask the vendor which models it has, and show what the catalogue knows of them",
    positionals: [name],
    load: async () => (await import("../run/provider.ts")).discoverModels,
  }),
  defineCommand("relay provider edit", {
    summary: "Change address, keys, headers, quirks, models or prices of a provider",
    detail:
      "What is not named stays. Given --api-key, --header or --quirk replace all old ones (--quirk none: none are left). " +
      "A --model that the provider has gets the price given here, or the catalogue's; one that it has not is added.",
    positionals: [name],
    flags: {
      baseUrl: { type: "text", value: "URL", about: "New address" },
      ...connectionFlags,
      model: {
        type: "text",
        value: "ID[=UPSTREAM_ID]",
        repeat: true,
        about: "Model to add or to give a new price",
      },
      removeModel: { type: "text", value: "ID", repeat: true, about: "Model to stop serving" },
      ...priceFlags,
    },
    examples: [
      "relay provider edit openai --model gpt-5-mini --price-in 0.25 --price-out 2 --price-cached 0.025",
      "relay provider edit openai --model dall-e-3 --price-per-image 0.04",
    ],
    load: async () => (await import("../run/provider-edit.ts")).editProvider,
  }),
  defineCommand("relay provider remove", {
    summary: "Remove a provider and its models",
    positionals: [name],
    load: async () => (await import("../run/provider.ts")).removeProvider,
  }),
] as const;
