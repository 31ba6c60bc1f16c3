import { useRequest } from "../../api/use-request.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Drawer } from "../../components/dialog.tsx";
import { ErrorNote } from "../../components/error-note.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useMessages } from "../../messages/index.ts";
import { Bill } from "./bill.tsx";
import { Bodies } from "./bodies.tsx";
import { Cost } from "./cost.tsx";
import { RequestFacts } from "./request-facts.tsx";
import type { RequestsSearch } from "./route.ts";
import { Timeline } from "./timeline.tsx";
import { TokenCounts } from "./token-counts.tsx";

export interface RequestDrawerProps {
  /** Undefined: nothing is shown. */
  readonly id: string | undefined;
  readonly onClose: () => void;
  readonly onFilter: (search: RequestsSearch) => void;
}

export function RequestDrawer({ id, onClose, onFilter }: RequestDrawerProps) {
  const t = useMessages("requests");
  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      title={t.detail.title}
      description={
        id !== undefined && (
          <span className="flex items-center gap-1">
            <code className="font-mono text-xs wrap-anywhere">{id}</code>
            <CopyButton text={id} what={t.detail.id} />
          </span>
        )
      }
    >
      {id !== undefined && <RequestBody id={id} onFilter={onFilter} />}
    </Drawer>
  );
}

function RequestBody({
  id,
  onFilter,
}: {
  readonly id: string;
  readonly onFilter: (search: RequestsSearch) => void;
}) {
  const t = useMessages("requests").detail;
  const found = useRequest(id);
  if (found.error?.status === 404) return <p className="text-sm text-muted">{t.missing}</p>;
  if (found.error) return <ErrorNote error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined)
    return (
      <div className="flex flex-col gap-3">
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    );
  return (
    <div className="flex flex-col gap-6">
      <RequestFacts request={found.data} onFilter={onFilter} />
      <Timeline request={found.data} />
      <TokenCounts request={found.data} />
      <Cost request={found.data} />
      <Bill request={found.data} />
      <Bodies bodies={found.data.bodies} />
    </div>
  );
}
