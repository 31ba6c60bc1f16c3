/** The drawers in which a key is made or changed. Each is mounted when it opens, so it begins with a clean form. */

import { useId, useState } from "react";
import type { Key, KeyCreated } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { Drawer } from "../../components/dialog.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";
import { draftOf, EMPTY_DRAFT, inputOf, patchOf } from "./draft.ts";
import { KeyForm } from "./key-form.tsx";
import { KEYS_PATH } from "./paths.ts";

export interface NewKeyDrawerProps {
  readonly onClose: () => void;
  readonly onMade: (key: KeyCreated) => void;
}

export function NewKeyDrawer({ onClose, onMade }: NewKeyDrawerProps) {
  const t = useMessages("keys");
  const general = useMessages("general");
  const form = useId();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const create = useChange("POST /api/relay/keys", { invalidates: [KEYS_PATH] });
  return (
    <Drawer
      open
      keep
      onClose={onClose}
      title={t.newTitle}
      actions={
        <>
          <Button onClick={onClose}>{general.cancel}</Button>
          <Button type="submit" form={form} kind="primary" busy={create.isPending}>
            {t.make}
          </Button>
        </>
      }
    >
      <KeyForm
        id={form}
        isNew
        draft={draft}
        onChange={setDraft}
        error={create.error}
        onSubmit={() => create.mutate({ body: inputOf(draft) }, { onSuccess: onMade })}
      />
    </Drawer>
  );
}

export interface EditKeyDrawerProps {
  /** The key as it was when the drawer opened. */
  readonly apiKey: Key;
  readonly onClose: () => void;
}

export function EditKeyDrawer({ apiKey, onClose }: EditKeyDrawerProps) {
  const t = useMessages("keys");
  const general = useMessages("general");
  const form = useId();
  const [draft, setDraft] = useState(() => draftOf(apiKey));
  const update = useChange("PATCH /api/relay/keys/{id}", { invalidates: [KEYS_PATH] });
  const save = (): void =>
    update.mutate(
      { params: { id: apiKey.id }, body: patchOf(apiKey, draft) },
      {
        onSuccess: () => {
          toast(t.saved);
          onClose();
        },
      },
    );
  return (
    <Drawer
      open
      keep
      onClose={onClose}
      title={t.editTitle(apiKey.name)}
      description={<code className="font-mono text-xs">{apiKey.id}</code>}
      actions={
        <>
          <Button onClick={onClose}>{general.cancel}</Button>
          <Button type="submit" form={form} kind="primary" busy={update.isPending}>
            {general.save}
          </Button>
        </>
      }
    >
      <KeyForm
        id={form}
        isNew={false}
        draft={draft}
        onChange={setDraft}
        error={update.error}
        onSubmit={save}
      />
    </Drawer>
  );
}
