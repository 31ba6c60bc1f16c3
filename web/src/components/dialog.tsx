import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, useRef } from "react";
import { useMessages } from "../messages/index.ts";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import { SCRIM_LOOK } from "./popup-look.ts";

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons at the end, the main one last. */
  readonly actions?: ReactNode;
  readonly size?: "sm" | "md" | "lg";
  /** Only the close button and Escape close it: for what must not be lost by a stray click. */
  readonly keep?: boolean;
}

/** A form begins at its first field rather than at the close button; a finger does not want the keyboard at once. */
function useFirstField() {
  const popup = useRef<HTMLDivElement>(null);
  const initialFocus = (openType: string): HTMLElement | true => {
    if (openType === "touch") return true;
    const field = "input:not([type=hidden]), textarea, [role=combobox]";
    return popup.current?.querySelector<HTMLElement>(field) ?? true;
  };
  return { ref: popup, initialFocus };
}

const WIDTH = { sm: "max-w-md", md: "max-w-xl", lg: "max-w-3xl" } as const;

/** In the middle of the page; a sheet from below on a phone. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  size = "md",
  keep = false,
}: DialogProps) {
  const focus = useFirstField();
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      disablePointerDismissal={keep}
    >
      <Base.Portal>
        <Base.Backdrop className={SCRIM_LOOK} />
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-4">
          <Base.Popup
            {...focus}
            className={classes(
              "flex max-h-[92dvh] w-full flex-col rounded-t-lg border border-line bg-surface shadow-pop outline-none sm:rounded-lg",
              "transition-[opacity,translate] duration-150 data-starting-style:translate-y-3 data-starting-style:opacity-0 data-ending-style:opacity-0",
              WIDTH[size],
            )}
          >
            <PanelHead title={title} description={description} />
            <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
            {actions !== undefined && (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
                {actions}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** From the side, full height: for details and long forms beside the list they belong to. */
export function Drawer({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  keep = false,
}: Omit<DialogProps, "size">) {
  const focus = useFirstField();
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      disablePointerDismissal={keep}
    >
      <Base.Portal>
        <Base.Backdrop className={SCRIM_LOOK} />
        <Base.Viewport className="fixed inset-0 z-50 flex justify-end">
          <Base.Popup
            {...focus}
            className={classes(
              "flex h-dvh w-full max-w-xl flex-col border-l border-line bg-surface shadow-pop outline-none",
              "transition-[opacity,translate] duration-150 data-starting-style:translate-x-6 data-starting-style:opacity-0 data-ending-style:translate-x-6 data-ending-style:opacity-0",
            )}
          >
            <PanelHead title={title} description={description} />
            <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
            {actions !== undefined && (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
                {actions}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

function PanelHead({
  title,
  description,
}: {
  readonly title: string;
  readonly description: ReactNode;
}) {
  const t = useMessages("general");
  return (
    <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
      <div className="min-w-0">
        <Base.Title className="text-lg font-semibold wrap-anywhere">{title}</Base.Title>
        {description !== undefined && (
          <Base.Description className="mt-0.5 text-sm text-muted">{description}</Base.Description>
        )}
      </div>
      <Base.Close render={<IconButton icon="x" label={t.close} size="sm" className="-mr-1.5" />} />
    </div>
  );
}
