import { useId, useState } from "react";
import type { TokenCreated } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input } from "../../components/input.tsx";
import { useMessages } from "../../messages/index.ts";

export interface TokenDialogProps {
  readonly onClose: () => void;
  readonly onMade: (made: TokenCreated) => void;
}

export function TokenDialog({ onClose, onMade }: TokenDialogProps) {
  const t = useMessages("settings").tokens;
  const general = useMessages("general");
  const form = useId();
  const [name, setName] = useState("");
  const [expires, setExpires] = useState("");
  const create = useChange("POST /api/tokens", { invalidates: ["/api/tokens"] });
  const expires_at = expires === "" ? null : new Date(expires).toISOString();
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t.newTitle}
      description={t.newHint}
      actions={
        <>
          <Button onClick={onClose}>{general.cancel}</Button>
          <Button kind="primary" type="submit" form={form} busy={create.isPending}>
            {t.make}
          </Button>
        </>
      }
    >
      <Form
        id={form}
        error={create.error}
        className="flex flex-col gap-4"
        onSubmit={() => create.mutate({ body: { name, expires_at } }, { onSuccess: onMade })}
      >
        <FormField name="name" label={t.name} hint={t.nameHint}>
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FormField>
        <FormField name="expires_at" label={t.expires} optional hint={t.expiresHint}>
          {(field) => (
            <Input
              {...field}
              type="datetime-local"
              value={expires}
              onChange={(event) => setExpires(event.target.value)}
            />
          )}
        </FormField>
      </Form>
    </Dialog>
  );
}
