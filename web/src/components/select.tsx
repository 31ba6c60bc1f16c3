import { Select as Base } from "@base-ui/react/select";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { FIELD_LOOK } from "./input.tsx";
import { ITEM_LOOK, POPUP_LOOK } from "./popup-look.ts";

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** A second, quieter line. */
  readonly detail?: string;
}

export interface SelectProps<Value extends string> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly choices: readonly Choice<Value>[];
  /** Needed where no FormField labels it. */
  readonly label?: string;
  readonly id?: string;
  readonly name?: string;
  readonly disabled?: boolean;
  readonly className?: string;
  readonly "aria-describedby"?: string | undefined;
  readonly "aria-invalid"?: boolean | undefined;
}

/** One of a few. For many, or with search, use Combobox. */
export function Select<Value extends string>({
  value,
  onChange,
  choices,
  label,
  id,
  name,
  disabled,
  className,
  ...aria
}: SelectProps<Value>) {
  return (
    <Base.Root
      items={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
      value={value}
      disabled={disabled ?? false}
      {...(name === undefined ? {} : { name })}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
    >
      <Base.Trigger
        {...(id === undefined ? {} : { id })}
        {...(label === undefined ? {} : { "aria-label": label })}
        {...aria}
        className={classes(
          FIELD_LOOK,
          "flex h-8 items-center justify-between gap-2 text-left pointer-coarse:h-10",
          className,
        )}
      >
        <Base.Value className="truncate" />
        <Base.Icon>
          <Icon name="chevrons-up-down" className="size-3.5 text-faint" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup
            className={classes(
              POPUP_LOOK,
              "max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto",
            )}
          >
            <Base.List>
              {choices.map((choice) => (
                <Base.Item
                  key={choice.value}
                  value={choice.value}
                  className={classes(ITEM_LOOK, "justify-between gap-6")}
                >
                  <Base.ItemText>
                    {choice.label}
                    {choice.detail !== undefined && (
                      <span className="block text-xs text-faint">{choice.detail}</span>
                    )}
                  </Base.ItemText>
                  <Base.ItemIndicator>
                    <Icon name="check" className="text-accent-ink" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
