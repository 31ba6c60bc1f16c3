import { useState } from "react";
import { useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form-field.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";
import { KeyFields } from "./add/key-fields.tsx";

const FORM = "add-vendor-keys";

export function AddKeys({
  name,
  onClose,
}: {
  readonly name: string;
  readonly onClose: () => void;
}) {
  const t = useMessages("providers");
  const general = useMessages("general");
  const [keys, setKeys] = useState<readonly string[]>([""]);
  const change = useChange("PATCH /api/relay/providers/{name}", {
    invalidates: ["/api/relay/providers"],
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.addKey}
      description={t.keysInTurn}
      size="sm"
      actions={
        <>
          <Button onClick={onClose}>{general.cancel}</Button>
          <Button kind="primary" type="submit" form={FORM} busy={change.isPending}>
            {general.add}
          </Button>
        </>
      }
    >
      <Form
        id={FORM}
        error={change.error}
        onSubmit={() =>
          change.mutate(
            { params: { name }, body: { add_keys: keys.map((key) => key.trim()) } },
            {
              onSuccess: () => {
                toast(t.saved);
                onClose();
              },
            },
          )
        }
      >
        <KeyFields name="add_keys" keys={keys} onChange={setKeys} hint={t.vendorKeyHint} />
      </Form>
    </Dialog>
  );
}
