import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { useMessages } from "../../messages/index.ts";

export function RoutingPage() {
  const t = useMessages("routing");
  return (
    <Page title={t.title}>
      <Card>
        <EmptyState icon="route" title={t.soon} />
      </Card>
    </Page>
  );
}
