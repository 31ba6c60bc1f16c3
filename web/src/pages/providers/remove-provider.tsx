import type { Provider } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";

export interface RemoveProviderProps {
  readonly provider: Provider;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

export function RemoveProvider({ provider, open, onClose, onRemoved }: RemoveProviderProps) {
  const t = useMessages("providers");
  const general = useMessages("general");
  const { name, model_count } = provider;
  const remove = useChange("DELETE /api/relay/providers/{name}", {
    invalidates: ["/api/relay/models", "/api/relay/routes", "/api/relay/offers"],
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      danger
      title={t.removeTitle(name)}
      action={general.remove}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(
          { params: { name } },
          {
            onSuccess: () => {
              onClose();
              toast(t.removed(name));
              onRemoved();
            },
          },
        )
      }
    >
      {t.removeHint(model_count)}
    </ConfirmDialog>
  );
}
