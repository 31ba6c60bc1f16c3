import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Icon } from "../../components/icon.tsx";
import { useMessages } from "../../messages/index.ts";

export interface ShownOnceProps {
  readonly title: string;
  /** Why it must be copied now, and what to do with it. */
  readonly hint: string;
  /** What it is, for screen readers. */
  readonly what: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret that is seen this one time. */
export function ShownOnce({ title, hint, what, secret, onClose }: ShownOnceProps) {
  const general = useMessages("general");
  return (
    <Dialog
      open
      keep
      onClose={onClose}
      title={title}
      actions={
        <Button kind="primary" onClick={onClose}>
          {general.done}
        </Button>
      }
    >
      <div className="flex flex-col gap-2">
        <p className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          <Icon name="triangle-alert" className="mt-0.5" />
          {hint}
        </p>
        <div className="flex items-center gap-2 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3">
          <code
            aria-label={what}
            role="group"
            className="min-w-0 flex-1 font-mono text-sm wrap-anywhere"
          >
            {secret}
          </code>
          <CopyButton text={secret} what={what} withLabel kind="primary" />
        </div>
      </div>
    </Dialog>
  );
}
