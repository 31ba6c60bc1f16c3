import { useApi } from "../api/query.ts";
import {
  Combobox,
  type ComboboxChoice,
  type ComboboxField,
  type Found,
  MOST_CHOICES,
  MultiCombobox,
  useComboboxSearch,
} from "./combobox.tsx";

interface Scope {
  /** false: without names that stand for another model. */
  readonly aliases?: boolean;
  /** false: without names that end in a star. */
  readonly patterns?: boolean;
  /** Names that are not offered. */
  readonly without?: readonly string[];
}

export interface ModelComboboxProps extends ComboboxField, Scope {
  /** Public name; null: none is chosen. */
  readonly value: string | null;
  readonly onChange: (model: string | null) => void;
}

/** One of any number of models. */
export function ModelCombobox(props: ModelComboboxProps) {
  const { value, onChange, aliases, patterns, without, ...field } = props;
  return (
    <Combobox
      {...field}
      {...useModels({ aliases, patterns, without })}
      value={value === null ? null : asChoice(value)}
      onChange={(choice) => onChange(choice?.id ?? null)}
    />
  );
}

export interface MultiModelComboboxProps extends ComboboxField, Scope {
  readonly values: readonly string[];
  readonly onChange: (models: string[]) => void;
}

/** Several of any number of models. */
export function MultiModelCombobox(props: MultiModelComboboxProps) {
  const { values, onChange, aliases, patterns, without, ...field } = props;
  return (
    <MultiCombobox
      {...field}
      {...useModels({ aliases, patterns, without })}
      values={values.map(asChoice)}
      onChange={(choices) => onChange(choices.map(({ id }) => id))}
    />
  );
}

function asChoice(id: string): ComboboxChoice {
  return { id, label: id };
}

interface AnyScope {
  readonly aliases: boolean | undefined;
  readonly patterns: boolean | undefined;
  readonly without: readonly string[] | undefined;
}

function useModels({ aliases, patterns, without = [] }: AnyScope): {
  readonly found: Found;
  readonly onSearch: (text: string) => void;
} {
  const { search, onSearch } = useComboboxSearch();
  const { data } = useApi(
    "GET /api/relay/models",
    { query: { search, aliases, patterns, limit: MOST_CHOICES } },
    { keepPrevious: true },
  );
  const choices = data?.models.filter(({ id }) => !without.includes(id));
  const left = (data?.models.length ?? 0) - (choices?.length ?? 0);
  return {
    found: { choices: choices?.map(({ id }) => asChoice(id)), total: (data?.total ?? 0) - left },
    onSearch,
  };
}
