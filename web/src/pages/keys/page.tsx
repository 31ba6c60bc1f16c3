import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { Key, KeyCreated } from "../../api/contract.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Page } from "../../components/page.tsx";
import { SecretDialog } from "../../components/secret-dialog.tsx";
import { useMessages } from "../../messages/index.ts";
import { Allowed } from "../../shell/allowed.tsx";
import { RevokeDialog, RotateDialog } from "./key-dialogs.tsx";
import { EditKeyDrawer, NewKeyDrawer } from "./key-drawer.tsx";
import { KeyFilters } from "./key-filters.tsx";
import type { KeyAsk } from "./key-menu.tsx";
import { KeyTable } from "./key-table.tsx";

const route = getRouteApi("/shell/keys");

/** What stands above the list, if anything. */
type Above =
  | { readonly kind: "new" }
  | { readonly kind: KeyAsk; readonly apiKey: Key }
  | { readonly kind: "secret"; readonly made: KeyCreated; readonly isRotated: boolean };

export function KeysPage() {
  const t = useMessages("keys");
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [above, setAbove] = useState<Above>();
  const close = (): void => setAbove(undefined);
  const create = (
    <Allowed to="admin">
      <Button kind="primary" icon="plus" onClick={() => setAbove({ kind: "new" })}>
        {t.create}
      </Button>
    </Allowed>
  );
  return (
    <Page title={t.title} description={t.description} actions={create}>
      <KeyFilters
        search={search}
        onChange={(next) => void navigate({ search: next, replace: true })}
      />
      <Card flush>
        <KeyTable
          search={search}
          create={create}
          onAsk={(kind, apiKey) => setAbove({ kind, apiKey })}
          onClear={() => void navigate({ search: {} })}
        />
      </Card>
      {above?.kind === "new" && (
        <NewKeyDrawer
          onClose={close}
          onMade={(made) => setAbove({ kind: "secret", made, isRotated: false })}
        />
      )}
      {above?.kind === "edit" && <EditKeyDrawer apiKey={above.apiKey} onClose={close} />}
      {above?.kind === "rotate" && (
        <RotateDialog
          apiKey={above.apiKey}
          onClose={close}
          onRotated={(made) => setAbove({ kind: "secret", made, isRotated: true })}
        />
      )}
      {above?.kind === "revoke" && <RevokeDialog apiKey={above.apiKey} onClose={close} />}
      {above?.kind === "secret" && (
        <SecretDialog made={above.made} isRotated={above.isRotated} onClose={close} />
      )}
    </Page>
  );
}
