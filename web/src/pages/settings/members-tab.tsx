/** Who manages this Parley. Everybody sees it; owners change it. */

import { useState } from "react";
import type { Member, MemberInvited, Role } from "../../api/contract.ts";
import { useApi, useChange } from "../../api/query.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { useErrorToast } from "../../components/error-toast.ts";
import { Select } from "../../components/select.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";
import { Allowed, useAllowed } from "../../shell/allowed.tsx";
import { InviteDialog, MEMBERS_PATH, RemoveMember, useRoleChoices } from "./member-dialogs.tsx";
import { type MemberAsk, MemberMenu } from "./member-menu.tsx";
import { ShownOnce } from "./shown-once.tsx";

type Above =
  | { readonly kind: "new" }
  | { readonly kind: "link"; readonly made: MemberInvited }
  | { readonly kind: "remove"; readonly member: Member };

export function MembersTab() {
  const t = useMessages("settings").members;
  const members = useApi("GET /api/members");
  const [above, setAbove] = useState<Above>();
  const close = (): void => setAbove(undefined);
  const show = (made: MemberInvited): void => setAbove({ kind: "link", made });
  return (
    <Card
      flush
      title={t.title}
      description={t.hint}
      actions={
        <Allowed to="owner">
          <Button kind="primary" icon="plus" onClick={() => setAbove({ kind: "new" })}>
            {t.invite}
          </Button>
        </Allowed>
      }
    >
      <Table
        label={t.title}
        columns={useColumns((ask) =>
          ask.kind === "remove" ? setAbove({ kind: "remove", member: ask.member }) : show(ask.made),
        )}
        rows={members.data?.members}
        rowKey={({ id }) => id}
        error={members.error}
        onRetry={() => void members.refetch()}
        empty={<EmptyState icon="users" title={t.none} />}
      />
      {above?.kind === "new" && <InviteDialog onClose={close} onMade={show} />}
      {above?.kind === "link" && (
        <ShownOnce
          title={t.linkTitle(above.made.name)}
          hint={t.linkHint}
          what={t.link}
          secret={location.origin + above.made.invite_path}
          onClose={close}
        />
      )}
      {above?.kind === "remove" && <RemoveMember member={above.member} onClose={close} />}
    </Card>
  );
}

function useColumns(onAsk: (ask: MemberAsk) => void): readonly Column<Member>[] {
  const t = useMessages("settings").members;
  const isOwner = useAllowed("owner");
  const columns: Column<Member>[] = [
    {
      id: "name",
      header: t.name,
      cell: (member) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{member.name}</span>
          {member.invite_expires_at !== null && <Badge tone="warn">{t.invited}</Badge>}
        </span>
      ),
    },
    {
      id: "role",
      header: t.role,
      cell: (member) =>
        isOwner ? <RoleSelect member={member} /> : <RoleName role={member.role} />,
    },
    {
      id: "since",
      header: t.since,
      from: "sm",
      className: "text-muted",
      cell: (member) => <Time at={member.created_at} />,
    },
  ];
  if (!isOwner) return columns;
  return [
    ...columns,
    {
      id: "actions",
      header: t.actions,
      hideHeader: true,
      align: "end",
      cell: (member) => <MemberMenu member={member} onAsk={onAsk} />,
    },
  ];
}

function RoleName({ role }: { readonly role: Role }) {
  return useMessages("shell").roles[role];
}

/** Takes effect at once, for what the person has open, too. */
function RoleSelect({ member }: { readonly member: Member }) {
  const t = useMessages("settings").members;
  const roles = useMessages("shell").roles;
  const choices = useRoleChoices();
  const showError = useErrorToast();
  const change = useChange("PATCH /api/members/{id}", { invalidates: [MEMBERS_PATH] });
  return (
    <Select
      label={t.roleOf(member.name)}
      className="w-40"
      value={member.role}
      disabled={change.isPending}
      choices={choices}
      onChange={(role) =>
        change.mutate(
          { params: { id: member.id }, body: { role } },
          { onSuccess: () => toast(t.changed(member.name, roles[role])), onError: showError },
        )
      }
    />
  );
}
