import type { RequestDetail } from "../../api/contract.ts";
import { formatCount } from "../../format/number.ts";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";
import { Section } from "./section.tsx";

export function TokenCounts({ request }: { readonly request: RequestDetail }) {
  const t = useMessages("requests").detail;
  const { language } = usePreferences();
  const counts = [
    [t.input, request.prompt_tokens, true],
    [t.cached, request.cached_tokens, request.cached_tokens > 0],
    [t.output, request.completion_tokens, true],
    [t.reasoning, request.reasoning_tokens, request.reasoning_tokens > 0],
  ] as const;
  return (
    <Section title={t.tokens}>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {counts
          .filter(([, , isShown]) => isShown)
          .map(([name, count]) => (
            <div key={name} className="flex flex-col">
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="text-lg tabular-nums">{formatCount(count, language)}</dd>
            </div>
          ))}
      </dl>
      {request.estimated && <p className="text-xs text-warn">{t.estimated}</p>}
    </Section>
  );
}
