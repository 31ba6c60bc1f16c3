import type { RequestDetail, RequestUsage } from "../../api/contract.ts";
import { formatCount } from "../../format/number.ts";
import { type Messages, useMessages } from "../../messages/index.ts";
import { type Language, usePreferences } from "../../preferences.ts";
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
  const facts = [
    ...counts
      .filter(([, , isShown]) => isShown)
      .map(([name, count]) => [name, formatCount(count, language)] as const),
    ...usageFacts(request.usage ?? {}, t.usage, language),
  ];
  return (
    <Section title={t.tokens}>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-col">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="text-lg tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {request.estimated && <p className="text-xs text-warn">{t.estimated}</p>}
    </Section>
  );
}

type Names = Messages["requests"]["detail"]["usage"] & Readonly<Record<keyof RequestUsage, string>>;

/** What few calls have, in the order of the names. */
function usageFacts(usage: RequestUsage, names: Names, language: Language) {
  return (Object.keys(names) as (keyof RequestUsage)[]).flatMap((name) => {
    const value = usage[name];
    if (value === undefined) return [];
    return [[names[name], usageText(name, value, language)] as const];
  });
}

function usageText(
  name: keyof RequestUsage,
  value: number | string | readonly string[],
  language: Language,
): string {
  if (typeof value === "number")
    return formatCount(name === "milliseconds" ? value / 1000 : value, language);
  return typeof value === "string" ? value : value.join(", ");
}
