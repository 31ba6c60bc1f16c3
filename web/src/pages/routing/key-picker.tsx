import { useApi } from "../../api/query.ts";
import { Combobox } from "../../components/combobox.tsx";
import { FormField } from "../../components/form-field.tsx";
import { useMessages } from "../../messages/index.ts";

/** Enough to choose from by typing; whoever has more knows the id. */
const MOST_KEYS = 500;

export interface KeyPickerProps {
  /** Public id; null: as for a key without limits. */
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

export function KeyPicker({ value, onChange }: KeyPickerProps) {
  const t = useMessages("routing");
  const { data } = useApi("GET /api/relay/keys", { query: { limit: MOST_KEYS, order: "newest" } });
  const labels = new Map(data?.keys.map(({ id, name }) => [`${name} · ${id}`, id]));
  const shown = [...labels].find(([, id]) => id === value)?.[0] ?? null;
  return (
    <FormField name="key" label={t.key}>
      {(field) => (
        <Combobox
          id={field.id}
          aria-describedby={field["aria-describedby"]}
          aria-invalid={field["aria-invalid"]}
          value={shown}
          placeholder={t.anyKey}
          onChange={(label) => onChange(label === null ? null : (labels.get(label) ?? null))}
          choices={[...labels.keys()]}
        />
      )}
    </FormField>
  );
}
