/**
 * One or several of any number, found by typing: the server searches, and only what it found is here. Pages use the
 * comboboxes of the thing that is chosen: `ModelCombobox`, `ProviderCombobox`, `KeyCombobox`, `AccountCombobox`.
 */

import { Combobox as Base } from "@base-ui/react/combobox";
import { useState } from "react";
import { useMessages } from "../messages/index.ts";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { FIELD_LOOK } from "./input.tsx";
import { ITEM_LOOK, POPUP_LOOK } from "./popup-look.ts";
import { useDelayed } from "./use-delayed.ts";

const PAUSE_MS = 150;

/** How many to ask the server for. */
export const MOST_CHOICES = 50;

export interface ComboboxChoice {
  readonly id: string;
  readonly label: string;
  /** A second, quieter line. */
  readonly detail?: string;
}

/** What the server found. */
export interface Found {
  /** Undefined: nothing yet. */
  readonly choices: readonly ComboboxChoice[] | undefined;
  /** How many match in all. */
  readonly total: number;
}

/** What every combobox takes; a `FormField` gives some of it. */
export interface ComboboxField {
  readonly placeholder?: string;
  /** Needed where no FormField labels it. */
  readonly label?: string;
  readonly id?: string;
  readonly name?: string;
  readonly disabled?: boolean;
  readonly "aria-describedby"?: string | undefined;
  readonly "aria-invalid"?: boolean | undefined;
}

/** What was typed: `search` for the server, after a pause; `onSearch` for the combobox. */
export function useComboboxSearch() {
  const [text, setText] = useState("");
  return { search: useDelayed(text.trim(), PAUSE_MS), onSearch: setText };
}

interface Shared extends ComboboxField {
  readonly found: Found;
  readonly onSearch: (text: string) => void;
}

export interface ComboboxProps extends Shared {
  readonly value: ComboboxChoice | null;
  readonly onChange: (value: ComboboxChoice | null) => void;
}

/** One of many. */
export function Combobox({ value, onChange, ...shared }: ComboboxProps) {
  const t = useMessages("general");
  return (
    <Base.Root<ComboboxChoice>
      {...rootProps(shared)}
      value={useSame(value)}
      onValueChange={unlessEscape(onChange)}
    >
      <Base.InputGroup className="relative">
        <Base.Input
          {...inputProps(shared)}
          placeholder={shared.placeholder}
          className={classes(FIELD_LOOK, "h-8 pr-14 pointer-coarse:h-10")}
        />
        <span className="absolute inset-y-0 right-1 flex items-center text-faint">
          <Base.Clear aria-label={t.clear} className={SMALL_BUTTON}>
            <Icon name="x" className="size-3.5" />
          </Base.Clear>
          <OpenList />
        </span>
      </Base.InputGroup>
      <ComboboxPopup found={shared.found} />
    </Base.Root>
  );
}

/** The same object while it says the same: another one would put its label over what is being typed. */
function useSame(choice: ComboboxChoice | null): ComboboxChoice | null {
  const [kept, setKept] = useState(choice);
  if (choice?.id === kept?.id && choice?.label === kept?.label) return kept;
  setKept(choice);
  return choice;
}

export interface MultiComboboxProps extends Shared {
  readonly values: readonly ComboboxChoice[];
  readonly onChange: (values: ComboboxChoice[]) => void;
}

