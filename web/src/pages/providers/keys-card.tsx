import { useState } from "react";
import type { Provider } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { Badge } from "../../components/badge.tsx";
import { Button, IconButton } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";
import { AddKeys } from "./add-keys.tsx";
import { useMayEdit } from "./may-edit.ts";

type VendorKey = Provider["keys"][number];

const TONES = { ready: "good", limited: "warn", refused: "bad" } as const;

/** Vendor keys by their ends: they can be added and removed, and never be read again. */
export function KeysCard({ provider }: { readonly provider: Provider }) {
  const t = useMessages("providers");
  const general = useMessages("general");
  const [isAdding, setIsAdding] = useState(false);
  const [removing, setRemoving] = useState<VendorKey>();
  const change = useChange("PATCH /api/relay/providers/{name}", {
    invalidates: ["/api/relay/providers"],
  });
  const { name, keys } = provider;
  const mayEdit = useMayEdit(provider);
  return (
    <Card
      title={t.keys}
      description={keys.length > 1 ? t.keysInTurn : t.keysWriteOnly}
      actions={
        !mayEdit ? undefined : (
          <Button size="sm" icon="plus" onClick={() => setIsAdding(true)}>
            {t.addKey}
          </Button>
        )
      }
    >
      {keys.length === 0 && <p className="text-sm text-muted">{t.noKeyHint}</p>}
      <ul className="divide-y divide-line">
        {keys.map((key) => (
          <li key={key.id} className="flex items-center gap-3 py-1.5 text-sm">
            <span className="flex-1 font-mono">{key.tail === "" ? "••••" : `…${key.tail}`}</span>
            {key.until !== null && (
              <span className="text-xs text-faint">
                <Time at={key.until} />
              </span>
            )}
            <Badge tone={TONES[key.state]}>{t.keyStates[key.state]}</Badge>
            {mayEdit && (
              <IconButton
                icon="x"
                size="sm"
                label={t.removeKey(key.tail)}
                onClick={() => setRemoving(key)}
              />
            )}
          </li>
        ))}
      </ul>
      {isAdding && <AddKeys name={name} onClose={() => setIsAdding(false)} />}
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        danger
        title={t.removeKey(removing?.tail ?? "")}
        action={general.remove}
        busy={change.isPending}
        error={change.error}
        onConfirm={() =>
          change.mutate(
            { params: { name }, body: { remove_keys: [removing?.id ?? ""] } },
            {
              onSuccess: () => {
                setRemoving(undefined);
                toast(t.saved);
              },
            },
          )
        }
      >
        {t.removeKeyHint}
      </ConfirmDialog>
    </Card>
  );
}
