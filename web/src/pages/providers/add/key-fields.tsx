import { Button, IconButton } from "../../../components/button.tsx";
import { FormField } from "../../../components/form-field.tsx";
import { SecretInput } from "../../../components/input.tsx";
import { useMessages } from "../../../messages/index.ts";

export interface KeyFieldsProps {
  /** Server's name of the field. */
  readonly name: string;
  readonly keys: readonly string[];
  readonly onChange: (keys: readonly string[]) => void;
  readonly hint?: string;
}

/** One vendor key or several, each in a field of its own. Pasting many lines makes many fields. */
export function KeyFields({ name, keys, onChange, hint }: KeyFieldsProps) {
  const t = useMessages("providers");
  const shown = keys.length === 0 ? [""] : keys;
  const change = (index: number, value: string): void =>
    onChange(shown.map((key, place) => (place === index ? value : key)));
  return (
    <div className="flex flex-col gap-2">
      {shown.map((key, index) => (
        <FormField
          // Fields have no other name than their place.
          key={index}
          name={shown.length > 1 ? `${name}[${index}]` : name}
          label={shown.length > 1 ? t.vendorKeyNumber(index + 1) : t.vendorKey}
          {...(hint !== undefined && index === shown.length - 1 ? { hint } : {})}
        >
          {(field) => (
            <span className="flex gap-1">
              <span className="min-w-0 flex-1">
                <SecretInput
                  {...field}
                  value={key}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(event) => change(index, event.target.value)}
                  onPaste={(event) => {
                    const pasted = event.clipboardData.getData("text").trim().split(/\s+/);
                    if (pasted.length < 2) return;
                    event.preventDefault();
                    onChange([...shown.filter((other) => other !== ""), ...pasted]);
                  }}
                />
              </span>
              {shown.length > 1 && (
                <IconButton
                  icon="x"
                  label={t.removeKeyNumber(index + 1)}
                  onClick={() => onChange(shown.filter((_, place) => place !== index))}
                />
              )}
            </span>
          )}
        </FormField>
      ))}
      <div>
        <Button
          kind="quiet"
          size="sm"
          icon="plus"
          disabled={shown.some((key) => key === "")}
          onClick={() => onChange([...shown, ""])}
        >
          {t.addKey}
        </Button>
      </div>
    </div>
  );
}
