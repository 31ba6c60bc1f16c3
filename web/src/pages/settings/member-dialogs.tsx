import { useId, useState } from "react";
import type { Member, MemberInvited, Role } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input } from "../../components/input.tsx";
import { type Choice, Select } from "../../components/select.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";

export const MEMBERS_PATH = "/api/members";
const ROLES: readonly Role[] = ["owner", "admin", "viewer"];

/** Each role with what it may do. */
export function useRoleChoices(): readonly Choice<Role>[] {
  const { roleHints } = useMessages("settings").members;
  const { roles } = useMessages("shell");
  return ROLES.map((value) => ({ value, label: roles[value], detail: roleHints[value] }));
}

export interface InviteDialogProps {
  readonly onClose: () => void;
  readonly onMade: (made: MemberInvited) => void;
}

export function InviteDialog({ onClose, onMade }: InviteDialogProps) {
  const t = useMessages("settings").members;
  const general = useMessages("general");
  const form = useId();
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const choices = useRoleChoices();
  const invite = useChange("POST /api/members", { invalidates: [MEMBERS_PATH] });
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t.inviteTitle}
      description={t.inviteHint}
      actions={
        <>
          <Button onClick={onClose}>{general.cancel}</Button>
          <Button kind="primary" type="submit" form={form} busy={invite.isPending}>
            {t.makeLink}
          </Button>
        </>
      }
    >
      <Form
        id={form}
        error={invite.error}
        className="flex flex-col gap-4"
        onSubmit={() => invite.mutate({ body: { name, role } }, { onSuccess: onMade })}
      >
        <FormField name="name" label={t.name} hint={t.nameHint}>
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              autoCapitalize="none"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FormField>
        <FormField name="role" label={t.role}>
          {(field) => <Select {...field} value={role} onChange={setRole} choices={choices} />}
        </FormField>
      </Form>
    </Dialog>
  );
}

export interface RemoveMemberProps {
  readonly member: Member;
  readonly onClose: () => void;
}

export function RemoveMember({ member, onClose }: RemoveMemberProps) {
  const t = useMessages("settings").members;
  const remove = useChange("DELETE /api/members/{id}", { invalidates: [MEMBERS_PATH] });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={t.removeTitle(member.name)}
      action={t.remove}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(
          { params: { id: member.id } },
          {
            onSuccess: () => {
              toast(t.removed(member.name));
              onClose();
            },
          },
        )
      }
    >
      {t.removeBody}
    </ConfirmDialog>
  );
}
