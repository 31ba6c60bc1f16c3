import type { Key } from "../api/contract.ts";
import { useApi } from "../api/query.ts";
import {
  Combobox,
  type ComboboxChoice,
  type ComboboxField,
  MOST_CHOICES,
  useComboboxSearch,
} from "./combobox.tsx";

export interface KeyComboboxProps extends ComboboxField {
  /** Public id; undefined: none is chosen. */
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
  /** Only keys that can be used now. */
  readonly usable?: boolean;
}

/** One of any number of keys, by name or public id. */
export function KeyCombobox({ value, onChange, usable = false, ...field }: KeyComboboxProps) {
  const { search, onSearch } = useComboboxSearch();
  const { data } = useApi(
    "GET /api/relay/keys",
    {
      query: {
        search: search === "" ? undefined : search,
        order: "newest",
        limit: MOST_CHOICES,
        ...(usable ? { status: "active" } : {}),
      },
    },
    { keepPrevious: true },
  );
  return (
    <Combobox
      {...field}
      value={useChosen(value, data?.keys)}
      onChange={(choice) => onChange(choice?.id)}
      onSearch={onSearch}
      found={{ choices: data?.keys.map(asChoice), total: data?.total ?? 0 }}
    />
  );
}

function asChoice({ id, name }: Pick<Key, "id" | "name">): ComboboxChoice {
  return { id, label: name, detail: id };
}

/** The chosen key by name, even when the search does not find it. */
function useChosen(
  id: string | undefined,
  found: readonly Key[] | undefined,
): ComboboxChoice | null {
  const listed = found?.find((key) => key.id === id);
  const single = useApi(
    "GET /api/relay/keys/{id}",
    { params: { id: id ?? "" } },
    { enabled: id !== undefined && found !== undefined && listed === undefined },
  );
  if (id === undefined) return null;
  return asChoice(listed ?? single.data ?? { id, name: id });
}
