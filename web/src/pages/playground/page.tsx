import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { useMessages } from "../../messages/index.ts";

export function PlaygroundPage() {
  const t = useMessages("playground");
  return (
    <Page title={t.title}>
      <Card>
        <EmptyState icon="flask-conical" title={t.soon} />
      </Card>
    </Page>
  );
}
