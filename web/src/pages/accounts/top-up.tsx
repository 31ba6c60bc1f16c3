import { useState } from "react";
import { useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input } from "../../components/input.tsx";
import { toast } from "../../components/toast.tsx";
import { formatMoney } from "../../format/money.ts";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";

const FORM = "top-up";
const AMOUNTS = ["5", "20", "100", "500"];

export interface TopUpProps {
  /** Name of the account; undefined: closed. */
  readonly account: string | undefined;
  readonly onClose: () => void;
}

export function TopUp({ account, onClose }: TopUpProps) {
  const t = useMessages("accounts");
  const general = useMessages("general");
  const { language } = usePreferences();
  const [usd, setUsd] = useState("");
  const [note, setNote] = useState("");
  const topUp = useChange("POST /api/relay/accounts/{name}/topup", {
    invalidates: ["/api/relay/accounts", "/api/relay/ledger"],
  });
  const close = (): void => {
    topUp.reset();
    setUsd("");
    setNote("");
    onClose();
  };
  const submit = (): void => {
    if (account === undefined) return;
    topUp.mutate(
      {
        params: { name: account },
        body: { usd: usd.trim(), ...(note.trim() === "" ? {} : { note: note.trim() }) },
      },
      {
        onSuccess: ({ entry }) => {
          close();
          toast(t.toppedUp(account, formatMoney(entry.amount_nano, language)));
        },
      },
    );
  };
  return (
    <Dialog
      open={account !== undefined}
      onClose={close}
      title={t.topUpTitle(account ?? "")}
      description={t.topUpHint}
      size="sm"
      actions={
        <>
          <Button onClick={close}>{general.cancel}</Button>
          <Button kind="primary" type="submit" form={FORM} busy={topUp.isPending}>
            {t.topUp}
          </Button>
        </>
      }
    >
      <Form id={FORM} error={topUp.error} onSubmit={submit} className="flex flex-col gap-4">
        <FormField name="usd" label={t.amount}>
          {(field) => (
            <Input
              {...field}
              inputMode="decimal"
              suffix="USD"
              autoComplete="off"
              value={usd}
              onChange={(event) => setUsd(event.target.value)}
            />
          )}
        </FormField>
        <div className="-mt-2 flex flex-wrap gap-2">
          {AMOUNTS.map((amount) => (
            <Button key={amount} size="sm" onClick={() => setUsd(amount)}>
              {`$${amount}`}
            </Button>
          ))}
        </div>
        <FormField name="note" label={t.note} hint={t.noteHint} optional>
          {(field) => (
            <Input {...field} value={note} onChange={(event) => setNote(event.target.value)} />
          )}
        </FormField>
      </Form>
    </Dialog>
  );
}
