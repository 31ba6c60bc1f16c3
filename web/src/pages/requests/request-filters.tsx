import { Button } from "../../components/button.tsx";
import { KeyCombobox } from "../../components/key-combobox.tsx";
import { ModelCombobox } from "../../components/model-combobox.tsx";
import { ProviderCombobox } from "../../components/name-combobox.tsx";
import { Select } from "../../components/select.tsx";
import { useMessages } from "../../messages/index.ts";
import { CostFilter } from "./cost-filter.tsx";
import { RangeFilter } from "./range-filter.tsx";
import type { RequestsSearch } from "./route.ts";

/** Those that people look for. Others can be written into the address. */
const STATUSES = [400, 401, 402, 403, 404, 408, 429, 499, 500, 502, 503, 504];

export interface RequestFiltersProps {
  readonly search: RequestsSearch;
  readonly onChange: (search: RequestsSearch) => void;
}

export function RequestFilters({ search, onChange }: RequestFiltersProps) {
  const t = useMessages("requests");
  const set = <Name extends keyof RequestsSearch>(
    name: Name,
    value: RequestsSearch[Name] | null,
  ): void => {
    const { [name]: _old, ...rest } = search;
    onChange(value === undefined || value === null ? rest : { ...rest, [name]: value });
  };
  return (
    <div
      role="search"
      aria-label={t.filters}
      className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:flex lg:flex-wrap lg:*:w-40"
    >
      <RangeFilter search={search} onChange={onChange} />
      <KeyCombobox
        label={t.columns.key}
        placeholder={t.anyKey}
        value={search.key}
        onChange={(key) => set("key", key)}
      />
      <ModelCombobox
        label={t.columns.model}
        placeholder={t.anyModel}
        value={search.model ?? null}
        onChange={(model) => set("model", model)}
      />
      <ProviderCombobox
        label={t.provider}
        placeholder={t.anyProvider}
        value={search.provider ?? null}
        onChange={(provider) => set("provider", provider)}
      />
      <StatusFilter value={search.status} onChange={(status) => set("status", status)} />
      <CostFilter value={search.cost} onChange={(cost) => set("cost", cost)} />
      {Object.keys(search).length > 0 && (
        <Button kind="quiet" icon="x" className="lg:w-auto!" onClick={() => onChange({})}>
          {t.clearFilters}
        </Button>
      )}
    </div>
  );
}

function StatusFilter({
  value,
  onChange,
}: {
  readonly value: RequestsSearch["status"];
  readonly onChange: (status: RequestsSearch["status"]) => void;
}) {
  const t = useMessages("requests");
  const codes =
    typeof value === "number" && !STATUSES.includes(value) ? [value, ...STATUSES] : STATUSES;
  return (
    <Select
      label={t.columns.status}
      value={String(value ?? "any")}
      onChange={(next) =>
        onChange(
          next === "any" ? undefined : next === "ok" || next === "failed" ? next : Number(next),
        )
      }
      choices={[
        { value: "any", label: t.statuses.any },
        { value: "ok", label: t.statuses.ok },
        { value: "failed", label: t.statuses.failed },
        ...codes.map((code) => ({ value: String(code), label: String(code) })),
      ]}
    />
  );
}
