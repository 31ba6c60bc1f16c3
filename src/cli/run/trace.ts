import type { Trace, TraceCandidate, TraceInput } from "../../contract/routing.ts";
import type { Context, Result } from "../command.ts";
import type { Paint } from "../paint.ts";
import { dollars, renderFacts, renderTable } from "../text-table.ts";
import { priceColumns } from "./price.ts";

interface Input {
  readonly args: { readonly model: string };
  readonly flags: {
    readonly key: string | undefined;
    readonly operation: string | undefined;
    readonly promptCacheKey: string | undefined;
    readonly promptTokens: number | undefined;
    readonly maxTokens: number | undefined;
  };
}

export async function traceCall(context: Context, { args, flags }: Input): Result {
  const body: TraceInput = {
    model: args.model,
    key: flags.key,
    // The flag's choices are the contract's operations.
    operation: flags.operation as TraceInput["operation"],
    prompt_cache_key: flags.promptCacheKey,
    prompt_tokens: flags.promptTokens,
    max_tokens: flags.maxTokens,
  };
  const api = await context.api();
  const trace = await api.call<Trace>("POST", "/api/relay/trace", body);
  return {
    json: { trace },
    error: trace.allowed
      ? undefined
      : { code: "call_refused", message: trace.problems.map(({ message }) => message).join(" ") },
    text: (paint) => traceText(trace, paint),
  };
}

function traceText(trace: Trace, paint: Paint): string {
  const head = renderFacts(
    [
      ["model", trace.model],
      ["means", trace.resolved === trace.model ? undefined : (trace.resolved ?? "nothing")],
      ["allowed", trace.allowed ? "yes" : "no"],
      ...trace.problems.map(({ message }): [string, string] => ["because", message]),
      ["would hold", dollars(trace.hold_nano)],
    ],
    paint,
  );
  const lines = trace.left_out.map(
    ({ provider, model, reason }) => `left out: ${provider} for ${model}: ${reason.message}`,
  );
  const table =
    trace.candidates.length === 0
      ? []
      : ["", renderTable<TraceCandidate>(COLUMNS, trace.candidates, paint)];
  return [head, ...lines, ...table].join("\n");
}

const COLUMNS = [
  { title: "PROVIDER", cell: (row: TraceCandidate) => row.provider },
  { title: "MODEL", cell: (row: TraceCandidate) => row.model },
  { title: "AT THE VENDOR", cell: (row: TraceCandidate) => row.upstream_id },
  {
    title: "NOW",
    cell: (row: TraceCandidate) => (row.usable ? "ready" : "passed over"),
    paint: (paint: Paint, row: TraceCandidate) => (row.usable ? paint.green : paint.red),
  },
  ...priceColumns<TraceCandidate>((row) => row),
  {
    title: "WHY HERE",
    cell: (row: TraceCandidate) => row.reasons.map(({ message }) => message).join("; "),
  },
];
