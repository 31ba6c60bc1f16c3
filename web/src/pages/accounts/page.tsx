import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { useMessages } from "../../messages/index.ts";

export function AccountsPage() {
  const t = useMessages("accounts");
  return (
    <Page title={t.title}>
      <Card>
        <EmptyState icon="wallet" title={t.soon} />
      </Card>
    </Page>
  );
}
