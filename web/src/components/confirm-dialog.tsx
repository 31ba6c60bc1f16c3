import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { type ReactNode, useState } from "react";
import type { ApiError } from "../api/error.ts";
import { useMessages } from "../messages/index.ts";
import { Button } from "./button.tsx";
import { ErrorNote } from "./error-note.tsx";
import { Input } from "./input.tsx";
import { SCRIM_LOOK } from "./popup-look.ts";

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen, and what cannot be undone. */
  readonly children: ReactNode;
  /** On the button that does it: a verb. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly busy?: boolean;
  readonly error?: ApiError | null;
  readonly danger?: boolean;
  /** For what must not happen by habit: the word to type first, and how to ask for it. */
  readonly typed?: { readonly word: string; readonly label: string };
}

export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  action,
  onConfirm,
  busy = false,
  error = null,
  danger = false,
  typed,
}: ConfirmDialogProps) {
  const t = useMessages("general");
  const [text, setText] = useState("");
  const isReady = typed === undefined || text === typed.word;
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        setText("");
        onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={SCRIM_LOOK} />
        <Base.Viewport className="fixed inset-0 z-50 flex items-center justify-center p-4">
          <Base.Popup className="flex max-h-full w-full max-w-md flex-col gap-4 overflow-y-auto rounded-lg border border-line bg-surface p-5 shadow-pop outline-none">
            <div>
              <Base.Title className="text-lg font-semibold wrap-anywhere">{title}</Base.Title>
              <Base.Description render={<div />} className="mt-1 text-sm text-muted wrap-anywhere">
                {children}
              </Base.Description>
            </div>
            {typed !== undefined && (
              <label className="flex flex-col gap-1 text-sm">
                {typed.label}
                <Input
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                  autoComplete="off"
                />
              </label>
            )}
            {error && <ErrorNote error={error} />}
            <div className="flex flex-wrap justify-end gap-2">
              <Base.Close render={<Button>{t.cancel}</Button>} />
              <Button
                kind={danger ? "danger" : "primary"}
                busy={busy}
                disabled={!isReady}
                onClick={onConfirm}
              >
                {action}
              </Button>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
