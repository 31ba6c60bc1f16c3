import { getRouteApi, Link } from "@tanstack/react-router";
import { Badge } from "../../components/badge.tsx";
import { buttonLook } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorNote } from "../../components/error-note.tsx";
import { Page } from "../../components/page.tsx";
import { Select } from "../../components/select.tsx";
import { useMessages } from "../../messages/index.ts";
import { Allowed } from "../../shell/allowed.tsx";
import { Breakdown } from "./breakdown.tsx";
import { Charts } from "./charts.tsx";
import { type DashboardSearch, RANGES } from "./route.ts";
import { Tiles } from "./tiles.tsx";
import { useUsage } from "./use-usage.ts";
import { browserZone, useWindow } from "./window.ts";

const route = getRouteApi("/shell/");

export function DashboardPage() {
  const t = useMessages("dashboard");
  const { range = "day", by = "model" } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: DashboardSearch): void =>
    void navigate({ search: { range, by, ...next }, replace: true });
  const shown = useWindow(range);
  const { whole, grouped, error, refetch } = useUsage(shown, by);
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={
        <>
          <Badge tone="good">
            <span className="size-1.5 animate-pulse rounded-full bg-good" />
            {t.live}
          </Badge>
          <span className="text-xs text-muted">{t.zone(browserZone())}</span>
          <Select
            label={t.range}
            className="w-40!"
            value={range}
            onChange={(value) => show({ range: value })}
            choices={RANGES.map((value) => ({ value, label: t.ranges[value] }))}
          />
        </>
      }
    >
      {error && <ErrorNote error={error} onRetry={refetch} />}
      <Tiles usage={whole} shown={shown} />
      {whole?.sums.requests === 0 ? (
        <Card flush>
          <NoCalls />
        </Card>
      ) : (
        <>
          <Charts whole={whole} grouped={grouped} shown={shown} by={by} />
          <Breakdown usage={grouped} by={by} range={range} onBy={(next) => show({ by: next })} />
        </>
      )}
    </Page>
  );
}

function NoCalls() {
  const t = useMessages("dashboard");
  return (
    <EmptyState
      icon="activity"
      title={t.emptyTitle}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Allowed to="admin">
            <Link to="/playground" className={buttonLook("primary")}>
              {t.toPlayground}
            </Link>
          </Allowed>
          <Link to="/requests" className={buttonLook()}>
            {t.toRequests}
          </Link>
        </span>
      }
    >
      {t.emptyHint}
    </EmptyState>
  );
}
