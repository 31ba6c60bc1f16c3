import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { useMessages } from "../../messages/index.ts";

export function DashboardPage() {
  const t = useMessages("dashboard");
  return (
    <Page title={t.title}>
      <Card>
        <EmptyState icon="layout-dashboard" title={t.soon} />
      </Card>
    </Page>
  );
}
