import { type ReactNode, useEffect } from "react";
import { useMessages } from "../messages/index.ts";

export interface PageProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** At the end of the title's line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every page: its name in the window's title, a heading, the actions, the content. */
export function Page({ title, description, actions, children }: PageProps) {
  const { product } = useMessages("shell");
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-4 px-4 py-5 sm:px-6">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {description !== undefined && (
            <p className="max-w-2xl text-sm text-muted">{description}</p>
          )}
        </div>
        {actions !== undefined && (
          <div className="flex flex-wrap items-center gap-2">{actions}</div>
        )}
      </header>
      {children}
    </div>
  );
}
