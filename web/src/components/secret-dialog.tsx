/** Shows a new key: the only time it can be seen, with code that uses it. */

import type { KeyCreated } from "../api/contract.ts";
import { useMessages } from "../messages/index.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";
import { useFirstModels } from "./first-models.ts";
import { Icon } from "./icon.tsx";
import { KeySnippets } from "./key-snippets.tsx";

export interface SecretDialogProps {
  readonly made: KeyCreated;
  /** The key existed before and got a new secret. */
  readonly isRotated?: boolean;
  readonly onClose: () => void;
}

export function SecretDialog({ made, isRotated = false, onClose }: SecretDialogProps) {
  const t = useMessages("keys");
  const general = useMessages("general");
  const first = useFirstModels();
  const usable = made.models ?? first ?? [];
  return (
    <Dialog
      open
      keep
      size="lg"
      onClose={onClose}
      title={isRotated ? t.rotated(made.name) : t.made(made.name)}
      actions={
        <Button kind="primary" onClick={onClose}>
          {general.done}
        </Button>
      }
    >
      <SecretLine secret={made.key} hint={isRotated ? t.secretRotatedHint : t.secretHint} />
      <h3 className="mt-5 mb-1 font-semibold">{t.useIt}</h3>
      <KeySnippets
        origin={location.origin}
        key={made.id}
        secret={made.key}
        model={usable[0] ?? "MODEL"}
        models={usable.slice(0, 5)}
      />
    </Dialog>
  );
}

/** The key itself, with its copy button and a word of warning. */
export function SecretLine({ secret, hint }: { readonly secret: string; readonly hint: string }) {
  const t = useMessages("keys");
  return (
    <div className="flex flex-col gap-2">
      <p className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
        <Icon name="triangle-alert" className="mt-0.5" />
        {hint}
      </p>
      <div className="flex items-center gap-2 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3">
        <code
          aria-label={t.secretLabel}
          role="group"
          className="min-w-0 flex-1 font-mono text-sm wrap-anywhere"
        >
          {secret}
        </code>
        <CopyButton text={secret} what={t.secretLabel} withLabel kind="primary" />
      </div>
    </div>
  );
}