/** Several of many, each shown as a chip. */
export function MultiCombobox({ values, onChange, ...shared }: MultiComboboxProps) {
  const t = useMessages("general");
  return (
    <Base.Root<ComboboxChoice, true>
      {...rootProps(shared)}
      multiple
      value={[...values]}
      onValueChange={unlessEscape(onChange)}
    >
      <Base.InputGroup
        className={classes(
          FIELD_LOOK,
          "flex min-h-8 items-center px-1 py-0.5 focus-within:outline-2 focus-within:outline-accent",
        )}
      >
        <Base.Chips className="flex min-w-0 flex-1 flex-wrap gap-1">
          {values.map(({ id, label }) => (
            <Base.Chip
              key={id}
              aria-label={label}
              className="flex max-w-full items-center gap-1 rounded-sm bg-accent-soft py-0.5 pr-0.5 pl-1.5 text-xs text-accent-ink outline-none data-highlighted:outline-2 data-highlighted:outline-accent"
            >
              <span className="truncate">{label}</span>
              <Base.ChipRemove
                aria-label={`${t.remove} ${label}`}
                className="rounded-sm p-0.5 hover:bg-hover"
              >
                <Icon name="x" className="size-3" />
              </Base.ChipRemove>
            </Base.Chip>
          ))}
          <Base.Input
            {...inputProps(shared)}
            placeholder={values.length === 0 ? shared.placeholder : undefined}
            className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none placeholder:text-faint"
          />
        </Base.Chips>
        <span className="text-faint">
          <OpenList />
        </span>
      </Base.InputGroup>
      <ComboboxPopup found={shared.found} />
    </Base.Root>
  );
}

const SMALL_BUTTON = "flex size-6 shrink-0 items-center justify-center rounded-md hover:text-ink";

interface Details {
  readonly reason: string;
  readonly cancel: () => void;
  readonly allowPropagation: () => void;
}

/** Escape closes the list, and what is around it once there is none; it never takes away what was chosen. */
function unlessEscape<Value>(onChange: (value: Value) => void) {
  return (value: Value, details: Details): void => {
    if (details.reason !== "escape-key") return onChange(value);
    details.cancel();
    details.allowPropagation();
  };
}

function isTyped(reason: string): boolean {
  return reason === "input-change" || reason === "input-paste";
}

function rootProps({ found, onSearch, disabled }: Shared) {
  return {
    items: found.choices ?? [],
    disabled: disabled ?? false,
    // The server has searched.
    filter: null,
    itemToStringLabel: (choice: ComboboxChoice) => choice.label,
    isItemEqualToValue: (choice: ComboboxChoice, other: ComboboxChoice) => choice.id === other.id,
    // The name of what was chosen comes to stand in the field, too; only what is typed is a search.
    onInputValueChange: (text: string, details: Details) => {
      if (details.reason === "escape-key") details.cancel();
      onSearch(isTyped(details.reason) ? text : "");
    },
    onOpenChange: (isOpen: boolean, { reason }: Details) => {
      if (isOpen && !isTyped(reason)) onSearch("");
    },
  };
}

function inputProps({ id, label, ...field }: Shared) {
  return {
    ...(id === undefined ? {} : { id }),
    ...(label === undefined ? {} : { "aria-label": label }),
    "aria-describedby": field["aria-describedby"],
    "aria-invalid": field["aria-invalid"],
  };
}

function OpenList() {
  const t = useMessages("general");
  return (
    <Base.Trigger aria-label={t.openList} className={SMALL_BUTTON}>
      <Icon name="chevrons-up-down" className="size-3.5" />
    </Base.Trigger>
  );
}

function ComboboxPopup({ found: { choices, total } }: Pick<Shared, "found">) {
  const t = useMessages("general");
  const more = total - (choices?.length ?? 0);
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} className="z-50 outline-none">
        <Base.Popup className={classes(POPUP_LOOK, "w-(--anchor-width) max-w-(--available-width)")}>
          <Base.Empty className="px-2 py-1.5 text-muted empty:hidden">
            {choices === undefined ? t.loading : t.noMatch}
          </Base.Empty>
          <Base.List className="max-h-[min(18rem,var(--available-height))] overflow-y-auto overscroll-contain">
            {(choice: ComboboxChoice) => (
              <Base.Item
                key={choice.id}
                value={choice}
                className={classes(ITEM_LOOK, "justify-between gap-4")}
              >
                <span className="min-w-0">
                  <span className="block wrap-anywhere">{choice.label}</span>
                  {choice.detail !== undefined && (
                    <code className="block font-mono text-xs text-faint">{choice.detail}</code>
                  )}
                </span>
                <Base.ItemIndicator>
                  <Icon name="check" className="text-accent-ink" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
          {more > 0 && (
            <p className="border-t border-line px-2 pt-1.5 pb-0.5 text-xs text-faint">
              {t.moreMatches(more)}
            </p>
          )}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
