import { Combobox as Base } from "@base-ui/react/combobox";
import { useMessages } from "../messages/index.ts";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { FIELD_LOOK } from "./input.tsx";
import { ITEM_LOOK, POPUP_LOOK } from "./popup-look.ts";

interface Shared {
  readonly choices: readonly string[];
  readonly placeholder?: string;
  readonly label?: string;
  readonly id?: string;
  readonly name?: string;
  readonly disabled?: boolean;
  readonly "aria-describedby"?: string | undefined;
  readonly "aria-invalid"?: boolean | undefined;
}

export interface ComboboxProps extends Shared {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** One of many, found by typing. */
export function Combobox({
  value,
  onChange,
  choices,
  placeholder,
  label,
  id,
  disabled,
  ...aria
}: ComboboxProps) {
  const t = useMessages("general");
  return (
    <Base.Root items={choices} value={value} onValueChange={onChange} disabled={disabled ?? false}>
      <Base.InputGroup className="relative">
        <Base.Input
          {...(id === undefined ? {} : { id })}
          {...(label === undefined ? {} : { "aria-label": label })}
          {...aria}
          placeholder={placeholder}
          className={classes(FIELD_LOOK, "h-8 pr-14 pointer-coarse:h-10")}
        />
        <span className="absolute inset-y-0 right-1 flex items-center text-faint">
          <Base.Clear
            aria-label={t.clear}
            className="flex size-6 items-center justify-center rounded-md hover:text-ink"
          >
            <Icon name="x" className="size-3.5" />
          </Base.Clear>
          <Base.Trigger
            aria-label={t.openList}
            className="flex size-6 items-center justify-center rounded-md hover:text-ink"
          >
            <Icon name="chevrons-up-down" className="size-3.5" />
          </Base.Trigger>
        </span>
      </Base.InputGroup>
      <ComboboxPopup />
    </Base.Root>
  );
}

export interface MultiComboboxProps extends Shared {
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
}

/** Several of many, each shown as a chip. */
export function MultiCombobox({
  values,
  onChange,
  choices,
  placeholder,
  label,
  id,
  disabled,
  ...aria
}: MultiComboboxProps) {
  const t = useMessages("general");
  // What was chosen stays a choice, even when nobody offers it any more.
  const items = [...new Set([...choices, ...values])];
  return (
    <Base.Root
      items={items}
      multiple
      value={[...values]}
      onValueChange={onChange}
      disabled={disabled ?? false}
    >
      <Base.InputGroup
        className={classes(
          FIELD_LOOK,
          "flex min-h-8 items-center px-1 py-0.5 focus-within:outline-2 focus-within:outline-accent",
        )}
      >
        <Base.Chips className="flex min-w-0 flex-1 flex-wrap gap-1">
          <Base.Value>
            {(chosen: string[]) => (
              <>
                {chosen.map((value) => (
                  <Base.Chip
                    key={value}
                    aria-label={value}
                    className="flex max-w-full items-center gap-1 rounded-sm bg-accent-soft py-0.5 pr-0.5 pl-1.5 text-xs text-accent-ink outline-none data-highlighted:outline-2 data-highlighted:outline-accent"
                  >
                    <span className="truncate">{value}</span>
                    <Base.ChipRemove
                      aria-label={`${t.remove} ${value}`}
                      className="rounded-sm p-0.5 hover:bg-hover"
                    >
                      <Icon name="x" className="size-3" />
                    </Base.ChipRemove>
                  </Base.Chip>
                ))}
                <Base.Input
                  {...(id === undefined ? {} : { id })}
                  {...(label === undefined ? {} : { "aria-label": label })}
                  {...aria}
                  placeholder={chosen.length === 0 ? placeholder : undefined}
                  className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none placeholder:text-faint"
                />
              </>
            )}
          </Base.Value>
        </Base.Chips>
        <Base.Trigger
          aria-label={t.openList}
          className="flex size-6 shrink-0 items-center justify-center rounded-md text-faint hover:text-ink"
        >
          <Icon name="chevrons-up-down" className="size-3.5" />
        </Base.Trigger>
      </Base.InputGroup>
      <ComboboxPopup />
    </Base.Root>
  );
}

function ComboboxPopup() {
  const t = useMessages("general");
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} className="z-50 outline-none">
        <Base.Popup className={classes(POPUP_LOOK, "w-(--anchor-width) max-w-(--available-width)")}>
          <Base.Empty className="px-2 py-1.5 text-muted empty:hidden">{t.noMatch}</Base.Empty>
          <Base.List className="max-h-[min(18rem,var(--available-height))] overflow-y-auto overscroll-contain">
            {(item: string) => (
              <Base.Item
                key={item}
                value={item}
                className={classes(ITEM_LOOK, "justify-between gap-4")}
              >
                <span className="min-w-0 wrap-anywhere">{item}</span>
                <Base.ItemIndicator>
                  <Icon name="check" className="text-accent-ink" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
