import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";
import { Spinner } from "./spinner.tsx";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "sm" | "md";

const LOOK: Readonly<Record<ButtonKind, string>> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong border border-transparent",
  secondary: "bg-surface text-ink border border-line hover:bg-hover hover:border-line-strong/60",
  quiet: "text-muted border border-transparent hover:bg-hover hover:text-ink",
  danger: "bg-bad-fill text-on-accent border border-transparent hover:brightness-110",
};

const SIZE: Readonly<Record<ButtonSize, string>> = {
  sm: "h-7 px-2 text-sm gap-1.5",
  md: "h-8 px-3 text-sm gap-2",
};

export function buttonLook(kind: ButtonKind = "secondary", size: ButtonSize = "md"): string {
  return classes(
    "inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap select-none",
    "transition-colors disabled:opacity-55 disabled:pointer-events-none aria-disabled:opacity-55 pointer-coarse:min-h-10",
    LOOK[kind],
    SIZE[size],
  );
}

export interface ButtonProps extends ComponentProps<"button"> {
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  readonly icon?: IconName;
  /** Shows that it works on something, and takes no second click. */
  readonly busy?: boolean;
}

export function Button({
  kind = "secondary",
  size = "md",
  icon,
  busy = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={classes(buttonLook(kind, size), className)}
    >
      {busy ? <Spinner /> : icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, "children" | "icon"> {
  readonly icon: IconName;
  /** Read aloud, and shown as a tooltip by the browser. */
  readonly label: string;
}

/** A button with nothing but a picture on it. */
export function IconButton({
  icon,
  label,
  kind = "quiet",
  size = "md",
  busy = false,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      disabled={rest.disabled === true || busy}
      className={classes(
        buttonLook(kind, size),
        size === "sm" ? "w-7 px-0" : "w-8 px-0",
        "pointer-coarse:min-w-10",
        className,
      )}
    >
      {busy ? <Spinner /> : <Icon name={icon} />}
    </button>
  );
}
