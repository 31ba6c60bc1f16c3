import { Input } from "../../components/input.tsx";
import { useMessages } from "../../messages/index.ts";

/** Dollars per million tokens, as they were typed. */
export interface Prices {
  readonly priceIn: string;
  readonly priceOut: string;
  readonly priceCached: string;
}

export interface PriceFieldsProps {
  /** Name of the model. */
  readonly about: string;
  readonly value: Prices;
  readonly onChange: (prices: Prices) => void;
}

/** Three small fields in a row: prompt, answer, prompt from the vendor's cache. */
export function PriceFields({ about, value, onChange }: PriceFieldsProps) {
  const t = useMessages("providers");
  const { priceIn, priceOut, priceCached } = value;
  const fields = [
    { name: "priceIn", label: t.priceIn, text: priceIn },
    { name: "priceOut", label: t.priceOut, text: priceOut },
    { name: "priceCached", label: t.priceCached, text: priceCached },
  ] as const;
  return (
    <div className="mt-2 grid grid-cols-3 gap-2">
      {fields.map(({ name, label, text }) => (
        <label key={name} className="flex min-w-0 flex-col gap-0.5 text-xs text-muted">
          {label}
          <Input
            inputMode="decimal"
            aria-label={`${about}: ${label}`}
            placeholder={name === "priceCached" ? priceIn : "0.00"}
            value={text}
            onChange={(event) =>
              onChange({ priceIn, priceOut, priceCached, [name]: event.target.value })
            }
          />
        </label>
      ))}
    </div>
  );
}
