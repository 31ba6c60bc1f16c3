import { useState } from "react";
import type { Model } from "../../api/contract.ts";
import { useApi, useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Drawer } from "../../components/dialog.tsx";
import { ErrorNote } from "../../components/error-note.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";
import { useAllowed } from "../../shell/allowed.tsx";
import { Fallbacks } from "./fallbacks.tsx";
import { ModelFacts } from "./model-facts.tsx";
import { Targets } from "./targets.tsx";

export interface ModelDrawerProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onTrace: () => void;
}

/** One public name: what it is, where it is served and in which order, and what is tried after that. */
export function ModelDrawer({ id, onClose, onTrace }: ModelDrawerProps) {
  const t = useMessages("routing");
  const general = useMessages("general");
  const mayEdit = useAllowed("admin");
  const [isRemoving, setIsRemoving] = useState(false);
  const model = useApi("GET /api/relay/models/{id}", { params: { id } });
  // What is called exactly so comes first.
  const routes = useApi("GET /api/relay/routes", { query: { search: id, limit: 1 } });
  const route = routes.data?.routes.find(({ name }) => name === id);
  const remove = useChange("DELETE /api/relay/routes/{name}", {
    invalidates: ["/api/relay/models", "/api/relay/routes"],
  });
  const aliasOf = route?.alias_of ?? null;
  return (
    <Drawer
      open
      onClose={onClose}
      title={id}
      description={aliasOf === null ? t.drawerHint : t.standsFor(aliasOf)}
      actions={
        <>
          {aliasOf !== null && mayEdit && (
            <Button className="mr-auto" onClick={() => setIsRemoving(true)}>
              {t.removeAlias}
            </Button>
          )}
          <Button icon="route" onClick={onTrace}>
            {t.trace}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {model.error && <ErrorNote error={model.error} onRetry={() => void model.refetch()} />}
        {model.isPending && <Skeleton className="h-40 w-full" />}
        {model.data && (
          <>
            <ModelFacts model={model.data} />
            <Targets key={targetsKey(model.data)} model={model.data} aliasOf={aliasOf} />
          </>
        )}
        {routes.data && (model.data ?? route) && (
          <Fallbacks
            key={JSON.stringify(route?.fallbacks ?? [])}
            id={id}
            route={route}
            inherited={route?.fallbacks.length ? [] : (model.data?.fallbacks ?? [])}
          />
        )}
      </div>
      <ConfirmDialog
        open={isRemoving}
        onClose={() => setIsRemoving(false)}
        danger
        title={t.removeAliasTitle(id)}
        action={general.remove}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(
            { params: { name: id } },
            {
              onSuccess: () => {
                toast(t.aliasRemoved(id));
                onClose();
              },
            },
          )
        }
      >
        {t.removeAliasHint}
      </ConfirmDialog>
    </Drawer>
  );
}

/** Another order begins the editing anew; a change of health does not. */
function targetsKey({ targets }: Model): string {
  return JSON.stringify(
    targets.map(({ provider, upstream_id, priority, weight }) => [
      provider,
      upstream_id,
      priority,
      weight,
    ]),
  );
}
