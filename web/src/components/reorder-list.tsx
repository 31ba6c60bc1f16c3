/**
 * A list whose rows can be put in another order: dragged by their handle, or moved with the arrow keys and the two
 * buttons of each row, so that a mouse is never needed. What moved where is said aloud.
 */

import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { useMessages } from "../messages/index.ts";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

export interface ReorderListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly itemKey: (item: Item) => string;
  /** What the row is called when it is moved. */
  readonly itemName: (item: Item) => string;
  readonly onChange: (items: readonly Item[]) => void;
  readonly children: (item: Item, index: number) => ReactNode;
  readonly disabled?: boolean;
}

export function ReorderList<Item>({
  label,
  items,
  itemKey,
  itemName,
  onChange,
  children,
  disabled = false,
}: ReorderListProps<Item>) {
  const t = useMessages("general");
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [said, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);

  const move = (from: number, to: number): void => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || from === to) return;
    const others = items.toSpliced(from, 1);
    onChange(others.toSpliced(to, 0, item));
    setSaid(t.movedTo(itemName(item), to + 1));
  };
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  const rowEvents = (index: number) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return;
      event.preventDefault();
      setOver(index);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== undefined) move(dragged, index);
      end();
    },
  });

  return (
    <>
      <ol ref={list} aria-label={label} className="flex flex-col gap-1.5">
        {items.map((item, index) => {
          const name = itemName(item);
          return (
            <li
              key={itemKey(item)}
              {...rowEvents(index)}
              className={classes(
                "flex items-center gap-1 rounded-md border bg-surface py-1 pr-1 pl-1",
                over === index && dragged !== index ? "border-accent" : "border-line",
                dragged === index && "opacity-50",
              )}
            >
              {!disabled && (
                <span
                  draggable
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = "move";
                    event.dataTransfer.setData("text/plain", name);
                    setDragged(index);
                  }}
                  onDragEnd={end}
                  className="flex h-8 w-6 shrink-0 cursor-grab items-center justify-center text-faint active:cursor-grabbing"
                >
                  <Icon name="grip-vertical" />
                </span>
              )}
              <div className="min-w-0 flex-1">{children(item, index)}</div>
              {!disabled && (
                <span className="flex">
                  <IconButton
                    icon="arrow-up"
                    size="sm"
                    label={t.moveUp(name)}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconButton
                    icon="arrow-down"
                    size="sm"
                    label={t.moveDown(name)}
                    disabled={index === items.length - 1}
                    onClick={() => move(index, index + 1)}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
