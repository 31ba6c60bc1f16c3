/** `bun test/fakes/vendor/main.ts --port 9100 --fault chunkDelayMs=50`: the fake vendor by hand. */
import { parseArgs } from "node:util";
import { describe, FAULT_KINDS, parseFaultText } from "./fault-text.ts";
import type { Faults } from "./faults.ts";
import { listRecordings } from "./recordings.ts";
import { startFakeVendor } from "./server.ts";

const HELP = `A fake model vendor: OpenAI, Anthropic and Gemini on one port, with faults on request.

  bun test/fakes/vendor/main.ts [--port 9100] [--host 127.0.0.1] [--key K …] [--fault NAME=VALUE …] [--record N]

Faults (what each does: test/fakes/vendor/faults.ts):
${Object.entries(FAULT_KINDS)
  .map(([name, kind]) => `  ${name.padEnd(22)}${describe(kind)}`)
  .join("\n")}

Recordings:
${(["openai", "anthropic", "gemini"] as const).map((name) => `  ${name}: ${recordingNames(name)}`).join("\n")}
`;

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "9100" },
    host: { type: "string", default: "127.0.0.1" },
    key: { type: "string", multiple: true },
    fault: { type: "string", multiple: true, default: [] },
    record: { type: "string", default: "1000" },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) {
  console.log(HELP);
} else {
  const vendor = await startFakeVendor({
    port: Number(values.port),
    host: values.host,
    record: Number(values.record),
    faults: readFaults(values.fault),
    ...(values.key !== undefined && { keys: values.key }),
  });
  console.log(guide(vendor.url, values.key?.[0] ?? "any-key", values.fault));
  const stop = (): void => {
    vendor.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

function readFaults(settings: readonly string[]): Faults {
  try {
    return parseFaultText(settings);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

function recordingNames(dialect: "openai" | "anthropic" | "gemini"): string {
  return [
    ...new Set(listRecordings(dialect).map((file) => file.replace(/\.chunks\.txt$|\.json$/, ""))),
  ].join(", ");
}

function guide(url: string, key: string, faults: readonly string[]): string {
  const json = "-H 'content-type: application/json'";
  return `Fake vendor on ${url} (keys: ${key === "any-key" ? "any" : "as given"}; faults: ${faults.join(" ") || "none"})

OpenAI     ${url}/v1        chat/completions, completions, embeddings, models
Anthropic  ${url}           /v1/messages, /v1/messages/count_tokens, /v1/models
Gemini     ${url}/v1beta    models/M:generateContent, :streamGenerateContent, :countTokens, :embedContent, :batchEmbedContents

Try:
  curl -sN ${url}/v1/chat/completions -H 'authorization: Bearer ${key}' ${json} \\
    -d '{"model":"gpt-4o","stream":true,"messages":[{"role":"user","content":"hello there"}]}'
  curl -s ${url}/v1/chat/completions -H 'authorization: Bearer ${key}' ${json} \\
    -d '{"model":"gpt-4o","messages":[{"role":"user","content":"call:weather({\\"city\\":\\"Bern\\"})"}],"tools":[{"type":"function","function":{"name":"weather"}}]}'
  curl -sN ${url}/v1/messages -H 'x-api-key: ${key}' -H 'anthropic-version: 2023-06-01' ${json} \\
    -d '{"model":"claude-sonnet-4-5;chunkDelayMs=200","max_tokens":50,"stream":true,"messages":[{"role":"user","content":"hello slowly"}]}'
  curl -si '${url}/v1beta/models/gemini-2.5-flash;status=429;retryAfter=2:generateContent' -H 'x-goog-api-key: ${key}' ${json} \\
    -d '{"contents":[{"role":"user","parts":[{"text":"hello"}]}]}'

Faults: in the model id as above, or
  curl -s ${url}/_fake/next -d '{"cutAfterChunks":2,"times":3}'     the next three requests
  curl -s ${url}/_fake/faults -d '{"latencyMs":300}'                every request ('{}' to stop)
  curl -s ${url}/_fake/requests                                     what was received
All of them: --help`;
}
