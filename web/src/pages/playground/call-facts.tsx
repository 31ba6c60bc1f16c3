import { Link } from "@tanstack/react-router";
import { useRequest } from "../../api/use-request.ts";
import { Money } from "../../components/money.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { formatCount, formatMilliseconds } from "../../format/number.ts";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";

/** What a call took and cost, from the log. */
export function CallFacts({ id }: { readonly id: string }) {
  const t = useMessages("playground");
  const { language } = usePreferences();
  const { data } = useRequest(id);
  if (!data?.finished_at) return <Skeleton className="h-4 w-48" />;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-xs text-muted tabular-nums">
      <span className="font-medium text-ink" title={t.cost}>
        <Money nano={data.cost_nano} />
      </span>
      <span>
        {t.tokens(
          formatCount(data.prompt_tokens, language),
          formatCount(data.completion_tokens, language),
        )}
      </span>
      {data.first_token_ms !== null && (
        <span>{t.firstToken(formatMilliseconds(data.first_token_ms, language))}</span>
      )}
      {data.total_ms !== null && <span>{formatMilliseconds(data.total_ms, language)}</span>}
      <Link to="/requests" search={{ open: id }} className="text-accent-ink hover:underline">
        {t.details}
      </Link>
    </p>
  );
}
