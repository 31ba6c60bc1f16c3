/** One or two sentences about a check. */

import { sentence, type Sentence } from "../../base/sentence.ts";
import type { CheckedEndpoint } from "../../contract/check.ts";
import { NO_PATH, type Verdict } from "./find.ts";

export function summarise(
  endpoints: readonly CheckedEndpoint[],
  verdicts: readonly Verdict[],
  hasKey: boolean,
): Sentence {
  if (endpoints.length > 0) {
    const places = endpoints.map(({ protocol, base_url }) => `${protocol} (${base_url})`);
    return sentence("it_speaks", { places: places.join(", ") });
  }
  const refusals = verdicts.flatMap((verdict) =>
    verdict.kind === "refused" ? [verdict.refusal.failure] : [],
  );
  const locked = refusals.find(({ status }) => status === 401 || status === 403);
  if (locked !== undefined) {
    const { message } = locked;
    return hasKey ? sentence("key_refused", { message }) : sentence("wants_key", { message });
  }
  const [refusal] = refusals;
  if (refusal !== undefined) {
    const { message } = refusal;
    return /model/i.test(message)
      ? sentence("wants_model", { message })
      : sentence("it_refuses", { message });
  }
  const absent = verdicts.flatMap((verdict) => (verdict.kind === "absent" ? [verdict] : []));
  const silent = absent.find((verdict) => verdict.silent);
  if (silent !== undefined) return silent.detail;
  const why = absent.find(({ detail }) => detail !== NO_PATH)?.detail;
  return why === undefined
    ? sentence("speaks_nothing")
    : sentence("speaks_nothing_because", { why: why.message.replace(/\.$/, "") });
}
