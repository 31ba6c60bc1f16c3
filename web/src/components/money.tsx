import { formatExactMoney, formatMoney } from "../format/money.ts";
import { usePreferences } from "../preferences.ts";
import { classes } from "./classes.ts";

/** An amount in nano-dollars; every digit of it is in the tooltip. */
export function Money({ nano, className }: { readonly nano: number; readonly className?: string }) {
  const { language } = usePreferences();
  return (
    <span
      title={formatExactMoney(nano)}
      className={classes("whitespace-nowrap tabular-nums", className)}
    >
      {formatMoney(nano, language)}
    </span>
  );
}
