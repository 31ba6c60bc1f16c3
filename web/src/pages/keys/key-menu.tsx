import type { Key } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { IconButton } from "../../components/button.tsx";
import { useErrorToast } from "../../components/error-toast.ts";
import { Menu, MenuItem, MenuSeparator } from "../../components/menu.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";
import { useAllowed } from "../../shell/allowed.tsx";
import { KEYS_PATH } from "./paths.ts";

/** What waits for an answer before it is done. */
export type KeyAsk = "edit" | "rotate" | "revoke";

export interface KeyMenuProps {
  readonly apiKey: Key;
  readonly onAsk: (ask: KeyAsk) => void;
}

export function KeyMenu({ apiKey, onAsk }: KeyMenuProps) {
  const t = useMessages("keys");
  const showError = useErrorToast();
  const update = useChange("PATCH /api/relay/keys/{id}", { invalidates: [KEYS_PATH] });
  const mayChange = useAllowed("admin");
  if (apiKey.status === "revoked" || !mayChange) return null;
  const isDisabled = apiKey.status === "disabled";
  const switchOver = (): void =>
    update.mutate(
      { params: { id: apiKey.id }, body: { disabled: !isDisabled } },
      {
        onSuccess: () => toast(isDisabled ? t.enabled(apiKey.name) : t.disabled(apiKey.name)),
        onError: showError,
      },
    );
  return (
    <Menu
      trigger={
        <IconButton
          icon="ellipsis-vertical"
          size="sm"
          label={t.actionsOf(apiKey.name)}
          busy={update.isPending}
        />
      }
    >
      <MenuItem icon="pencil" onSelect={() => onAsk("edit")}>
        {t.edit}
      </MenuItem>
      <MenuItem icon="refresh-cw" onSelect={() => onAsk("rotate")}>
        {t.rotate}
      </MenuItem>
      <MenuItem icon="power" onSelect={switchOver}>
        {isDisabled ? t.enable : t.disable}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="ban" danger onSelect={() => onAsk("revoke")}>
        {t.revoke}
      </MenuItem>
    </Menu>
  );
}
