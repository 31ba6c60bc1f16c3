import { classes } from "./classes.ts";
import { ICON_SHAPES } from "./icon-shapes.ts";

export type IconName = keyof typeof ICON_SHAPES;

/** Decoration: hidden from screen readers, so whatever holds it needs a text or a label of its own. */
export function Icon({
  name,
  className,
}: {
  readonly name: IconName;
  readonly className?: string;
}) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classes("size-4 shrink-0", className)}
    >
      <path d={ICON_SHAPES[name]} />
    </svg>
  );
}
