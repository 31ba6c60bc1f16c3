/** One or two sentences about a check. */

import type { CheckedEndpoint } from "../../contract/check.ts";
import { NO_PATH, type Verdict } from "./find.ts";

export function summarise(
  endpoints: readonly CheckedEndpoint[],
  verdicts: readonly Verdict[],
  hasKey: boolean,
): string {
  if (endpoints.length > 0) {
    const places = endpoints.map(({ protocol, base_url }) => `${protocol} at ${base_url}`);
    return `It speaks ${places.join(", and ")}.`;
  }
  const refusals = verdicts.flatMap((verdict) =>
    verdict.kind === "refused" ? [verdict.refusal.failure] : [],
  );
  const locked = refusals.find(({ status }) => status === 401 || status === 403);
  if (locked !== undefined) {
    return hasKey
      ? `The key was refused: ${locked.message}`
      : `It wants a key: give one with --key. It says: ${locked.message}`;
  }
  const [refusal] = refusals;
  if (refusal !== undefined) {
    return /model/i.test(refusal.message)
      ? `It answers, but not for this model: name one with --model. It says: ${refusal.message}`
      : `It answers, but refuses: ${refusal.message}`;
  }
  const absent = verdicts.flatMap((verdict) => (verdict.kind === "absent" ? [verdict] : []));
  const silent = absent.find((verdict) => verdict.silent);
  if (silent !== undefined) return silent.detail;
  const why = absent.find(({ detail }) => detail !== NO_PATH)?.detail;
  return `Something answers there, but speaks no protocol that Parley knows${why === undefined ? "" : `: ${why.replace(/\.$/, "")}`}. Is the address right?`;
}
