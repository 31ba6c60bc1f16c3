/** Extra headers of a provider: shown, except for what looks like a secret, and changed without knowing those. */

import { AppError, type Problem } from "../../base/errors.ts";
import { sentence } from "../../base/sentence.ts";
import type { Provider as ProviderView, ProviderPatch } from "../../contract/provider.ts";
import type { StoredProvider } from "../../store/providers.ts";

const SECRET_NAME =
  /auth|key|secret|token|passw|cookie|credential|session|signature|csrf|jwt|bearer/i;
/** How keys of known vendors begin, or a long run of letters and digits. */
const SECRET_VALUE =
  /\b(sk|pk|rk|ghp|gho|glpat|hf|xox[abp]|AIza|ya29|eyJ|Bearer|Basic)[-_. ]?[A-Za-z0-9]{6,}|[A-Za-z0-9+/=]{24,}/;

export function viewHeaders({ headers }: StoredProvider): ProviderView["headers"] {
  return Object.entries(headers ?? {}).map(([name, value]) => ({
    name,
    value: SECRET_NAME.test(name) || SECRET_VALUE.test(value) ? null : value,
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
