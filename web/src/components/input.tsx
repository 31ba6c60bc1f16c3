import { type ComponentProps, useState } from "react";
import { useMessages } from "../messages/index.ts";
import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";

/** What every field that takes text looks like. */
export const FIELD_LOOK = classes(
  "w-full rounded-md border border-line-strong/70 bg-surface px-2.5 text-sm text-ink placeholder:text-faint",
  "hover:border-line-strong focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent",
  "aria-invalid:border-bad disabled:opacity-60 disabled:bg-sunken pointer-coarse:text-lg",
);

export interface InputProps extends ComponentProps<"input"> {
  readonly icon?: IconName;
  /** Shown inside at the end, such as a unit. */
  readonly suffix?: string;
}

export function Input({ icon, suffix, className, ...rest }: InputProps) {
  const field = (
    <input
      {...rest}
      className={classes(
        FIELD_LOOK,
        "h-8 pointer-coarse:h-10",
        icon !== undefined && "pl-8",
        suffix !== undefined && "pr-14",
        className,
      )}
    />
  );
  if (icon === undefined && suffix === undefined) return field;
  return (
    <span className="relative block">
      {icon !== undefined && (
        <Icon
          name={icon}
          className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-faint"
        />
      )}
      {field}
      {suffix !== undefined && (
        <span className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-xs text-faint">
          {suffix}
        </span>
      )}
    </span>
  );
}

export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea rows={3} {...rest} className={classes(FIELD_LOOK, "py-1.5 leading-5", className)} />
  );
}

/** A password or another secret, hidden until its owner wants to see it. */
export function SecretInput({ className, ...rest }: ComponentProps<"input">) {
  const t = useMessages("general");
  const [shown, setShown] = useState(false);
  return (
    <span className="relative block">
      <input
        {...rest}
        type={shown ? "text" : "password"}
        className={classes(FIELD_LOOK, "h-8 pr-9 pointer-coarse:h-10", className)}
      />
      <button
        type="button"
        aria-label={shown ? t.hide : t.show}
        title={shown ? t.hide : t.show}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 flex w-8 items-center justify-center rounded-md text-faint hover:text-ink"
      >
        <Icon name={shown ? "eye-off" : "eye"} />
      </button>
    </span>
  );
}
