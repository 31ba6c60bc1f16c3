import { useApi } from "../api/query.ts";
import { Combobox, type ComboboxField, MOST_CHOICES, useComboboxSearch } from "./combobox.tsx";

export interface AccountComboboxProps extends ComboboxField {
  /** Null: none is chosen. */
  readonly value: string | null;
  readonly onChange: (name: string | null) => void;
}

/** One of any number of accounts. */
export function AccountCombobox({ value, onChange, ...field }: AccountComboboxProps) {
  const { search, onSearch } = useComboboxSearch();
  const { data } = useApi(
    "GET /api/relay/accounts",
    { query: { search, limit: MOST_CHOICES } },
    { keepPrevious: true },
  );
  const choices = data?.accounts.map(({ name }) => ({ id: name, label: name }));
  return (
    <Combobox
      {...field}
      value={value === null ? null : { id: value, label: value }}
      onChange={(choice) => onChange(choice?.id ?? null)}
      onSearch={onSearch}
      found={{ choices, total: data?.total ?? 0 }}
    />
  );
}
