import type { Member, MemberInvited } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { IconButton } from "../../components/button.tsx";
import { useErrorToast } from "../../components/error-toast.ts";
import { Menu, MenuItem, MenuSeparator } from "../../components/menu.tsx";
import { useMessages } from "../../messages/index.ts";
import { MEMBERS_PATH } from "./member-dialogs.tsx";

export type MemberAsk =
  | { readonly kind: "remove"; readonly member: Member }
  | { readonly kind: "link"; readonly made: MemberInvited };

export interface MemberMenuProps {
  readonly member: Member;
  readonly onAsk: (ask: MemberAsk) => void;
}

export function MemberMenu({ member, onAsk }: MemberMenuProps) {
  const t = useMessages("settings").members;
  const showError = useErrorToast();
  const invite = useChange("POST /api/members/{id}/invite", { invalidates: [MEMBERS_PATH] });
  return (
    <Menu
      trigger={
        <IconButton
          icon="ellipsis-vertical"
          size="sm"
          label={t.actionsOf(member.name)}
          busy={invite.isPending}
        />
      }
    >
      <MenuItem
        icon="link"
        onSelect={() =>
          invite.mutate(
            { params: { id: member.id } },
            { onSuccess: (made) => onAsk({ kind: "link", made }), onError: showError },
          )
        }
      >
        {t.newLink}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="trash-2" danger onSelect={() => onAsk({ kind: "remove", member })}>
        {t.remove}
      </MenuItem>
    </Menu>
  );
}
