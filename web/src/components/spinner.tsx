import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

export function Spinner({ className }: { readonly className?: string }) {
  return <Icon name="loader-circle" className={classes("animate-spin", className)} />;
}
