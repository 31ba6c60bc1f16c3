/** What a person is asked before a key is rotated or revoked. */

import type { Key, KeyCreated } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";
import { KEYS_PATH } from "./paths.ts";

export interface RotateDialogProps {
  readonly apiKey: Key;
  readonly onClose: () => void;
  readonly onRotated: (key: KeyCreated) => void;
}

export function RotateDialog({ apiKey, onClose, onRotated }: RotateDialogProps) {
  const t = useMessages("keys");
  const rotate = useChange("POST /api/relay/keys/{id}/rotate", { invalidates: [KEYS_PATH] });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t.rotateTitle(apiKey.name)}
      action={t.rotateAction}
      busy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate({ params: { id: apiKey.id } }, { onSuccess: onRotated })}
    >
      {t.rotateBody}
    </ConfirmDialog>
  );
}

export function RevokeDialog({ apiKey, onClose }: Omit<RotateDialogProps, "onRotated">) {
  const t = useMessages("keys");
  const revoke = useChange("DELETE /api/relay/keys/{id}", { invalidates: [KEYS_PATH] });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={t.revokeTitle(apiKey.name)}
      action={t.revokeAction}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() =>
        revoke.mutate(
          { params: { id: apiKey.id } },
          {
            onSuccess: () => {
              toast(t.revoked(apiKey.name));
              onClose();
            },
          },
        )
      }
    >
      {t.revokeBody}
    </ConfirmDialog>
  );
}
