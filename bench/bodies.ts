/** The requests that are sent. */
import type { ModelName } from "./behaviours.ts";

const WORDS =
  "the relay takes a prompt and counts what it costs before it lets anybody else read a word of it ";

export interface BodyOptions {
  model: ModelName;
  /** Characters of the prompt. */
  promptSize: number;
  stream: boolean;
}

/** As clients write it: no spaces, `model` first. */
export function makeBody({ model, promptSize, stream }: BodyOptions): string {
  const prompt = WORDS.repeat(Math.ceil(promptSize / WORDS.length)).slice(0, promptSize);
  return JSON.stringify({
    model,
    messages: [
      { role: "system", content: "You are a helpful assistant." },
      { role: "user", content: prompt },
    ],
    max_tokens: 256,
    temperature: 0.7,
    ...(stream ? { stream: true, stream_options: { include_usage: true } } : {}),
  });
}
