import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export interface CardProps {
  readonly title?: string;
  readonly description?: ReactNode;
  /** At the end of the title's line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
  /** Without padding: for tables. */
  readonly flush?: boolean;
}

export function Card({
  title,
  description,
  actions,
  children,
  className,
  flush = false,
}: CardProps) {
  return (
    <section
      className={classes("min-w-0 rounded-lg border border-line bg-surface shadow-card", className)}
    >
      {title !== undefined && (
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-3 pb-2">
          <div className="min-w-0 flex-1 basis-48">
            <h2 className="text-base font-semibold">{title}</h2>
            {description !== undefined && <p className="text-sm text-muted">{description}</p>}
          </div>
          {actions}
        </div>
      )}
      <div className={flush ? "" : classes("px-4 pb-4", title === undefined && "pt-4")}>
        {children}
      </div>
    </section>
  );
}
