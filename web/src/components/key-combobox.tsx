import { Combobox as Base } from "@base-ui/react/combobox";
import { useState } from "react";
import type { Key } from "../api/contract.ts";
import { useApi } from "../api/query.ts";
import { useMessages } from "../messages/index.ts";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { FIELD_LOOK } from "./input.tsx";
import { ITEM_LOOK, POPUP_LOOK } from "./popup-look.ts";

const MOST_SHOWN = 50;

export interface KeyComboboxProps {
  /** Public id; undefined: none is chosen. */
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
  readonly label: string;
  readonly placeholder?: string;
  readonly id?: string;
  /** Only keys that can be used now. */
  readonly usable?: boolean;
}

interface Item {
  readonly id: string;
  readonly name: string;
}

/** One of any number of keys: the server searches, by name and by public id. */
export function KeyCombobox({
  value,
  onChange,
  label,
  placeholder,
  id,
  usable = false,
}: KeyComboboxProps) {
  const t = useMessages("general");
  const [search, setSearch] = useState("");
  const found = useApi(
    "GET /api/relay/keys",
    {
      query: {
        search: search === "" ? undefined : search,
        order: "newest",
        limit: MOST_SHOWN,
        ...(usable ? { status: "active" } : {}),
      },
    },
    { keepPrevious: true },
  );
  const chosen = useChosen(value, found.data?.keys);
  return (
    <Base.Root<Item>
      items={found.data?.keys ?? []}
      value={chosen}
      filter={null}
      itemToStringLabel={(item) => item.name}
      isItemEqualToValue={(item, other) => item.id === other.id}
      onInputValueChange={(text, { reason }) => setSearch(reason === "item-press" ? "" : text)}
      onOpenChange={(isOpen) => isOpen && setSearch("")}
      onValueChange={(item) => onChange(item?.id)}
    >
      <Base.InputGroup className="relative">
        <Base.Input
          {...(id === undefined ? {} : { id })}
          aria-label={label}
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
      <KeyPopup />
    </Base.Root>
  );
}

/** The chosen key by name, even when the search does not find it. */
function useChosen(id: string | undefined, found: readonly Key[] | undefined): Item | null {
  const listed = found?.find((key) => key.id === id);
  const single = useApi(
    "GET /api/relay/keys/{id}",
    { params: { id: id ?? "" } },
    { enabled: id !== undefined && found !== undefined && listed === undefined },
  );
  if (id === undefined) return null;
  return listed ?? single.data ?? { id, name: id };
}

function KeyPopup() {
  const t = useMessages("general");
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} className="z-50 outline-none">
        <Base.Popup className={classes(POPUP_LOOK, "w-(--anchor-width) max-w-(--available-width)")}>
          <Base.Empty className="px-2 py-1.5 text-muted empty:hidden">{t.noMatch}</Base.Empty>
          <Base.List className="max-h-[min(18rem,var(--available-height))] overflow-y-auto overscroll-contain">
            {(item: Item) => (
              <Base.Item
                key={item.id}
                value={item}
                className={classes(ITEM_LOOK, "justify-between gap-4")}
              >
                <span className="min-w-0">
                  <span className="block wrap-anywhere">{item.name}</span>
                  <code className="block font-mono text-xs text-faint">{item.id}</code>
                </span>
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
