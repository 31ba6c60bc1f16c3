import { classes } from "./classes.ts";

/** Holds the place of what is still on its way. Give it the size of that. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes("block animate-pulse rounded-sm bg-hover", className ?? "h-4 w-24")}
    />
  );
}
