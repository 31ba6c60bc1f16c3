import { Switch as Base } from "@base-ui/react/switch";
import type { ReactNode } from "react";

export interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

/** On or off, with its label beside it. */
export function Switch({ checked, onChange, label, hint, disabled = false }: SwitchProps) {
  return (
    <label className="flex items-start gap-2.5 text-sm">
      <Base.Root
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        className="mt-0.5 flex h-4.5 w-8 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors data-checked:bg-accent data-disabled:opacity-50"
      >
        <Base.Thumb className="size-3.5 rounded-full bg-surface shadow-card transition-transform data-checked:translate-x-3.5" />
      </Base.Root>
      <span>
        <span className="font-medium">{label}</span>
        {hint !== undefined && <span className="block text-xs text-faint">{hint}</span>}
      </span>
    </label>
  );
}
