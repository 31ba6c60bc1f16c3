import type { Key } from "../../api/contract.ts";
import { SearchInput } from "../../components/search-input.tsx";
import { Select } from "../../components/select.tsx";
import { useMessages } from "../../messages/index.ts";
import type { KeysSearch } from "./route.ts";

const ANY = "any";
const STATUSES: readonly Key["status"][] = ["active", "disabled", "expired", "revoked"];

export interface KeyFiltersProps {
  readonly search: KeysSearch;
  readonly onChange: (search: KeysSearch) => void;
}

export function KeyFilters({ search, onChange }: KeyFiltersProps) {
  const t = useMessages("keys");
  const { search: text, status, ...rest } = search;
  const set = (next: { text: string | undefined; status: Key["status"] | undefined }): void =>
    onChange({
      ...rest,
      ...(next.text === undefined || next.text === "" ? {} : { search: next.text }),
      ...(next.status === undefined ? {} : { status: next.status }),
    });
  return (
    <div role="search" className="flex flex-wrap gap-2">
      <div className="w-full sm:w-72">
        <SearchInput
          label={t.search}
          value={text ?? ""}
          onChange={(value) => set({ text: value, status })}
        />
      </div>
      <div className="w-full sm:w-40">
        <Select<Key["status"] | typeof ANY>
          label={t.statusFilter}
          value={status ?? ANY}
          onChange={(value) => set({ text, status: value === ANY ? undefined : value })}
          choices={[
            { value: ANY, label: t.anyStatus },
            ...STATUSES.map((value) => ({ value, label: t.statuses[value] })),
          ]}
        />
      </div>
    </div>
  );
}
