import { useApi } from "../api/query.ts";
import { Combobox, type ComboboxField, MOST_CHOICES, useComboboxSearch } from "./combobox.tsx";

export interface NameComboboxProps extends ComboboxField {
  /** Null: none is chosen. */
  readonly value: string | null;
  readonly onChange: (name: string | null) => void;
}

/** One of any number of accounts. */
export function AccountCombobox(props: NameComboboxProps) {
  const { search, onSearch } = useComboboxSearch();
  const { data } = useApi("GET /api/relay/accounts", query(search), { keepPrevious: true });
  const found = { named: data?.accounts, total: data?.total };
  return <NameCombobox {...props} {...found} onSearch={onSearch} />;
}

/** One of any number of providers. */
export function ProviderCombobox(props: NameComboboxProps) {
  const { search, onSearch } = useComboboxSearch();
  const { data } = useApi("GET /api/relay/providers", query(search), { keepPrevious: true });
  const found = { named: data?.providers, total: data?.total };
  return <NameCombobox {...props} {...found} onSearch={onSearch} />;
}

function query(search: string) {
  return { query: { search, limit: MOST_CHOICES } };
}

interface FoundNames {
  readonly named: readonly { readonly name: string }[] | undefined;
  readonly total: number | undefined;
  readonly onSearch: (text: string) => void;
}

function NameCombobox(props: NameComboboxProps & FoundNames) {
  const { value, onChange, named, total = 0, ...field } = props;
  return (
    <Combobox
      {...field}
      value={value === null ? null : { id: value, label: value }}
      onChange={(choice) => onChange(choice?.id ?? null)}
      found={{ choices: named?.map(({ name }) => ({ id: name, label: name })), total }}
    />
  );
}
