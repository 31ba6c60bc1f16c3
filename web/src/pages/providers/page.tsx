import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { useMessages } from "../../messages/index.ts";

export function ProvidersPage() {
  const t = useMessages("providers");
  return (
    <Page title={t.title}>
      <Card>
        <EmptyState icon="plug" title={t.soon} />
      </Card>
    </Page>
  );
}
