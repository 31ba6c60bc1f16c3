import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { Card } from "../../components/card.tsx";
import { Page } from "../../components/page.tsx";
import { useMessages } from "../../messages/index.ts";
import { LiveSwitch } from "./live-switch.tsx";
import { writeQuery } from "./log-query.ts";
import { LogTable } from "./log-table.tsx";
import { RequestDrawer } from "./request-drawer.tsx";
import { RequestFilters } from "./request-filters.tsx";
import type { RequestsSearch } from "./route.ts";
import { useLog } from "./use-log.ts";

const route = getRouteApi("/shell/requests");

export function RequestsPage() {
  const t = useMessages("requests");
  const { open, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const about = JSON.stringify(search);
  const query = useMemo(() => writeQuery(JSON.parse(about) as RequestsSearch, Date.now()), [about]);
  const [pausedAt, setPausedAt] = useState<number>();
  const log = useLog(query, pausedAt);
  const show = (next: RequestsSearch): void => void navigate({ search: next, replace: true });
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={<LiveSwitch pausedAt={pausedAt} waiting={log.waiting} onChange={setPausedAt} />}
    >
      <RequestFilters search={search} onChange={show} />
      <Card flush>
        <LogTable
          log={log}
          opened={open}
          isFiltered={about !== "{}"}
          onOpen={(id) => show({ ...search, open: id })}
          onClear={() => show({})}
        />
      </Card>
      <RequestDrawer id={open} onClose={() => show(search)} onFilter={(next) => show(next)} />
    </Page>
  );
}
