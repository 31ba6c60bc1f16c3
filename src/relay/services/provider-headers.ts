/** Extra headers of a provider: the values of harmless ones are shown, the others are changed without being known. */

import { AppError, type Problem } from "../../base/errors.ts";
import { sentence } from "../../base/sentence.ts";
import type { Provider as ProviderView, ProviderPatch } from "../../contract/provider.ts";
import type { StoredProvider } from "../../store/providers.ts";

/** Names whose values are no secret. What any other holds nobody can tell by its looks, so it is not shown. */
const SHOWN = new Set([
  "anthropic-beta",
  "anthropic-version",
  "openai-beta",
  "openai-organization",
  "openai-project",
  "http-referer",
  "x-title",
  "user-agent",
  "accept",
  "accept-language",
]);

export function viewHeaders({ headers }: StoredProvider): ProviderView["headers"] {
  return Object.entries(headers ?? {}).map(([name, value]) => ({
    name,
    value: SHOWN.has(name.toLowerCase()) ? value : null,
  }));
}

/** The headers a patch asks for; null: none are left. Throws AppError("invalid_request") for a value nobody knows. */
export function changeHeaders(
  { headers: before }: StoredProvider,
  wanted: NonNullable<ProviderPatch["headers"]>,
): Record<string, string> | null {
  const known = new Map(
    Object.entries(before ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const problems: Problem[] = [];
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(wanted)) {
    const kept = value ?? known.get(name.toLowerCase());
    if (kept === undefined) problems.push({ path: `headers.${name}`, ...sentence("no_value_yet") });
    else headers[name] = kept;
  }
  if (problems.length > 0) {
    const sentences = problems.map(({ path, message }) => `${path} ${message}`).join("; ");
    throw new AppError("invalid_request", `The request has a problem: ${sentences}.`, {
      param: problems[0]?.path ?? "headers",
      problems,
    });
  }
  return Object.keys(headers).length === 0 ? null : headers;
}
