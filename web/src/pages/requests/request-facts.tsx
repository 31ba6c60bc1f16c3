import type { ReactNode } from "react";
import type { RequestDetail } from "../../api/contract.ts";
import { Money } from "../../components/money.tsx";
import { Time } from "../../components/time.tsx";
import { formatMilliseconds } from "../../format/number.ts";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";
import type { RequestsSearch } from "./route.ts";
import { RequestStatus } from "./status-badge.tsx";

export interface RequestFactsProps {
  readonly request: RequestDetail;
  readonly onFilter: (search: RequestsSearch) => void;
}

export function RequestFacts({ request, onFilter }: RequestFactsProps) {
  const { detail: t, columns } = useMessages("requests");
  const { language } = usePreferences();
  const ends: Readonly<Record<string, string>> = t.ends;
  const { key, key_name, model, provider, upstream_model, total_ms } = request;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1 rounded-md bg-sunken px-3 py-2.5">
        <RequestStatus row={request} />
        <span className="font-medium wrap-anywhere">{model}</span>
        <span className="ml-auto flex gap-4 text-sm">
          {total_ms !== null && (
            <span className="tabular-nums">{formatMilliseconds(total_ms, language)}</span>
          )}
          <Money nano={request.cost_nano} className="font-medium" />
        </span>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        <Fact name={t.end}>
          {request.end_reason === null
            ? t.running
            : (ends[request.end_reason] ?? request.end_reason)}
        </Fact>
        {request.error_code !== null && (
          <Fact name={t.error}>
            <code className="font-mono text-xs text-bad">{request.error_code}</code>
          </Fact>
        )}
        <Fact name={t.upstream}>
          {provider === null ? t.nobody : [provider, upstream_model].filter(Boolean).join(" · ")}
        </Fact>
        <Fact name={t.time}>
          <Time at={request.at} absolute />
        </Fact>
        <Fact name={columns.key}>
          <button
            type="button"
            title={t.filterKey}
            onClick={() => onFilter({ key })}
            className="text-left text-accent-ink hover:underline"
          >
            {key_name}
          </button>
        </Fact>
        <Fact name={columns.model}>
          <button
            type="button"
            title={t.filterModel}
            onClick={() => onFilter({ model })}
            className="text-left text-accent-ink wrap-anywhere hover:underline"
          >
            {model}
          </button>
        </Fact>
        <Fact name={t.account}>{request.account}</Fact>
        <Fact name={t.endpoint}>
          <code className="font-mono text-xs">{request.endpoint}</code>
        </Fact>
        <Fact name={t.mode}>{request.stream ? t.stream : t.whole}</Fact>
        {request.client_ip !== null && (
          <Fact name={t.address}>
            <code className="font-mono text-xs">{request.client_ip}</code>
          </Fact>
        )}
      </dl>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="whitespace-nowrap text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
