import type { ReactNode } from "react";
import type { AuditChange, AuditEntry } from "../../api/contract.ts";
import { Drawer } from "../../components/dialog.tsx";
import { Time } from "../../components/time.tsx";
import { useAct, useMessages } from "../../messages/index.ts";

export interface AuditDrawerProps {
  readonly entry: AuditEntry;
  readonly onClose: () => void;
}

/** One act in full: who, from where, and what it was before. */
export function AuditDrawer({ entry, onClose }: AuditDrawerProps) {
  const t = useMessages("settings").audit;
  const { roles } = useMessages("shell");
  const role = entry.role === null ? "" : ` (${roles[entry.role]})`;
  return (
    <Drawer
      open
      onClose={onClose}
      title={useAct()(entry)}
      description={<code className="font-mono text-xs">{entry.action}</code>}
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        <Line name={t.at}>
          <Time at={entry.at} absolute />
        </Line>
        <Line name={t.actor}>{(entry.actor ?? t.nobody) + role}</Line>
        <Line name={t.via}>{entry.via === null ? t.vias.none : t.vias[entry.via]}</Line>
        <Line name={t.address}>{entry.address}</Line>
        <Line name={t.target}>{entry.target}</Line>
        <Line name={t.outcome}>{entry.outcome === "done" ? t.done : t.refused}</Line>
        <Line name={t.requestId}>
          <code className="font-mono text-xs">{entry.request_id}</code>
        </Line>
      </dl>
      {entry.changes.length > 0 && <Changes changes={entry.changes} />}
    </Drawer>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function Changes({ changes }: { readonly changes: readonly AuditChange[] }) {
  const t = useMessages("settings").audit;
  // The log never held what it says is hidden.
  const reveal = (text: string | null): string | undefined =>
    text?.replaceAll(/\((?:(\d+) )?hidden\)/g, (_, count?: string) =>
      count === undefined ? t.hidden : t.manyHidden(Number(count)),
    );
  return (
    <div className="mt-5 overflow-x-auto">
      <table aria-label={t.changes} className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-faint">
            <th scope="col" className="h-8 pr-3 font-medium">
              {t.field}
            </th>
            <th scope="col" className="h-8 pr-3 font-medium">
              {t.before}
            </th>
            <th scope="col" className="h-8 font-medium">
              {t.after}
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field} className="border-b border-line align-top last:border-0">
              <td className="py-1.5 pr-3 font-mono text-xs">{field}</td>
              <td className="py-1.5 pr-3 wrap-anywhere text-muted">{reveal(before)}</td>
              <td className="py-1.5 wrap-anywhere">{reveal(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
