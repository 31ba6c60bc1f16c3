import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly content: ReactNode;
}

export interface TabsProps<Id extends string> {
  readonly tabs: readonly Tab<Id>[];
  readonly label: string;
  /** Absent: the tabs keep their own state, beginning with the first. */
  readonly value?: Id;
  readonly onChange?: (id: Id) => void;
}

export function Tabs<Id extends string>({ tabs, label, value, onChange }: TabsProps<Id>) {
  return (
    <Base.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.id } : { value })}
      onValueChange={(next) => onChange?.(next as Id)}
    >
      <Base.List
        aria-label={label}
        className="relative flex gap-4 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.id}
            value={tab.id}
            className="h-9 shrink-0 px-0.5 text-sm font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-ink data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent transition-[translate,width] duration-150" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.id} value={tab.id} className="pt-4 outline-none">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
