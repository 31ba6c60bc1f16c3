import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export type Tone = "neutral" | "accent" | "good" | "warn" | "bad";

const LOOK: Readonly<Record<Tone, string>> = {
  neutral: "bg-sunken text-muted",
  accent: "bg-accent-soft text-accent-ink",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
};

export function Badge({
  tone = "neutral",
  children,
  className,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <span
      className={classes(
        "inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap tabular-nums",
        LOOK[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
