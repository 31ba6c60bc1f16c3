/** The frame of the pages outside of the sign-in: one card in the middle, with theme and language within reach. */

import { type ReactNode, useEffect } from "react";
import { useMessages } from "../messages/index.ts";
import { PreferencesMenu } from "./account-menu.tsx";
import { Logo } from "./logo.tsx";

export interface DoorProps {
  readonly title: string;
  readonly hint: ReactNode;
  readonly children: ReactNode;
}

export function Door({ title, hint, children }: DoorProps) {
  const { product } = useMessages("shell");
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-12 items-center justify-between px-4">
        <Logo />
        <div className="flex">
          <PreferencesMenu />
        </div>
      </header>
      <main className="flex flex-1 items-start justify-center px-4 pt-[8vh] pb-10">
        <div className="w-full max-w-sm rounded-lg border border-line bg-surface p-6 shadow-card">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          <p className="mt-0.5 mb-5 text-sm text-muted">{hint}</p>
          {children}
        </div>
      </main>
    </div>
  );
}
