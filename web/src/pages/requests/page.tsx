import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { useMessages } from "../../messages/index.ts";

export function RequestsPage() {
  const t = useMessages("requests");
  return (
    <Page title={t.title}>
      <Card>
        <EmptyState icon="list-tree" title={t.soon} />
      </Card>
    </Page>
  );
}
