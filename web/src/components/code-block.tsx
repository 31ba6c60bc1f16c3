import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";
import { Tabs } from "./tabs.tsx";

export interface CodeBlockProps {
  readonly code: string;
  /** What is copied, for screen readers. */
  readonly what: string;
}

/** Text to be copied as it is. It scrolls sideways rather than breaking a line that must stay whole. */
export function CodeBlock({ code, what }: CodeBlockProps) {
  return (
    <div className="relative min-w-0 rounded-md border border-line bg-sunken">
      {/* A region that scrolls must be reachable by keyboard. */}
      <pre
        tabIndex={0}
        role="group"
        aria-label={what}
        className="max-h-96 overflow-auto p-3 pr-11 font-mono text-xs leading-5 -outline-offset-2"
      >
        <code>{code}</code>
      </pre>
      <div className="absolute top-1 right-1 rounded-md bg-sunken">
        <CopyButton text={code} what={what} />
      </div>
    </div>
  );
}

export interface CodeTab {
  readonly id: string;
  readonly label: string;
  readonly code: string;
  /** Above the code: what it is for. */
  readonly note?: ReactNode;
}

export function CodeTabs({
  tabs,
  label,
}: {
  readonly tabs: readonly CodeTab[];
  readonly label: string;
}) {
  return (
    <Tabs
      label={label}
      tabs={tabs.map((tab) => ({
        id: tab.id,
        label: tab.label,
        content: (
          <div className="flex flex-col gap-2">
            {tab.note !== undefined && <div className="text-sm text-muted">{tab.note}</div>}
            <CodeBlock code={tab.code} what={tab.label} />
          </div>
        ),
      }))}
    />
  );
}
