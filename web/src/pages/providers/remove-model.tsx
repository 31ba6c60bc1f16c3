import type { Provider, ProviderModel } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";

export interface RemoveModelProps {
  readonly provider: Provider;
  /** Undefined: closed. */
  readonly model: ProviderModel | undefined;
  readonly onClose: () => void;
}

export function RemoveModel({ provider, model, onClose }: RemoveModelProps) {
  const t = useMessages("providers");
  const general = useMessages("general");
  const change = useChange("PATCH /api/relay/providers/{name}", {
    invalidates: ["/api/relay/providers", "/api/relay/models", "/api/relay/routes"],
  });
  const id = model?.id ?? "";
  return (
    <ConfirmDialog
      open={model !== undefined}
      onClose={onClose}
      danger
      title={t.removeModel(id)}
      action={general.remove}
      busy={change.isPending}
      error={change.error}
      onConfirm={() =>
        change.mutate(
          {
            params: { name: provider.name },
            body: { remove_models: [id] },
          },
          {
            onSuccess: () => {
              toast(t.saved);
              onClose();
            },
          },
        )
      }
    >
      {t.removeModelHint(provider.name)}
    </ConfirmDialog>
  );
}
