import type { Model } from "../../api/contract.ts";
import { Badge } from "../../components/badge.tsx";
import { formatCount } from "../../format/number.ts";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";

/** What the catalogue knows of a model. */
export function ModelFacts({ model: { facts, aliases, alias_count } }: { readonly model: Model }) {
  const t = useMessages("routing");
  const { language } = usePreferences();
  if (facts === null && aliases.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 text-sm">
      {facts !== null && (
        <p className="flex flex-wrap items-center gap-1.5">
          {facts.context !== null && (
            <Badge>{t.contextOf(formatCount(facts.context, language))}</Badge>
          )}
          {facts.max_output !== null && (
            <Badge>{t.outputOf(formatCount(facts.max_output, language))}</Badge>
          )}
          {facts.can.map((word) => (
            <Badge key={word} tone="accent">
              {word}
            </Badge>
          ))}
        </p>
      )}
      {aliases.length > 0 && (
        <p className="text-muted">
          {t.alsoCalled(aliases.join(", "), alias_count - aliases.length)}
        </p>
      )}
    </div>
  );
}
