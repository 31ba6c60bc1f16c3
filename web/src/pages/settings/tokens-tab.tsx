/** A person's own access tokens for the management API. */

import { useState } from "react";
import type { Token, TokenCreated } from "../../api/contract.ts";
import { useApi, useChange } from "../../api/query.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";
import { ShownOnce } from "./shown-once.tsx";
import { TokenDialog } from "./token-dialog.tsx";

const PATH = "/api/tokens";

type Above =
  | { readonly kind: "new" }
  | { readonly kind: "made"; readonly made: TokenCreated }
  | { readonly kind: "revoke"; readonly token: Token };

export function TokensTab() {
  const t = useMessages("settings").tokens;
  const tokens = useApi("GET /api/tokens");
  const [above, setAbove] = useState<Above>();
  const close = (): void => setAbove(undefined);
  const create = (
    <Button kind="primary" icon="plus" onClick={() => setAbove({ kind: "new" })}>
      {t.create}
    </Button>
  );
  return (
    <Card flush title={t.title} description={t.hint} actions={create}>
      <Table
        label={t.title}
        columns={useColumns((token) => setAbove({ kind: "revoke", token }))}
        rows={tokens.data?.tokens}
        rowKey={({ id }) => id}
        error={tokens.error}
        onRetry={() => void tokens.refetch()}
        empty={
          <EmptyState icon="terminal" title={t.none}>
            {t.noneHint}
          </EmptyState>
        }
      />
      {above?.kind === "new" && (
        <TokenDialog onClose={close} onMade={(made) => setAbove({ kind: "made", made })} />
      )}
      {above?.kind === "made" && (
        <ShownOnce
          title={t.made(above.made.name)}
          hint={t.madeHint}
          what={t.what}
          secret={above.made.token}
          onClose={close}
        />
      )}
      {above?.kind === "revoke" && <RevokeToken token={above.token} onClose={close} />}
    </Card>
  );
}

function RevokeToken({ token, onClose }: { readonly token: Token; readonly onClose: () => void }) {
  const t = useMessages("settings").tokens;
  const revoke = useChange("DELETE /api/tokens/{id}", { invalidates: [PATH] });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={t.revokeTitle(token.name)}
      action={t.revoke}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() =>
        revoke.mutate(
          { params: { id: token.id } },
          {
            onSuccess: () => {
              toast(t.revoked(token.name));
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

function useColumns(onRevoke: (token: Token) => void): readonly Column<Token>[] {
  const t = useMessages("settings").tokens;
  return [
    {
      id: "name",
      header: t.name,
      cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span>,
    },
    {
      id: "created",
      header: t.createdAt,
      from: "sm",
      cell: (token) => <Time at={token.created_at} />,
    },
    {
      id: "expires",
      header: t.expires,
      from: "sm",
      cell: (token) => <Time at={token.expires_at} absolute />,
    },
    { id: "used", header: t.lastUsed, cell: (token) => <Time at={token.last_used_at} /> },
    {
      id: "actions",
      header: t.revoke,
      hideHeader: true,
      align: "end",
      cell: (token) => (
        <IconButton
          size="sm"
          icon="trash-2"
          label={t.revokeNamed(token.name)}
          onClick={() => onRevoke(token)}
        />
      ),
    },
  ];
}
