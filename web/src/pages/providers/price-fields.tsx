import { useId, useState } from "react";
import { Button } from "../../components/button.tsx";
import { FormField } from "../../components/form-field.tsx";
import { Input } from "../../components/input.tsx";
import { useMessages } from "../../messages/index.ts";
import {
  FALLBACKS,
  FIRST_PRICES,
  hasRarePrice,
  PIECE_PRICES,
  type PriceName,
  type Prices,
  TOKEN_PRICES,
} from "./prices.ts";

export interface PriceFieldsProps {
  /** Name of the model. */
  readonly about: string;
  /** Where the model stands in the input, as the server writes it: `models[2]`. */
  readonly path: string;
  readonly value: Prices;
  readonly onChange: (prices: Prices) => void;
}

/** Prompt, answer, prompt from the vendor's cache; what few models have is folded away. */
export function PriceFields(props: PriceFieldsProps) {
  const t = useMessages("providers");
  const id = useId();
  const [isOpen, setIsOpen] = useState(hasRarePrice(props.value));
  return (
    <div className="mt-2 flex flex-col items-start gap-3">
      <PriceRow {...props} names={FIRST_PRICES} />
      <Button
        kind="quiet"
        size="sm"
        icon="chevrons-up-down"
        aria-label={`${props.about}: ${t.morePrices}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t.morePrices}
      </Button>
      {isOpen && (
        <div id={id} className="flex w-full flex-col gap-3">
          <p className="text-xs text-muted">{t.tokenPricesHint}</p>
          <PriceRow {...props} names={TOKEN_PRICES} />
          <p className="text-xs text-muted">{t.piecePricesHint}</p>
          <PriceRow {...props} names={PIECE_PRICES} />
        </div>
      )}
    </div>
  );
}

function PriceRow({
  about,
  path,
  value,
  onChange,
  names,
}: PriceFieldsProps & { readonly names: readonly PriceName[] }) {
  const t = useMessages("providers").priceNames;
  return (
    <div className="grid w-full grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] items-end gap-2">
      {names.map((name) => (
        <FormField key={name} name={`${path}.${name}`} label={t[name]} small>
          {(field) => (
            <Input
              {...field}
              inputMode="decimal"
              aria-label={`${about}: ${t[name]}`}
              placeholder={fallback(value, name) || "0.00"}
              value={value[name] ?? ""}
              onChange={(event) => onChange({ ...value, [name]: event.target.value })}
            />
          )}
        </FormField>
      ))}
    </div>
  );
}

/** What it costs while it is left blank. */
function fallback(prices: Prices, name: PriceName): string {
  const other = FALLBACKS[name];
  if (other === undefined) return "";
  return prices[other] || fallback(prices, other);
}
