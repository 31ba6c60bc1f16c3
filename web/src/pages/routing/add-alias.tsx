import { useState } from "react";
import { useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input } from "../../components/input.tsx";
import { ModelCombobox } from "../../components/model-combobox.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";

const FORM = "add-alias";

export interface AddAliasProps {
  readonly onClose: () => void;
  readonly onAdded: (name: string) => void;
}

/** A name of one's own for a model, so that what is behind it can change without any client knowing. */
export function AddAlias({ onClose, onAdded }: AddAliasProps) {
  const t = useMessages("routing");
  const general = useMessages("general");
  const [name, setName] = useState("");
  const [model, setModel] = useState<string | null>(null);
  const set = useChange("PUT /api/relay/routes/{name}", {
    invalidates: ["/api/relay/models", "/api/relay/routes"],
  });
  const submit = (): void =>
    set.mutate(
      { params: { name: name.trim() }, body: model === null ? {} : { alias_of: model } },
      {
        onSuccess: () => {
          toast(t.aliasAdded(name.trim(), model ?? ""));
          onAdded(name.trim());
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.addAlias}
      description={t.addAliasHint}
      size="sm"
      actions={
        <>
          <Button onClick={onClose}>{general.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            form={FORM}
            busy={set.isPending}
            disabled={name.trim() === "" || model === null}
          >
            {general.add}
          </Button>
        </>
      }
    >
      <Form id={FORM} error={set.error} onSubmit={submit} className="flex flex-col gap-4">
        <FormField name="name" label={t.aliasName} hint={t.aliasNameHint}>
          {(field) => (
            <Input
              {...field}
              value={name}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FormField>
        <FormField name="alias_of" label={t.aliasOf}>
          {(field) => (
            <ModelCombobox
              {...field}
              aliases={false}
              patterns={false}
              value={model}
              onChange={setModel}
            />
          )}
        </FormField>
      </Form>
    </Dialog>
  );
}
