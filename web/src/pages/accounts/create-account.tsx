import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input } from "../../components/input.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";

const FORM = "create-account";

export function CreateAccount({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const t = useMessages("accounts");
  const general = useMessages("general");
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const create = useChange("POST /api/relay/accounts", { invalidates: ["/api/relay/accounts"] });
  const close = (): void => {
    create.reset();
    setName("");
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t.create}
      description={t.createHint}
      size="sm"
      actions={
        <>
          <Button onClick={close}>{general.cancel}</Button>
          <Button kind="primary" type="submit" form={FORM} busy={create.isPending}>
            {t.create}
          </Button>
        </>
      }
    >
      <Form
        id={FORM}
        error={create.error}
        onSubmit={() =>
          create.mutate(
            { body: { name } },
            {
              onSuccess: (account) => {
                close();
                toast(t.created(account.name));
                void navigate({ to: "/accounts/$name", params: { name: account.name } });
              },
            },
          )
        }
      >
        <FormField name="name" label={t.name} hint={t.nameHint}>
          {(field) => (
            <Input
              {...field}
              value={name}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FormField>
      </Form>
    </Dialog>
  );
}
