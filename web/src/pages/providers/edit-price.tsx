import { useState } from "react";
import type { Provider, ProviderModel } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Select } from "../../components/select.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";
import type { PriceMode } from "./add/draft.ts";
import { PriceFields } from "./price-fields.tsx";
import { keepsMore, type Prices, readPrices, writePrices } from "./prices.ts";

const FORM = "model-price";

export interface EditPriceProps {
  readonly provider: Provider;
  readonly model: ProviderModel;
  readonly onClose: () => void;
}

/** A price of one's own, the catalogue's, or none. Calls that were billed keep theirs. */
export function EditPrice({ provider, model, onClose }: EditPriceProps) {
  const t = useMessages("providers");
  const general = useMessages("general");
  const { id, price } = model;
  const [mode, setMode] = useState<PriceMode>(
    model.free ? "free" : price.catalogue === null ? "own" : "catalogue",
  );
  const [prices, setPrices] = useState<Prices>(model.free ? {} : readPrices(price));
  const change = useChange("PATCH /api/relay/providers/{name}", {
    invalidates: ["/api/relay/providers", "/api/relay/models"],
  });
  const given = writePrices(prices);
  const hint = t.priceModeHints[mode];
  // No price at all would mean the catalogue's.
  const own = Object.keys(given).length === 0 ? { price_in: "", price_out: "" } : given;
  const submit = (): void =>
    change.mutate(
      {
        params: { name: provider.name },
        body: {
          prices: [{ id, ...(mode === "free" ? { free: true } : mode === "own" ? own : {}) }],
        },
      },
      {
        onSuccess: () => {
          toast(t.saved);
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.priceOf(id)}
      description={t.pricesHint}
      actions={
        <>
          <Button onClick={onClose}>{general.cancel}</Button>
          <Button kind="primary" type="submit" form={FORM} busy={change.isPending}>
            {general.save}
          </Button>
        </>
      }
    >
      <Form id={FORM} error={change.error} onSubmit={submit}>
        <FormField
          name="prices"
          label={t.priceFrom}
          hint={mode === "own" && keepsMore(price) ? `${hint} ${t.priceKept}` : hint}
        >
          {(field) => (
            <Select
              {...field}
              value={mode}
              onChange={setMode}
              choices={(["catalogue", "own", "free"] as const).map((value) => ({
                value,
                label: t.priceModes[value],
              }))}
            />
          )}
        </FormField>
        {mode === "own" && (
          <PriceFields about={id} path="prices[0]" value={prices} onChange={setPrices} />
        )}
      </Form>
    </Dialog>
  );
}
