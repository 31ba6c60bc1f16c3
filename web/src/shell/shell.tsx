/** Sidebar, top bar, and the page between them. On a phone the sidebar is a drawer. */

import { Dialog } from "@base-ui/react/dialog";
import { Link, Outlet } from "@tanstack/react-router";
import { useState } from "react";
import { useLiveState } from "../api/live.ts";
import { IconButton } from "../components/button.tsx";
import { ErrorBoundary } from "../components/error-boundary.tsx";
import { Icon } from "../components/icon.tsx";
import { SCRIM_LOOK } from "../components/popup-look.ts";
import { useMessages } from "../messages/index.ts";
import { AccountMenu, PreferencesMenu } from "./account-menu.tsx";
import { Logo } from "./logo.tsx";
import { Sidebar } from "./sidebar.tsx";

const MAIN = "main";

export function Shell() {
  const t = useMessages("shell");
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${MAIN}`}
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 text-sm text-on-accent focus:translate-y-0"
      >
        {t.skip}
      </a>
      <ConnectionNote />
      <header className="sticky top-0 z-30 flex h-12 items-center gap-1 border-b border-line bg-canvas/90 px-2 backdrop-blur-sm sm:px-4">
        <MenuDrawer />
        <Link to="/" className="rounded-md px-1 py-1">
          <Logo />
        </Link>
        <div className="ml-auto flex items-center gap-0.5">
          <PreferencesMenu />
          <AccountMenu />
        </div>
      </header>
      <div className="flex flex-1">
        <aside className="sticky top-12 hidden h-[calc(100dvh-3rem)] w-54 shrink-0 overflow-y-auto border-r border-line p-3 md:block">
          <Sidebar />
        </aside>
        <main id={MAIN} tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <ErrorBoundary>
            <Outlet />
          </ErrorBoundary>
        </main>
      </div>
    </div>
  );
}

function MenuDrawer() {
  const t = useMessages("shell");
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger
        render={<IconButton icon="menu" label={t.openMenu} className="md:hidden" />}
      />
      <Dialog.Portal>
        <Dialog.Backdrop className={SCRIM_LOOK} />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-50 flex w-64 flex-col gap-3 border-r border-line bg-canvas p-3 shadow-pop transition-[translate] duration-150 outline-none data-starting-style:-translate-x-full data-ending-style:-translate-x-full">
          <div className="flex items-center justify-between">
            <Dialog.Title>
              <Logo />
            </Dialog.Title>
            <Dialog.Close render={<IconButton icon="x" label={t.closeMenu} />} />
          </div>
          <Sidebar onChoose={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What is shown may be old: says so until the stream of events is back. */
function ConnectionNote() {
  const t = useMessages("shell");
  const isLost = useLiveState() === "lost";
  return (
    <div role="status">
      {isLost && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-1.5 text-center text-sm text-warn">
          <Icon name="wifi-off" />
          {t.lost}
        </p>
      )}
    </div>
  );
}
